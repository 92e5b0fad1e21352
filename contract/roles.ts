/** The roles a profile may hold. A visitor who is not signed in has none. */
export const roles = ['traveler', 'partner', 'advertiser', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call an endpoint.
 * - `anyone`: signed in or not.
 * - `signed-in`: any role, including an account without a profile.
 * - a list of roles: those, and always admin unless `adminToo` is false in the endpoint's own rule.
 * - `demo`: anyone, and the endpoint exists only outside production.
 */
export type Access = 'anyone' | 'signed-in' | 'demo' | readonly Role[];

/** Whether a caller with this role (undefined: signed out) passes an access rule; admin passes every role rule. */
export function mayCall(access: Access, caller: { role: Role } | undefined): boolean {
  if (access === 'anyone' || access === 'demo') return true;
  if (!caller) return false;
  return access === 'signed-in' || caller.role === 'admin' || access.includes(caller.role);
}

/** Whether an access rule lets nobody but admins pass. */
export const isOfAdmins = (access: Access) => typeof access !== 'string' && access.every((role) => role === 'admin');
