// Long, because it is one list: every endpoint of every feature.
import * as accounts from './accounts.ts';
import * as activity from './activity.ts';
import * as analytics from './analytics.ts';
import * as analyticsFigures from './analytics-figures.ts';
import * as applications from './applications.ts';
import * as auditLog from './audit-log.ts';
import * as bookings from './bookings.ts';
import * as campaignInvoices from './campaign-invoices.ts';
import * as campaignResults from './campaign-results.ts';
import * as campaigns from './campaigns.ts';
import * as commission from './commission.ts';
import * as commissionOverview from './commission-overview.ts';
import * as content from './content.ts';
import * as demo from './demo.ts';
import * as embedding from './embedding.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import * as explanation from './explanation.ts';
import * as faults from './faults.ts';
import * as find from './find.ts';
import * as firstSteps from './first-steps.ts';
import * as holds from './holds.ts';
import * as inquiries from './inquiries.ts';
import * as invitations from './invitations.ts';
import * as knowledge from './knowledge.ts';
import * as ledgerEntries from './ledger-entries.ts';
import * as listingImports from './listing-imports.ts';
import * as listingPictures from './listing-pictures.ts';
import * as listingProposals from './listing-proposals.ts';
import * as listings from './listings.ts';
import * as locationBatches from './location-batches.ts';
import * as locations from './locations.ts';
import * as map from './map.ts';
import * as news from './news.ts';
import * as operations from './operations.ts';
import * as organisations from './organisations.ts';
import * as orphanScans from './orphan-scans.ts';
import * as ownCommissions from './own-commissions.ts';
import * as ownListings from './own-listings.ts';
import * as ownPictures from './own-pictures.ts';
import * as ownPlaces from './own-places.ts';
import * as partnerPerformance from './partner-performance.ts';
import * as partnerSettings from './partner-settings.ts';
import * as partnerTerms from './partner-terms.ts';
import * as partnerView from './partner-view.ts';
import * as partners from './partners.ts';
import * as passkeys from './passkeys.ts';
import * as payoutBookings from './payout-bookings.ts';
import * as placeLists from './place-lists.ts';
import * as placeProposals from './place-proposals.ts';
import * as places from './places.ts';
import * as platformBookings from './platform-bookings.ts';
import * as platformFigures from './platform-figures.ts';
import * as platformReports from './platform-reports.ts';
import * as printKits from './print-kits.ts';
import * as privacy from './privacy.ts';
import * as profiles from './profiles.ts';
import * as qrCodes from './qr-codes.ts';
import * as qrRequests from './qr-requests.ts';
import * as rateCards from './rate-cards.ts';
import * as rateChanges from './rate-changes.ts';
import * as recommendations from './recommendations.ts';
import * as reconciliation from './reconciliation.ts';
import * as reportMails from './report-mails.ts';
import * as reports from './reports.ts';
import * as revenue from './revenue.ts';
import * as reviews from './reviews.ts';
import * as saved from './saved.ts';
import * as scanning from './scanning.ts';
import * as search from './search.ts';
import * as securityDesk from './security-desk.ts';
import * as statementImports from './statement-imports.ts';
import * as today from './today.ts';
import * as uploads from './uploads.ts';
import * as users from './users.ts';
import * as work from './work.ts';

