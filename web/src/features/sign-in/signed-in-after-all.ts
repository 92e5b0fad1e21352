import type { CurrentUser } from '../../../../contract/accounts.ts';
import { browserApi } from '../../api.ts';
import { hasSession } from '../../device/own-device.ts';

/** Who was here when a sign-in was tried. */
export interface Before {
  hadSession: boolean;
  /** Unknown while it was not heard yet whose session that is. */
  userId: string | undefined;
}

/** @param userId of whoever is here, as far as the page knows. */
export const noteBefore = (userId: string | undefined): Before => ({ hadSession: hasSession(), userId });

/**
 * Whom a sign-in has signed in whose answer was lost on the way: its head brings the session, its body may never come.
 * @returns null where nobody is, or whoever was here before.
 */
export async function signedInAfterAll(before: Before): Promise<CurrentUser | null> {
  if (!hasSession()) return null;
  const user = await browserApi('GET /api/users/me').catch(() => null);
  if (!user || !before.hadSession) return user;
  return before.userId && before.userId !== user.id ? user : null;
}
