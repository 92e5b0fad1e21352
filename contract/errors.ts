/**
 * The closed list of refusals: status and the words a person reads. The browser switches on the code, never on the words.
 * `{name}` is filled in by the server.
 */
export const errors = {
  // Every endpoint may give these.
  invalid_request: { status: 400, words: 'The request is not valid: {detail}' },
  unauthenticated: { status: 401, words: 'Authentication Required: Please sign in to access this feature.' },
  forbidden: { status: 403, words: "Access Restricted: You don't have permission to access this page." },
  cross_site: { status: 403, words: 'This request did not come from this site.' },
  not_found: { status: 404, words: 'There is nothing here.' },
  method_not_allowed: { status: 405, words: 'This address does not answer that method.' },
  payload_too_large: { status: 413, words: 'The request is too large.' },
  unsupported_media_type: { status: 415, words: 'Send JSON (content-type: application/json).' },
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
  link_confirm: { status: 409, words: 'Please confirm that you want to sign in on this device.' },
  // Booking
  no_booking_link: { status: 409, words: 'This experience has no booking link at the moment.' },
} as const satisfies Record<string, { status: number; words: string }>;

export type ErrorCode = keyof typeof errors;

/** Refusals any endpoint may give without declaring them. */
export const universalErrors = [
  'invalid_request',
  'unauthenticated',
  'forbidden',
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
