/**
 * Who gets which answer, kept by hand from the specification and never derived from the contract's own declarations.
 * One status for each caller, in this order. Somebody deactivated is nobody; a newcomer has an account and no profile yet, and
 * counts as a traveler where a role is asked for.
 */
export const callerKinds = ['nobody', 'traveler', 'partner', 'advertiser', 'admin', 'newcomer', 'deactivated'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** Whose the row is that is asked for: the caller's, somebody else's, nobody's because there is none. `any`: there is no row. */
export const rows = ['any', 'own', 'foreign', 'missing'] as const;
export type Row = (typeof rows)[number];

type Statuses = readonly [number, number, number, number, number, number, number];
const all = (status: number): Statuses => [status, status, status, status, status, status, status];
const signedIn = (status: number): Statuses => [401, status, status, status, status, status, 401];
const admins = (status: number): Statuses => [401, 403, 403, 403, status, 403, 401];
const owners = (status: number): Statuses => [401, 403, status, status, 403, 403, 401];
/** Of partners for their own, which an admin may look at. */
const partners = (own: number, admin = own): Statuses => [401, 403, own, 403, admin, 403, 401];
/** Of somebody else's row, which is none for all but admins. */
const ownOrAdmins = (status: number): Statuses => [401, 404, 404, 404, status, 404, 401];
/** Whose organisation was allowed what is asked for. */
const organisationsAndAdmins = (status: number): Statuses => [401, 403, status, status, status, 403, 401];
/** Of advertisers for their own, and of administrators for all. */
const advertisersAndAdmins = (own: number, admin = own): Statuses => [401, 403, 403, own, admin, 403, 401];
/** Of advertisers for their own alone. */
const advertisers = (own: number): Statuses => [401, 403, 403, own, 403, 403, 401];
const travelers = (status: number): Statuses => [401, status, 403, 403, 403, status, 401];

/** Of an organisation's campaign. */
const campaigns = (status: number): Partial<Record<Row, Statuses>> => ({
  own: advertisersAndAdmins(status),
  foreign: advertisersAndAdmins(404, status),
  missing: advertisersAndAdmins(404),
});

export const accessTable: Record<string, Partial<Record<Row, Statuses>>> = {
  'GET /healthz': { any: all(200) },
  'GET /readyz': { any: all(200) },
  'GET /metrics': { any: all(200) },
  'GET /api/openapi.json': { any: all(200) },
  'GET /api/docs': { any: all(200) },
  'GET /licenses': { any: all(200) },

  'GET /api/business-listings': { any: all(200) },
  'GET /api/business-listings/summary': { any: all(200) },
  'GET /api/business-listings/map': { any: all(200) },
  // A listing belongs to an advertiser, and is public.
  'GET /api/business-listings/{id}': { own: all(200), foreign: all(200), missing: all(404) },
  'POST /api/business-listings': { any: admins(201) },
  'PUT /api/business-listings/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'DELETE /api/business-listings/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/sponsored': { any: all(200) },
  'GET /api/campaigns': { any: advertisersAndAdmins(200) },
  'POST /api/campaigns': { any: advertisersAndAdmins(201, 403) },
  'GET /api/campaign-editor': { any: advertisersAndAdmins(200) },
  'GET /api/campaigns/{id}': campaigns(200),
  'PUT /api/campaigns/{id}': campaigns(200),
  'DELETE /api/campaigns/{id}': campaigns(200),
  'POST /api/campaigns/{id}/state': campaigns(200),
  'GET /api/campaign-results': { any: advertisersAndAdmins(200) },
  'GET /api/campaign-results/choices': { any: advertisersAndAdmins(200) },
  'GET /api/campaign-results/file': { any: advertisersAndAdmins(200) },
  'GET /api/campaign-invoices': { any: advertisersAndAdmins(200) },
  'GET /api/campaign-invoices/{id}': campaigns(200),
  'GET /api/campaign-invoices/{id}/file': campaigns(200),
  'POST /api/campaign-invoices/{id}/paid': { own: admins(201), foreign: admins(201), missing: admins(404) },
  'POST /api/campaigns/{id}/credits': { own: admins(201), foreign: admins(201), missing: admins(404) },
  'GET /api/admin/listings': { any: admins(200) },
  'GET /api/admin/listings/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/listings/{id}/restore': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/admin/locations': { any: admins(200) },
  'GET /api/admin/locations/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/locations': { any: admins(201) },
  'PUT /api/admin/locations/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'DELETE /api/admin/locations/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/locations/{id}/restore': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/admin/location-editor': { any: admins(200) },
  // No geocoder is set up there.
  'POST /api/admin/locations/change': { own: admins(200), foreign: admins(200), missing: admins(200) },
  'POST /api/admin/locations/change-matching': { any: admins(201) },
  'POST /api/admin/locations/undo-deletion': { foreign: admins(201), missing: admins(404) },
  'POST /api/admin/locations/geocode': { any: admins(409) },
  'GET /api/admin/orphan-scans': { any: admins(200) },
  'GET /api/admin/orphan-scans/{code}': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/orphan-scans/{code}/code': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/orphan-scans/{code}/resume': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/location-batches/check': { any: admins(200) },
  'POST /api/admin/location-batches': { any: admins(201) },
  'GET /api/admin/location-batches': { any: admins(200) },
  'GET /api/admin/location-batches/{id}': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/listings/change': { own: admins(200), foreign: admins(200), missing: admins(200) },
  'POST /api/admin/listings/change-matching': { any: admins(201) },
  'POST /api/admin/listings/undo-deletion': { foreign: admins(201), missing: admins(404) },
  // A place belongs to a partner, and is public.
  'GET /api/locations/{id}': { own: all(200), foreign: all(200), missing: all(404) },
  'PUT /api/admin/listings/{id}/picture': { own: admins(200), foreign: admins(404), missing: admins(404) },
  'DELETE /api/admin/listings/{id}/picture': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /listing-pictures/{id}/{file}': { foreign: all(200), missing: all(404) },
  'GET /place-pictures/{id}': { foreign: all(200), missing: all(404) },
  'GET /api/locations/{id}/pack': { own: all(200), foreign: all(200), missing: all(404) },
  'POST /api/qr/scan': { foreign: all(200), missing: all(404) },
  'GET /api/qr/codes/{qr_code_id}/image': { foreign: all(200), missing: all(404) },

  'GET /api/users/me': { any: signedIn(200) },
  'POST /api/auth/magic-link': { any: all(202) },
  'POST /api/auth/magic-link/verify': { own: [200, 200, 200, 200, 200, 200, 403], missing: all(400) },
  'POST /api/logout': { any: all(200) },
  'GET /api/logout': { any: all(200) },
  'GET /api/oauth/google/redirect_url': { any: all(200) },
  'GET /api/oauth/google/redirect_url/fallback': { any: all(200) },
  'POST /api/sessions': { missing: all(400) },
  'GET /api/sessions': { any: signedIn(200) },
  'DELETE /api/sessions/{id}': { own: signedIn(200), foreign: signedIn(404), missing: signedIn(404) },
  'POST /api/sessions/end-all': { any: signedIn(200) },
  'GET /api/users/me/data': { any: signedIn(200) },
  // Others depend on an organisation and on administrators: they hand over first.
  'GET /api/privacy': { any: all(200) },
  // Browsers ask the map's own server, unless a setting says otherwise.
  'GET /api/map/tiles/{layer}/{z}/{x}/{y}': { missing: all(404) },
  'GET /api/security/privacy-requests': { any: admins(200) },
  'GET /api/security/privacy': { any: admins(200) },
  'POST /api/users/me/erase': { any: [401, 200, 409, 409, 409, 200, 401] },

  'GET /api/profiles': { any: signedIn(200) },
  // Only travelers, and who is nothing yet, go through the onboarding.
  'POST /api/profiles': { any: [401, 201, 409, 409, 409, 201, 401] },
  'PUT /api/profiles': { any: [401, 200, 200, 200, 200, 409, 401] },
  'POST /api/profiles/migrate-role': { any: [401, 200, 200, 200, 200, 409, 401] },

  'POST /api/stakeholder/invite': { any: admins(201) },
  'GET /api/stakeholder/invitations': { any: admins(200) },
  // Every administrator looks after all invitations.
  'POST /api/stakeholder/invitations/{id}/resend': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/stakeholder/invitations/{id}/revoke': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/stakeholder/validate/{token}': { own: all(200), foreign: all(200), missing: all(404) },
  // As a partner: no advertiser and no admin loses their role by it.
  'POST /api/stakeholder/accept/{token}': {
    own: [401, 200, 200, 409, 409, 200, 401],
    foreign: signedIn(403),
    missing: signedIn(404),
  },
  'POST /api/stakeholder/magic-link/{token}': { own: all(202), foreign: all(202), missing: all(404) },

  // Of one's own organisation; what is another's is not there. An admin may look, and suspend.
  'GET /api/organisation': { any: owners(200) },
  'GET /api/organisations/{id}/members': {
    own: [401, 403, 200, 200, 200, 403, 401],
    foreign: [401, 403, 404, 404, 200, 403, 401],
    missing: [401, 403, 404, 404, 404, 403, 401],
  },
  'PATCH /api/organisation/members/{user_id}': { own: owners(200), foreign: owners(404), missing: owners(404) },
  'DELETE /api/organisation/members/{user_id}': { own: owners(200), foreign: owners(404), missing: owners(404) },
  // Who calls is the only owner: there is nobody whom it could stay with.
  'POST /api/organisation/leave': { any: owners(409) },
  'POST /api/organisation/hand-over': { own: owners(200), foreign: owners(404), missing: owners(404) },
  'POST /api/organisation/invitations': { any: owners(201) },
  'GET /api/organisation/invitations': { any: owners(200) },
  'POST /api/organisation/invitations/{id}/resend': { own: owners(200), foreign: owners(404), missing: owners(404) },
  'POST /api/organisation/invitations/{id}/revoke': { own: owners(200), foreign: owners(404), missing: owners(404) },
  'PATCH /api/organisations/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },

  // A partner's own codes, figures and settings; an administrator decides what is asked for.
  'GET /api/partner-portal/qr-codes/{partnerId}': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/first-steps': { any: partners(200, 403) },
  'GET /api/partner-portal/admin-views': { any: partners(200, 403) },
  'PATCH /api/partner-portal/qr-code/{qr_code_id}': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/places': { any: partners(200, 403) },
  'GET /api/partner-portal/places/{id}': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'PUT /api/partner-portal/places/{id}/listings': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/places/{id}/proposals': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'POST /api/partner-portal/places/{id}/proposals': {
    own: partners(201, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'POST /api/partner-portal/place-proposals/{id}/withdraw': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/place-proposals/{id}/picture': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'POST /api/applications': { any: all(202) },
  'GET /api/admin/applications': { any: admins(200) },
  'POST /api/admin/applications/{id}/invite': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/applications/{id}/decline': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/place-proposals': { any: admins(200) },
  'GET /api/admin/place-proposals/{id}/picture': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/place-proposals/{id}/approve': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/place-proposals/{id}/decline': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/own-listing-editor': { any: advertisers(200) },
  'GET /api/own-listings': { any: advertisers(200) },
  'POST /api/own-listings': { any: advertisers(201) },
  'GET /api/own-listings/{id}': { own: advertisers(200), foreign: advertisers(404), missing: advertisers(404) },
  'PUT /api/own-listings/{id}': { own: advertisers(200), foreign: advertisers(404), missing: advertisers(404) },
  'POST /api/own-listings/{id}/state': { own: advertisers(200), foreign: advertisers(404), missing: advertisers(404) },
  'DELETE /api/own-listings/{id}': { own: advertisers(200), foreign: advertisers(404), missing: advertisers(404) },
  'GET /api/own-listings/{id}/pictures': {
    own: advertisers(200),
    foreign: advertisers(404),
    missing: advertisers(404),
  },
  'POST /api/own-listings/{id}/pictures': {
    own: advertisers(200),
    foreign: advertisers(404),
    missing: advertisers(404),
  },
  'PUT /api/own-listings/{id}/pictures': {
    own: advertisers(200),
    foreign: advertisers(404),
    missing: advertisers(404),
  },
  'GET /api/business-listings/{id}/details': { own: all(200), foreign: all(200), missing: all(404) },
  'GET /api/admin/listing-proposals': { any: admins(200) },
  'POST /api/admin/listing-proposals/{id}/approve': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/listing-proposals/{id}/decline': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/admin/location-lists': { any: admins(200) },
  'GET /api/admin/locations/{id}/list': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/locations/{id}/list': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/admin/locations/{id}/preview': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/admin/places/{id}/listings': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/partner-portal/qr-code/{qr_code_id}/print-kit': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/qr-code/{qr_code_id}/print-kit/file': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/qr-requests/{partnerId}': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'POST /api/partner-portal/qr-request': {
    own: partners(201, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/admin/today': { any: admins(200) },
  'GET /api/admin/find': { any: admins(200) },
  'GET /api/knowledge': { any: admins(200) },
  'GET /api/knowledge/{slug}': { foreign: admins(200), missing: admins(404) },
  'GET /api/analytics/performance': { any: admins(200) },
  'GET /api/analytics/behavior': { any: admins(200) },
  'GET /api/admin/platform-metrics': { any: admins(200) },
  'GET /api/admin/platform-summary': { any: admins(200) },
  'GET /api/admin/platform-performance': { any: admins(200) },
  'GET /api/admin/top-advertisers': { any: admins(200) },
  'GET /api/admin/commission-overview': { any: admins(200) },
  'POST /api/reports/generate': { any: admins(200) },
  'GET /api/admin/report-subscriptions': { any: admins(200) },
  'PUT /api/admin/report-subscriptions': { any: admins(200) },
  'GET /api/analytics/overview': { any: partners(200) },
  'GET /api/analytics/revenue': { any: partners(200) },
  'GET /api/analytics/business-intelligence': { any: partners(200) },
  'GET /api/analytics/rows': { any: admins(200) },
  'GET /api/admin/partners': { any: admins(200) },
  'GET /api/admin/partner-view/{id}': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/partner-view/{id}/qr-codes': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/partner-view/{id}/performance': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/partner-view/{id}/settings': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/audit-log': { foreign: admins(201), missing: admins(404) },
  'GET /api/admin/audit-log': { any: admins(200) },
  'GET /api/admin/audit-log/export': { any: admins(200) },
  'GET /api/admin/audit-log/{id}': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/audit-log/check': { any: admins(201) },
  'GET /api/admin/qr-requests': { any: admins(200) },
  'POST /api/partner-portal/qr-request/{id}/auto-approve': {
    own: admins(200),
    foreign: admins(200),
    missing: admins(404),
  },
  'POST /api/admin/qr-requests/{id}/reject': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'GET /api/partner-portal/performance': { any: partners(200, 403) },
  'GET /api/partner-portal/performance/places/{id}': {
    own: partners(200, 403),
    foreign: partners(404, 403),
    missing: partners(404, 403),
  },
  'GET /api/partner-portal/export-report': { any: partners(200, 403) },
  'GET /api/partner-portal/settings': { any: partners(200, 403) },
  'POST /api/partner-portal/settings': { any: partners(200, 403) },
  'GET /api/partner-portal/reports': { any: partners(200, 403) },
  'PUT /api/partner-portal/reports': { any: partners(200, 403) },
  // Whoever holds the link of a mail, whatever else they are; it leads to a page, whatever it is.
  'GET /api/report-mails/{token}': { foreign: all(302), missing: all(302) },
  'POST /api/report-mails/{token}': { foreign: all(200), missing: all(404) },

  'POST /api/passkeys/registration-options': { any: signedIn(200) },
  'POST /api/passkeys': { any: signedIn(201), missing: signedIn(400) },
  'GET /api/passkeys': { any: signedIn(200) },
  'DELETE /api/passkeys/{id}': { own: signedIn(200), foreign: signedIn(404), missing: signedIn(404) },
  // One's own are taken away one by one, with one of them.
  'DELETE /api/admin/users/{id}/passkeys': { own: signedIn(403), foreign: admins(200), missing: admins(404) },
  'POST /api/passkeys/confirmation-options': { own: signedIn(200), missing: signedIn(409) },
  'POST /api/passkeys/confirm': { own: signedIn(200), foreign: signedIn(400), missing: signedIn(400) },

  'POST /api/analytics/events': { any: all(202) },

  // Of the caller's own id, of another's, of a listing that is not there.
  'POST /api/platform-ai/recommendations': {
    own: [401, 200, 403, 403, 200, 200, 401],
    foreign: [401, 404, 403, 403, 404, 404, 401],
    missing: [401, 404, 403, 403, 404, 404, 401],
  },

  'GET /api/embed-hosts': { any: all(200) },
  'PUT /api/embed-hosts': { any: admins(200) },

  'POST /api/errors/track': { any: all(202) },
  'POST /api/errors/report': { any: all(202) },

  // Only travelers book; admin sees the page of bookings too.
  'POST /api/qr/booking-conversion': { foreign: travelers(201), missing: travelers(404) },
  'GET /api/bookings': { any: [401, 200, 403, 403, 200, 200, 401] },
  'GET /api/admin/bookings': { any: admins(200) },
  'GET /api/bookings/summary': { any: admins(200) },
  'PUT /api/bookings/{id}/details': { own: travelers(200), foreign: travelers(404), missing: travelers(404) },
  'PATCH /api/bookings/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  // An administrator has no bookings of their own.
  'GET /api/bookings/{id}/calendar.ics': {
    own: [401, 200, 403, 403, 200, 200, 401],
    foreign: [401, 404, 403, 403, 404, 404, 401],
    missing: [401, 404, 403, 403, 404, 404, 401],
  },
  // A browser tells of its traveler's own bookings; whose somebody else's are is none of its business.
  'POST /api/revenue/fareharbor/booking': { own: travelers(200), foreign: travelers(404), missing: travelers(404) },
  'POST /api/revenue/viator/booking': { own: travelers(200), foreign: travelers(404), missing: travelers(404) },
  'GET /api/admin/platform-bookings': { any: admins(200) },
  'POST /api/admin/platform-bookings/{id}/match': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/platform-bookings/{id}/unmatch': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/platform-bookings/{id}/dismiss': { foreign: admins(200), missing: admins(404) },
  // A partner sees its own money; what the platform pays, and what is everybody's, administrators alone.
  'GET /api/bookings/{id}/explanation': { own: partners(200), foreign: partners(404, 200), missing: partners(404) },
  'GET /api/organisations/{id}/earnings': { own: partners(200), foreign: partners(404, 200), missing: partners(404) },
  'GET /api/organisations/{id}/payouts': { own: partners(200), foreign: partners(404, 200), missing: partners(404) },
  'GET /api/organisations/{id}/commissions': {
    own: partners(200),
    foreign: partners(404, 200),
    missing: partners(404),
  },
  'GET /api/organisations/{id}/statements/{month}': {
    own: partners(200),
    foreign: partners(404, 200),
    missing: partners(404),
  },
  'GET /api/organisations/{id}/statements/{month}/file': {
    own: partners(200),
    foreign: partners(404, 200),
    missing: partners(404),
  },
  'GET /api/admin/rate-cards': { any: admins(200) },
  'GET /api/admin/rate-cards/{id}': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/rate-cards': { any: admins(201) },
  'GET /api/admin/organisations/{id}/terms': { foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/organisations/{id}/terms': { foreign: admins(200), missing: admins(404) },
  // Proposed by another administrator.
  'GET /api/admin/rate-changes': { any: admins(200) },
  'GET /api/admin/rate-changes/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/rate-changes/{id}/confirm': { own: admins(403), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/rate-changes/{id}/withdraw': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/payout-runs': { any: admins(201) },
  'GET /api/admin/payouts': { any: admins(200) },
  'GET /api/admin/payouts/{id}/bookings': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/holds': { any: admins(200) },
  'GET /api/admin/holds/rules': { any: admins(200) },
  'POST /api/admin/holds/decide': { foreign: admins(200), missing: admins(200) },
  'POST /api/admin/holds/decide-matching': { any: admins(201) },
  // Prepared by another administrator; an unknown one is left out.
  'POST /api/admin/payouts/release': { own: admins(403), foreign: admins(200), missing: admins(200) },
  'POST /api/admin/payouts/withdraw': { own: admins(200), foreign: admins(200), missing: admins(200) },
  'GET /api/admin/ledger/accounts': { any: admins(200) },
  'GET /api/admin/ledger/accounts/{id}/entries': { foreign: admins(200), missing: admins(404) },
  // What somebody has sent, they alone take up.
  'POST /api/admin/listing-imports': { own: admins(201), foreign: admins(404), missing: admins(404) },
  'GET /api/admin/listing-imports': { any: admins(200) },
  'GET /api/admin/listing-imports/{id}': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/listing-imports/{id}/rows': { foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/listing-imports/{id}/columns': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/listing-imports/{id}/import': { foreign: admins(201), missing: admins(404) },
  'POST /api/admin/statement-imports': { own: admins(201), foreign: admins(404), missing: admins(404) },
  'GET /api/admin/statement-imports': { any: admins(200) },
  'GET /api/admin/statement-imports/{id}': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/statement-imports/{id}/rows': { foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/statement-imports/{id}/map': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/statement-imports/{id}/apply': { foreign: admins(201), missing: admins(404) },
  'GET /api/admin/reconciliation': { any: admins(200) },
  'GET /api/admin/reconciliation/{platform}/{month}': { any: admins(200), missing: admins(200) },
  'GET /api/admin/reconciliation/{platform}/{month}/file': { any: admins(200), missing: admins(200) },
  'POST /api/bookings/inquiries': { foreign: travelers(201), missing: travelers(404) },
  'GET /api/bookings/inquiries': { any: admins(200) },
  'PATCH /api/bookings/inquiries/{id}': { foreign: admins(200), missing: admins(404) },

  'POST /api/reviews': { own: travelers(201), foreign: travelers(404), missing: travelers(404) },
  // Whoever wrote it: reviews are public once they are shown.
  'GET /api/business-listings/{id}/reviews': { any: all(200), missing: all(404) },
  'GET /api/reviews': { any: admins(200) },
  'POST /api/reviews/{id}/leave': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'POST /api/reviews/{id}/report': { own: all(202), foreign: all(202), missing: all(404) },
  'PATCH /api/reviews/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },

  // Everybody's own list: what somebody else has saved is neither seen nor touched. Only travelers save; admin may look.
  'GET /api/saved': { any: [401, 200, 403, 403, 200, 200, 401] },
  'GET /api/saved/ids': { any: [401, 200, 403, 403, 200, 200, 401] },
  'PUT /api/saved/{listing_id}': { own: travelers(200), foreign: travelers(200), missing: travelers(404) },
  'DELETE /api/saved/{listing_id}': { own: travelers(200), foreign: travelers(200), missing: travelers(200) },
  'POST /api/saved/merge': { foreign: travelers(200), missing: travelers(200) },
  'GET /api/activity': { any: [401, 200, 403, 403, 200, 200, 401] },
  'GET /api/analytics/traveler': { any: [401, 200, 403, 403, 200, 200, 401] },

  // Whoever knows the secret, whatever else they are.
  'POST /api/news/{source}/{secret}': { foreign: all(202), missing: all(404) },
  'POST /api/webhooks/fareharbor/{secret}': { foreign: all(200), missing: all(404) },
  'GET /api/admin/news': { any: admins(200) },
  'GET /api/admin/news/{id}': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/news/{id}/retry': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/news/{id}/discard': { foreign: admins(200), missing: admins(404) },
  'GET /api/admin/faults': { any: admins(200) },
  'GET /api/admin/faults/{id}': { foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/faults/{id}/state': { foreign: admins(200), missing: admins(404) },
  'GET /api/security/events': { any: admins(200) },
  'POST /api/security/events/{id}/resolve': { foreign: admins(200), missing: admins(404) },
  'GET /api/security/system-health': { any: admins(200) },
  'GET /api/security/alerts': { any: admins(200) },
  'POST /api/security/alerts/{id}/dismiss': { foreign: admins(200), missing: admins(404) },
  'GET /api/security/api': { any: admins(200) },
  'GET /api/admin/users': { any: admins(200) },
  'GET /api/admin/users/export': { any: admins(200) },
  'GET /api/admin/users/{id}': { own: admins(200), foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/users/{id}/role': { own: admins(403), foreign: admins(200), missing: admins(404) },
  'PUT /api/admin/users/{id}/state': { own: admins(403), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/users/{id}/end-sessions': { own: admins(403), foreign: admins(200), missing: admins(404) },
  'POST /api/admin/users/suspend': { own: admins(200), foreign: admins(200), missing: admins(200) },
  'POST /api/admin/users/suspend-matching': { any: admins(201) },
  'GET /api/admin/work': { any: admins(200) },
  'GET /api/admin/dead-letters': { any: admins(200) },
  'POST /api/admin/dead-letters/{id}/retry': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/dead-letters/{id}/discard': { foreign: admins(200), missing: admins(404) },
  'POST /api/admin/exports/events': { any: admins(201) },
  'POST /api/admin/exports/listings': { any: admins(201) },
  'POST /api/admin/exports/scans': { any: admins(201) },
  'GET /api/long-work': { any: signedIn(200) },
  // An export, which administrators alone may ask for: whoever is none any more has no longer what they asked for.
  'GET /api/long-work/{id}': { own: ownOrAdmins(200), foreign: ownOrAdmins(200), missing: signedIn(404) },
  'POST /api/long-work/{id}/cancel': { own: ownOrAdmins(200), foreign: ownOrAdmins(200), missing: signedIn(404) },
  'GET /api/long-work/{id}/result': { own: ownOrAdmins(200), foreign: ownOrAdmins(200), missing: signedIn(404) },

  // Tables are for whoever runs the network; pictures are an advertiser's, and a partner's logo.
  'POST /api/uploads/statement': { any: admins(201) },
  'POST /api/uploads/listings': { any: admins(201) },
  'POST /api/uploads/locations': { any: admins(201) },
  'POST /api/uploads/picture': { any: organisationsAndAdmins(201) },
  'POST /api/uploads/place-picture': { any: partners(201, 403) },

  'GET /dev/codes.json': { any: all(200) },
  'GET /dev/codes': { any: all(200) },
  'GET /dev/mail': { any: all(200) },
};

/** Where the word commission may stand in an answer to others than admins, each with its reason. */
export const tellsOfCommission = new Map([
  ['GET /api/partner-portal/performance', "a partner's own share"],
  ['GET /api/partner-portal/export-report', 'the same'],
  ['GET /api/analytics/revenue', 'the same'],
  ['GET /api/partner-portal/settings', "names a partner's own tier"],
  ['POST /api/partner-portal/settings', 'the same'],
  ['GET /api/own-listings/{id}', "an advertiser's own rate"],
  ['POST /api/own-listings', 'the same'],
  ['PUT /api/own-listings/{id}', 'the same'],
  ['POST /api/own-listings/{id}/state', 'the same'],
  ['GET /api/openapi.json', 'describes the fields that admins get'],
  ['GET /api/docs', 'describes the fields that admins get'],
  ['GET /metrics', 'names queues and endpoints'],
]);

/** Where somebody else's data may stand in an answer, each with its reason. */
export const tellsOfOthers = new Map([['GET /dev/mail', "the demo's one mailbox, which does not exist in production"]]);
