/** The closed list of what is recorded, and what each is called, in English as all words of a desk. */
export const securityEventWords = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_out: 'Signed out',
  passkey: 'Passkeys changed',
  passkey_failed: 'Passkey refused',
  step_up_refused: 'Not confirmed',
  session_revoked: 'Sessions ended',
  account_reactivated: 'Account reactivated',
  access_denied: 'Access denied',
  foreign_access: "Somebody else's asked for",
  cross_site_request: "Request of another site's",
  rate_limited: 'Limit reached',
  webhook_refused: 'Message with a wrong secret',
  wrong_claim: 'Wrong booking number',
  csp_report: 'Script blocked by a browser',
  role_changed: 'Role changed',
  invitation: 'Invitation',
  export: 'Data exported',
  admin_view: 'Looked at by an administrator',
  privacy_request: 'Privacy request',
  tampered_code: 'Invented code scanned',
  tampering_found: 'Tampering found',
} as const;
export type SecurityEventType = keyof typeof securityEventWords;

export const securityEventTypes = Object.keys(securityEventWords) as [SecurityEventType, ...SecurityEventType[]];

/** How grave an event is, the least first. */
export const securitySeverities = ['info', 'medium', 'high'] as const;
export type SecuritySeverity = (typeof securitySeverities)[number];

/** Those that say that somebody was not let to what they asked for. */
export const denials: readonly SecurityEventType[] = [
  'access_denied',
  'foreign_access',
  'cross_site_request',
  'step_up_refused',
  'rate_limited',
];
