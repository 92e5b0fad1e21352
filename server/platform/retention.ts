/**
 * How long each kind of row is kept that nothing else takes away. What has an end of its own (a link, a session, a sign-in that is
 * under way) is counted from there, everything else from its beginning. Applied by server/tidying.ts. The ledger of commissions and its
 * rate cards and what is proposed of rates, holds, payouts and partners' statements are kept for good.
 */
export const retention = {
  /** What visitors do in the guide: months that are over go whole, by drop_old_event_months of the database. */
  eventMonths: 13,
  /** Network addresses in security events, and the events themselves: 13 months, before which the database refuses to delete one. */
  eventAddressDays: 90,
  securityEventDays: 396,
  /** Scans that credit nobody, how many of them were of wrong codes, and their codes, from the last scan; of codes only so many, as anybody can invent them. */
  orphanScanDays: 396,
  orphanCodes: 100_000,
  /** Alerts of the security desk, from their end: they name an account or an address, as events do. */
  securityAlertDays: 90,
  /** What was found of codes, from its end. */
  codeAlertDays: 90,
  /** Which networks scans came from, at most: a month's are forgotten together. */
  scanNetworkDays: 90,
  /** When an impression was counted last, which matters for ten minutes. */
  countedImpressionDays: 1,
  /** What pages and people report about errors. */
  errorReportDays: 90,
  /** A used or expired link is told apart from an unknown one for so long. */
  signInLinkDays: 1,
  /** Sessions, and accounts of providers that were never proven. Sign-ins under way go when they end. */
  endedSignInDays: 1,
  /** News of others' servers, from when it was done or found unreadable. */
  newsDays: 90,
  /** What a platform told of bookings that are nobody's: as long as statements are compared with them. */
  unmatchedBookingDays: 396,
  /** Who left an organisation: as long as statements tell of what was booked then. */
  pastMemberDays: 396,
  /** A statement that was taken up and never applied. What was applied is kept, as the ledger is. */
  unappliedStatementDays: 30,
  /** What long work made can be fetched for so long; that there was such work is kept longer. */
  longWorkResultDays: 7,
  longWorkDays: 90,
  /** A file that was sent and that no feature has taken up. */
  uploadDays: 1,
  /** Who was mailed the reports of a period, from its end: longer than a quarter, so that the newest of each frequency is known. */
  partnerReportDays: 396,
  /** What readers report of reviews. */
  reviewReportDays: 396,
  /** Applications through the public form, from the decision; one that nobody decided, from its beginning. */
  applicationDays: 396,
  /** Which visit saw a sponsored card, or opened it, and where: it counts once a day. What was counted is kept added up. */
  sponsoredViewDays: 7,
  /** Which visit clicked one: bookings come of clicks of the month before, and their results are told for a year. */
  sponsoredClickDays: 396,
  /** What people asked for of their own data, from when it was done. */
  privacyRequestDays: 396,
  /** How quickly requests were answered: by minutes as far as the 24 hours before the last, by days as far as the year before the last. */
  requestMinuteDays: 3,
  requestHourDays: 93,
  requestDayDays: 761,
  /** Jobs that failed for good; of mail whom it was for and its subject, not what it said. */
  deadLetterDays: 30,
} as const;
