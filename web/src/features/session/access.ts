import type { CurrentUser } from '../../../../contract/accounts.ts';
import { maySee, type Role, roles } from '../../../../contract/roles.ts';

/** Who may see a screen. Without one, everybody. `admin` passes every list; `guest` lets in who is not signed in. */
export type ScreenAccess = 'signed-in' | readonly (Role | 'guest')[];

/** What stands between a visitor and a screen. */
export type AccessDenial = 'sign-in' | 'profile' | 'legacy' | 'role' | null;

/** A stored role of an earlier system is none of ours; its account is a traveler's until it is migrated. */
export const knownRole = (role: string | undefined): Role | undefined => roles.find((one) => one === role);

/** Whether this visitor may see a screen, and if not, why. */
export function accessDenialOf(access: ScreenAccess | undefined, user: CurrentUser | null): AccessDenial {
  if (!access) return null;
  if (!user) return access.includes('guest') ? null : 'sign-in';
  if (access === 'signed-in') return null;
  if (!user.profile) return 'profile';
  const role = knownRole(user.profile.role);
  if (!role) return 'legacy';
  return maySee(access, role) ? null : 'role';
}