export const contract = [
  operations.healthz,
  operations.readyz,
  operations.metrics,
  operations.openapi,
  operations.apiDocs,
  operations.licences,

  search.listListings,
  search.summarizeListings,
  map.mapListings,
  map.getMapTile,
  listings.getListing,
  content.listListings,
  content.getContent,
  content.createListing,
  content.updateListing,
  content.deleteListing,
  content.restoreListing,
  locations.listLocations,
  locations.getLocation,
  locations.createLocation,
  locations.updateLocation,
  locations.deleteLocation,
  locations.restoreLocation,
  locations.changeLocations,
  locations.changeMatchingLocations,
  locations.undoLocationDeletion,
  locations.getLocationEditor,
  locations.geocodeLocation,
  orphanScans.listOrphanScans,
  orphanScans.getOrphanScan,
  orphanScans.makeOrphanCode,
  orphanScans.resumeOrphanCode,
  locationBatches.checkLocationBatch,
  locationBatches.createLocationBatch,
  locationBatches.listLocationBatches,
  locationBatches.getLocationBatch,
  listingPictures.putListingPicture,
  listingPictures.deleteListingPicture,
  listingPictures.getListingPicture,
  content.changeListings,
  content.changeMatchingListings,
  content.undoDeletion,
  listingImports.exportListings,
  listingImports.startListingImport,
  listingImports.listListingImports,
  listingImports.getListingImport,
  listingImports.listImportRows,
  listingImports.setImportColumns,
  listingImports.importListings,
  places.getPlace,
  places.getPlacePack,

  scanning.recordScan,
  scanning.codeImage,

  accounts.getMe,
  accounts.requestMagicLink,
  accounts.verifyMagicLink,
  accounts.signOut,
  accounts.signOutByLink,
  accounts.beginGoogleSignIn,
  accounts.beginFallbackSignIn,
  accounts.completeGoogleSignIn,
  accounts.listSessions,
  accounts.endOneSession,
  accounts.endAllSessions,

  privacy.downloadOwnData,
  privacy.eraseOwnAccount,
  privacy.getPrivacy,
  privacy.listPrivacyRequests,
  privacy.getPrivacyWork,
  profiles.getProfile,
  profiles.createProfile,
  profiles.updateProfile,
  profiles.migrateRole,

  invitations.invite,
  invitations.listInvitations,
  invitations.resendInvitation,
  invitations.revokeInvitation,
  invitations.validateInvitation,
  invitations.acceptInvitation,
  invitations.sendInvitationLink,

  organisations.getOrganisation,
  organisations.listMembers,
  organisations.changeMember,
  organisations.removeMember,
  organisations.leaveOrganisation,
  organisations.handOver,
  organisations.inviteStaff,
  organisations.listStaffInvitations,
  organisations.resendStaffInvitation,
  organisations.revokeStaffInvitation,
  organisations.setOrganisationState,

  partners.listPartners,
  partnerView.viewOverview,
  partnerView.viewCodes,
  partnerView.viewPerformance,
  partnerView.viewSettings,
  partnerView.logPartnerView,
  partnerView.listAdminViews,

  auditLog.listAuditLog,
  auditLog.exportAuditLog,
  auditLog.getAuditEntry,
  auditLog.checkAuditLog,

  firstSteps.getFirstSteps,
  qrCodes.listQrCodes,
  qrCodes.changeQrCode,
  ownPlaces.listOwnPlaces,
  ownPlaces.getOwnPlace,
  ownPlaces.arrangePlace,
  ownPlaces.getPlaceListings,
  placeLists.listPlaceLists,
  placeLists.getPlaceList,
  placeLists.putPlaceList,
  placeLists.previewPlace,
  placeProposals.proposeForPlace,
  applications.apply,
  applications.listApplications,
  applications.inviteApplicant,
  applications.declineApplication,
  placeProposals.listPlaceProposals,
  placeProposals.withdrawProposal,
  placeProposals.getProposedPicture,
  placeProposals.getPlacePicture,
  placeProposals.listAllProposals,
  placeProposals.getAnyProposedPicture,
  placeProposals.approveProposal,
  placeProposals.declineProposal,
  ownListings.listOwnListings,
  ownListings.createOwnListing,
  ownListings.getOwnListingEditor,
  ownListings.getOwnListing,
  ownListings.updateOwnListing,
  ownListings.stepOwnListing,
  ownListings.deleteOwnListing,
  ownPictures.getOwnPictures,
  ownPictures.sendOwnPicture,
  ownPictures.arrangeOwnPictures,
  ownPictures.getListingDetails,
  listingProposals.listListingProposals,
  listingProposals.approveListing,
  listingProposals.declineListing,
  printKits.checkPrintKit,
  printKits.getPrintKit,
  qrRequests.submitQrRequest,
  qrRequests.listQrRequests,
  qrRequests.listAllQrRequests,
  qrRequests.approveQrRequest,
  qrRequests.rejectQrRequest,
  partnerPerformance.getPerformance,
  partnerPerformance.getCodeDays,
  partnerPerformance.exportReport,
  partnerSettings.getPartnerSettings,
  partnerSettings.savePartnerSettings,
  partnerSettings.getOwnReports,
  partnerSettings.chooseOwnReports,
  reportMails.openReportMail,
  reportMails.endReportMails,

  passkeys.passkeyRegistrationOptions,
  passkeys.registerPasskey,
  passkeys.listPasskeys,
  passkeys.deletePasskey,
  passkeys.resetPasskeys,
  passkeys.confirmationOptions,
  passkeys.confirmWithPasskey,

  reports.trackError,
  reports.reportError,

  faults.listFaults,
  faults.getFault,
  faults.setFaultState,

  securityDesk.listSecurityEvents,
  securityDesk.resolveSecurityEvent,
  securityDesk.getSystemHealth,
  securityDesk.listSecurityAlerts,
  securityDesk.dismissSecurityAlert,
  securityDesk.getApiSecurity,

  bookings.recordConversion,
  bookings.listBookings,
  bookings.listAllBookings,
  bookings.summarizeBookings,
  bookings.addBookingDetails,
  bookings.decideBooking,
  bookings.bookingCalendarFile,

  revenue.claimFareharborBooking,
  revenue.claimViatorBooking,

  platformBookings.listPlatformBookings,
  platformBookings.matchPlatformBooking,
  platformBookings.unmatchPlatformBooking,
  platformBookings.dismissPlatformBooking,

  rateCards.listRateCards,
  rateCards.getRateCard,
  rateChanges.listRateChanges,
  rateChanges.getRateChange,
  rateChanges.proposeRateCard,
  rateChanges.confirmRateChange,
  rateChanges.withdrawRateChange,
  rateChanges.proposeOrganisationTerms,
  partnerTerms.getOrganisationTerms,
  commission.startPayoutRun,
  commission.listPayouts,
  payoutBookings.listPayoutBookings,
  commission.releasePayouts,
  commission.withdrawPayouts,
  commission.trialBalance,
  commission.getEarnings,
  commission.listOwnPayouts,
  ownCommissions.listOwnCommissions,
  commission.getStatement,
  commission.getStatementFile,
  explanation.explainBooking,
  ledgerEntries.listAccountEntries,
  holds.listHolds,
  holds.countHolds,
  holds.decideHolds,
  holds.decideMatchingHolds,

  statementImports.startStatementImport,
  statementImports.listStatementImports,
  statementImports.getStatementImport,
  statementImports.listStatementRows,
  statementImports.setStatementMap,
  statementImports.applyStatementImport,
  reconciliation.reconcile,
  reconciliation.listDifferences,
  reconciliation.getDifferencesFile,

  inquiries.sendInquiry,
  inquiries.listInquiries,
  inquiries.answerInquiry,

  reviews.postReview,
  reviews.listListingReviews,
  reviews.listReviews,
  reviews.moderateReview,
  reviews.leaveReview,
  reviews.reportReview,

  campaigns.listCampaigns,
  campaigns.getCampaign,
  campaigns.getCampaignEditor,
  campaigns.createCampaign,
  campaigns.updateCampaign,
  campaigns.stepCampaign,
  campaigns.creditCampaign,
  campaigns.deleteCampaign,
  campaigns.getSponsored,
  campaignResults.getCampaignResults,
  campaignResults.getCampaignResultsChoices,
  campaignResults.getCampaignResultsFile,
  campaignInvoices.listInvoices,
  campaignInvoices.getInvoice,
  campaignInvoices.getInvoiceFile,
  campaignInvoices.payInvoice,

  saved.listSaved,
  saved.listSavedIds,
  saved.putSaved,
  saved.deleteSaved,
  saved.mergeSaved,

  activity.getActivity,
  activity.getTravelerAnalytics,

  analytics.recordEvents,
  analyticsFigures.getAnalyticsOverview,
  analyticsFigures.getRevenueAnalytics,
  analyticsFigures.getBusinessIntelligence,
  analyticsFigures.listFigureRows,
  analyticsFigures.getSystemPerformance,
  analyticsFigures.getUserBehavior,

  recommendations.recommend,

  news.receiveNews,
  news.receiveFareharborNews,
  news.listNews,
  news.readNews,
  news.retryNews,
  news.discardNews,

  today.getToday,
  platformFigures.getPlatformMetrics,
  platformFigures.getPlatformSummary,
  platformFigures.getPlatformPerformance,
  platformFigures.listTopAdvertisers,
  platformReports.generateReport,
  platformReports.listReportSubscriptions,
  platformReports.putReportSubscription,
  commissionOverview.getCommissionOverview,

  find.findByName,

  knowledge.listTools,
  knowledge.getTool,

  users.listUsers,
  users.exportUsers,
  users.getUser,
  users.changeUserRole,
  users.setUserState,
  users.endUserSessions,
  users.suspendUsers,
  users.suspendMatchingUsers,

  work.summarizeWork,
  work.listDeadLetters,
  work.retryDeadLetter,
  work.discardDeadLetter,
  work.exportScans,
  work.exportRawRows,
  work.listLongWork,
  work.getLongWork,
  work.cancelLongWork,
  work.fetchLongWorkResult,

  uploads.uploadStatement,
  uploads.uploadListings,
  uploads.uploadLocations,
  uploads.uploadPicture,
  uploads.uploadPlacePicture,

  embedding.listEmbedHosts,
  embedding.setEmbedHosts,

  demo.demoCodes,
  demo.demoCodesPage,
  demo.demoMailPage,
] as const satisfies readonly Endpoint[];

type Declared = (typeof contract)[number];

/** Every endpoint by its key, `METHOD /path`; the browser's client is typed by this alone, at no cost in bytes. */
export type Contract = { [E in Declared as EndpointKey<E>]: E };
