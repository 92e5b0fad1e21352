/** The roles a profile may hold. A visitor who is not signed in has none. */
export const roles = ['traveler', 'partner', 'advertiser', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may call an endpoint.
 * - `anyone`: signed in or not.
 * - `signed-in`: any role, including an account without a profile, which counts as a traveler's.
 * - a list of roles: those and no other; an admin where it says so.
 * - `demo`: anyone, and the endpoint exists only outside production.
 */
export type Access = 'anyone' | 'signed-in' | 'demo' | readonly Role[];

/** Whether a caller with this role (undefined: signed out) passes an endpoint's access. */
export function mayCall(access: Access, caller: { role: Role } | undefined): boolean {
  if (access === 'anyone' || access === 'demo') return true;
  if (!caller) return false;
  return access === 'signed-in' || access.includes(caller.role);
}

/** Whether a role passes the list of a screen, which an admin always does. */
export const maySee = (screen: readonly string[], role: Role) => role === 'admin' || screen.includes(role);

/** Whether an access rule lets nobody but admins pass. */
export const isOfAdmins = (access: Access) => typeof access !== 'string' && access.every((role) => role === 'admin');

/** Whether an access rule lets members of organisations in as such. */
export const isOfOrganisations = (access: Access) =>
  typeof access !== 'string' && (access.includes('partner') || access.includes('advertiser'));
