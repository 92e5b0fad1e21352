// Long, because it is the closed list: one refusal after the other, nothing else.

/**
 * The closed list of refusals: status and the words a person reads. The browser switches on the code, never on the words.
 * `{name}` is filled in by the server.
 */
export const errors = {
  // Every endpoint may give these.
  invalid_request: { status: 400, words: 'The request is not valid: {detail}' },
  unauthenticated: { status: 401, words: 'Authentication Required: Please sign in to access this feature.' },
  forbidden: { status: 403, words: "Access Restricted: You don't have permission to access this page." },
  other_account: { status: 412, words: 'Somebody else is signed in here by now. Nothing was sent.' },
  cross_site: { status: 403, words: 'This request did not come from this site.' },
  not_found: { status: 404, words: 'There is nothing here.' },
  method_not_allowed: { status: 405, words: 'This address does not answer that method.' },
  payload_too_large: { status: 413, words: 'The request is too large{most}.' },
  unsupported_media_type: { status: 415, words: 'This address does not take that media type.' },
  idempotency_mismatch: { status: 422, words: 'This Idempotency-Key was used for another request.' },
  rate_limited: { status: 429, words: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, words: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, words: 'The service is busy or restarting. Please try again in a moment.' },
  // Scanning
  invalid_code: {
    status: 400,
    words: 'Invalid QR code format. Please try scanning a QR code of the product.',
  },
  code_mistyped: {
    status: 404,
    words: 'This code does not check out. Please compare it with the letters printed under the QR code.',
  },
  code_unknown: { status: 404, words: 'We do not know this code. Please ask the place that shows it for a new one.' },
  code_paused: {
    status: 409,
    words: 'This code is paused. Please ask the place that shows it, or explore all experiences.',
  },
  code_expired: { status: 410, words: 'This code has expired. Please ask the place that shows it for a new one.' },
  code_replaced: { status: 410, words: 'This code has been replaced. Please look for the newer one at this place.' },
  // Signing in
  invalid_email: { status: 400, words: 'Please enter a valid email address' },
  link_invalid: { status: 400, words: 'Magic link verification failed' },
  link_limited: {
    status: 429,
    words:
      'Sign-in links have been asked for several times. If one came to your mailbox or its spam folder, the newest still works, for 15 minutes after it was sent. You can ask for another in {wait}.',
  },
  link_confirm: { status: 409, words: 'Please confirm that you want to sign in on this device.' },
  sign_in_failed: {
    status: 400,
    words: 'Sign in failed. Please check your internet connection and try again.',
  },
  sign_in_unavailable: {
    status: 503,
    words: 'Authentication service temporarily unavailable. Trying fallback method...',
  },
  sign_in_misconfigured: {
    status: 503,
    words: 'OAuth configuration error. Please contact support or try again later.',
  },
  sign_in_all_failed: {
    status: 503,
    words: 'All authentication methods failed. Please try again later or contact support.',
  },
  email_link_first: {
    status: 409,
    words:
      'Please confirm your e-mail address first: sign in once with a link sent to {email}, in this browser. After that, Google signs you in too.',
  },
  account_deactivated: { status: 403, words: 'This account has been deactivated. Please contact support.' },
  // Lists
  changed_meanwhile: {
    status: 409,
    words: 'Somebody else has changed this meanwhile. Nothing was changed. Please look at it as it is now.',
  },
  list_changed: {
    status: 409,
    words: 'The list has changed: {count} match now. Nothing was done. Please look at it as it is now.',
  },
  // Listings
  campaign_begun: {
    status: 409,
    words: 'This campaign has begun: {detail}.',
  },
  campaign_over: {
    status: 409,
    words: 'The days of this campaign are over. Give it later ones, then start it.',
  },
  campaigns_full: {
    status: 409,
    words: 'You have {count} campaigns that have not ended. Please end one, or delete a draft, first.',
  },
  results_too_large: {
    status: 400,
    words:
      'These results have more than {most} {of}, too many for one answer. Please ask for fewer days, one advertiser, one campaign or one listing.',
  },
  credit_too_high: { status: 409, words: 'This campaign has cost {cost} until now. No more can be credited.' },
  invoice_paid: { status: 409, words: 'This invoice is marked as paid already.' },
  campaign_held: {
    status: 409,
    words:
      'An administrator has paused this campaign. It goes on once it is released; the reason stands in its history. Please write to us once it is settled.',
  },
  listing_held: {
    status: 409,
    words:
      'An administrator has paused the campaign “{campaign}” of this listing. Until it is released you can make and start no campaign of this listing, and change none that runs. The reason stands in the history of that campaign; please write to us once it is settled.',
  },
  campaign_ended: { status: 409, words: 'This campaign has ended.' },
  listing_not_shown: {
    status: 409,
    words: 'Guests do not find this listing now, so it cannot be shown in a campaign.',
  },
  listing_deleted: {
    status: 409,
    words: 'This listing has been deleted. Undo that first, then change it.',
  },
  listing_gone: {
    status: 409,
    words: 'This listing was deleted more than {days} days ago. That can no longer be undone.',
  },
  own_listings_full: {
    status: 409,
    words:
      'You have {count} listings that are not published yet, and there is no room for more. Please delete a draft, or write to us, so that those that you have submitted are looked at first.',
  },
  own_pictures_full: { status: 409, words: 'This listing has {count} pictures already. Please remove one first.' },
  own_pictures_waiting: {
    status: 409,
    words: '{count} pictures of yours still wait to be drawn. Please send this one once some of them are.',
  },
  listing_published: { status: 409, words: 'This listing is published: pause it instead.' },
  // Places
  location_deleted: {
    status: 409,
    words: 'This place has been deleted. Undo that first.',
  },
  location_gone: {
    status: 409,
    words: 'This place was deleted more than {days} days ago. That can no longer be undone.',
  },
  location_keeps_partner: { status: 409, words: 'This place stays with its partner: {detail}.' },
  location_in_use: { status: 409, words: 'This place cannot be deleted: {detail}.' },
  geocoder_off: {
    status: 409,
    words: 'Looking up addresses is not set up here. Type the latitude and longitude, or pick the place on the map.',
  },
  geocoder_failed: {
    status: 502,
    words:
      'The address could not be looked up: {detail}. Try again in a moment, type the latitude and longitude, or pick the place on the map.',
  },
  code_not_ours: {
    status: 409,
    words:
      'This code was not made by us, or it was mistyped: its last letters do not fit the others. It cannot become a code.',
  },
  code_taken: { status: 409, words: 'This is a code already: it leads to {place}.' },
  code_not_paused: { status: 409, words: 'This code is not paused: it is {status} now.' },
  batch_faults: {
    status: 409,
    words: 'Rows that cannot be taken: {count}. The first is {detail}. Nothing was made.',
  },
  // Booking
  no_booking_link: { status: 409, words: 'This experience has no booking link at the moment.' },
  // Saved places
  saved_full: {
    status: 409,
    words: 'You have saved as many places as we can keep. Please remove one, then save this one.',
  },
  saved_note_full: {
    status: 409,
    words:
      'Somebody, perhaps you on another phone, has written here meanwhile, and both notes together are longer than one can be. Yours was not saved. Please look at what is there, and save yours again in its place.',
  },
  booking_not_pending: {
    status: 409,
    words: 'This booking has been confirmed or closed already, so its details can no longer be changed here.',
  },
  booking_dates: {
    status: 400,
    words:
      'Please check the dates: the day cannot lie before the day you booked, nor more than two years after it, nor a departure before the arrival.',
  },
  booking_transition: { status: 409, words: 'A booking that is {from} cannot become {to}.' },
  booking_decided: {
    status: 409,
    words:
      'Somebody else has decided about this booking meanwhile: it is {status} now. Please look at it as it is now.',
  },
  booking_undated: { status: 409, words: 'This booking has no date yet. Add it with “I booked this”.' },
  reference_taken: { status: 409, words: 'Another booking has this reference already. Please compare the two.' },
  // Commission
  rate_card_retroactive: {
    status: 400,
    words: 'A rate card holds for bookings from tomorrow on at the earliest: what is booked already keeps its share.',
  },
  rate_card_missing: {
    status: 409,
    words: 'There is no rate card of the tier {tier} yet. Please propose one first, and have it confirmed.',
  },
  payout_same_admin: {
    status: 403,
    words: 'You prepared this payout yourself. Another administrator has to release it, who was one then.',
  },
  payout_late_admin: {
    status: 403,
    words:
      'You were no administrator yet when this payout was prepared. Somebody who was one has to release it, or it is withdrawn and prepared anew.',
  },
  rate_change_same_admin: {
    status: 403,
    words: 'You proposed this yourself. Another administrator has to confirm it, who was one then.',
  },
  rate_change_late_admin: {
    status: 403,
    words:
      'You were no administrator yet when this was proposed. Somebody who was one has to confirm it, or it is withdrawn and proposed anew.',
  },
  rate_change_stale: {
    status: 409,
    words: 'What holds has changed since this was proposed. Please withdraw it, and propose it anew.',
  },
  rate_change_settled: {
    status: 409,
    words: 'Somebody else has decided about this meanwhile: it is {state} now.',
  },
  hold_decided: {
    status: 409,
    words: 'Somebody else has decided about this meanwhile: it is {state} now. Please look at it as it is now.',
  },
  // Files of rows: statements of platforms, lists of experiences
  import_busy: {
    status: 409,
    words: 'Somebody is having this file read or applied at the moment. Please wait until that is done, or cancel it.',
  },
  import_applied: {
    status: 409,
    words: 'This file has been applied, or has begun to be: it is read no other way.',
  },
  import_unread: { status: 409, words: 'This file has not been read to its end yet.' },
  import_unreadable: {
    status: 409,
    words: 'Rows of this file that cannot be read: {count}. The first is {detail}. Nothing was applied.',
  },
  inquiry_listing: { status: 400, words: 'Please say which experience you booked.' },
  review_too_early: { status: 409, words: 'You can review an experience once its booking is completed.' },
  // Codes of partners
  code_closed: { status: 409, words: 'This code has been replaced: it stays as it is. Please use the newer one.' },
  qr_code_limit: {
    status: 409,
    words: 'You have as many QR codes as your account allows: {limit}. Replace one, or ask us for more.',
  },
  replacement_unclear: { status: 409, words: 'Please say which QR code is to be replaced.' },
  replacement_pending: { status: 409, words: 'The replacement of this QR code has been requested already.' },
  qr_request_decided: {
    status: 409,
    words: 'Somebody else has decided about this request meanwhile: it is {status} now.',
  },
  proposal_pending: {
    status: 409,
    words: 'Something waits to be approved for this place already. Withdraw it, and propose all of it at once.',
  },
  proposal_decided: {
    status: 409,
    words: 'Somebody else has decided about this meanwhile: it is {status} now.',
  },
  application_decided: {
    status: 409,
    words: 'Somebody else has decided about this application meanwhile: it is {state} now.',
  },
  // Profiles, invitations, passkeys
  invalid_profile: {
    status: 400,
    words: 'Invalid profile data. Please check your information and try again.',
  },
  invalid_phone: { status: 400, words: 'Please enter a valid phone number' },
  invalid_location: { status: 400, words: 'Location must be at least 2 characters' },
  profile_exists: { status: 409, words: 'You have a profile already.' },
  profile_missing: {
    status: 409,
    words: 'Profile Setup Required: Please complete your profile setup to continue.',
  },
  organisation_suspended: {
    status: 403,
    words: 'Access Restricted: Your organization is suspended. Please contact support.',
  },
  invitation_expired: { status: 410, words: 'Invitation expired' },
  report_link_invalid: {
    status: 404,
    words: 'This link does not end any reports (any more). Sign in and choose in your settings which reports you get.',
  },
  invitation_invalid: { status: 404, words: 'This invitation link is invalid or has already been used.' },
  invitation_not_yours: {
    status: 403,
    words: 'This invitation was sent to another e-mail address. Please sign in with that address to accept it.',
  },
  invitation_conflict: {
    status: 409,
    words: 'This account has a role that an invitation cannot change. Please contact your administrator.',
  },
  invitation_pending: {
    status: 409,
    words: 'An invitation to this address is open already. Resend it, or revoke it first.',
  },
  invitation_closed: { status: 409, words: 'This invitation has been accepted or revoked.' },
  last_owner: {
    status: 409,
    words: 'An organization needs an owner, and there is no other. Please make another member an owner first.',
  },
  member_inactive: {
    status: 409,
    words: 'This account is suspended or has another role by now, so it cannot own the organization.',
  },
  own_account: {
    status: 403,
    words: 'You cannot do this to your own account. Another administrator can.',
  },
  step_up_required: { status: 403, words: 'Please confirm with your passkey to continue.' },
  own_data_under_way: { status: 409, words: 'A file of yours is being made already. Please try again in a minute.' },
  account_has_duties: {
    status: 409,
    words:
      'Others depend on this account. Partners and advertisers first hand their organization over, or leave its team; administrators have another one take their role. Then it can be erased.',
  },
  sign_in_again: { status: 403, words: 'For this, please sign in again first.' },
  passkey_missing: { status: 409, words: 'You have not registered a passkey yet.' },
  dead_letter_emptied: {
    status: 409,
    words: 'What this message said has been taken out of it, so it cannot be sent again. You can put it away.',
  },
  work_unended: {
    status: 409,
    words: 'This work has not ended yet. Please wait until it is done, or cancel it.',
  },
  work_over: {
    status: 409,
    words: 'This work has ended meanwhile, so it cannot be done again. You can put the message away.',
  },
  result_gone: {
    status: 410,
    words: 'This file is no longer on the server. Please ask for it again.',
  },
  embed_host_refused: {
    status: 400,
    words: '{host} cannot be shown inside the guide. Give the host name of another site, such as fareharbor.com.',
  },
  embed_hosts_changed: {
    status: 409,
    words: 'Somebody else has changed this list meanwhile. Please read it as it is now, and make your change again.',
  },
  // Files that are sent
  file_refused: { status: 415, words: 'This file cannot be used: {detail}.' },
  no_room: { status: 507, words: 'There is no room to keep this file at the moment. {advice}' },
  passkey_refused: { status: 400, words: 'The passkey could not be checked. Please try again.' },
} as const satisfies Record<string, { status: number; words: string }>;

export type ErrorCode = keyof typeof errors;

/** What is wrong with one field of a request, as `invalid_request` tells it beside its words. */
export interface FieldFault {
  /** Where it is: the part of the request and the names within it, as `body.items.0.name`. */
  path: string;
  /** What kind of fault it is, as zod names it: `invalid_type`, `too_big`, `unrecognized_keys` ... */
  code: string;
  /** In English, for whoever writes a client. */
  message: string;
}

/** Refusals any endpoint may give without declaring them. */
export const universalErrors = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
  'other_account',
  'cross_site',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'rate_limited',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** Refusals that an endpoint for partners or advertisers may give without declaring them. */
export const organisationErrors = ['organisation_suspended'] as const satisfies readonly ErrorCode[];
