import type { CurrentUser } from '../../../contract/accounts.ts';

export const userKey = 'holoholo.user';
/** Written in the moment in which somebody signs out here, for the other tabs: a session that ends by itself does not write it. */
export const signedOutKey = 'holoholo.signed-out';

/** Whether this browser has been given a session, as far as scripts can see. */
export const hasSession = (): boolean => /(?:^|;\s*)(?:__Host-)?signed_in=1/.test(document.cookie);

/**
 * What stays on the device when its user leaves: its own settings, what a guest saved on it, places that wait to be saved for
 * its user, and events and followed links, of which forget-device.ts takes away what tells of them.
 */
const kept = /^holoholo\.(settings|conversions|events|saved\.(guest|left|queue))$/;
/** What nobody but a user who is signed in has. */
const own = /^holoholo\.(bookings|desk|figures|recommendations|saved\.account)/;

/** Removes the product's own entries that meet a condition. Never throws. */
function removeEntries(isGone: (key: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith('holoholo.') && isGone(key)) storage.removeItem(key);
  } catch {
    // Where there is no storage nothing was left.
  }
}

/**
 * Takes what a user left on this device away: the storages at once, places seen and what waits to be sent a moment later. Never throws.
 * @param forget does the latter; where there may be no network, its script has to be here already.
 */
export async function clearDevice(
  forget = () => import('./forget-device.ts').then((module) => module.forgetDevice()),
): Promise<void> {
  removeEntries((key) => !kept.test(key));
  await forget().catch(() => {});
}

/** The same once their session has ended, wherever it did. An answer of theirs may have come later than that. */
export function forgetUser(): void {
  if (rememberedUser()) void clearDevice();
  else removeEntries((key) => own.test(key));
}

/**
 * Notes whose device this is, so that their screens open without a network. What another user left is taken away first. Whoever has
 * left meanwhile, or is followed by another, is not put back by an answer that comes late.
 * @param before who was here last when the server was asked.
 */
export function rememberUser(user: CurrentUser, before = rememberedUser()): void {
  if (!hasSession()) return;
  const now = rememberedUser();
  if (now && now.id !== user.id && now.id !== before?.id) return;
  try {
    if (!isRemembered(user.id)) forgetUser();
    const profile = user.profile && { ...user.profile, phone: null, location: null };
    localStorage.setItem(userKey, JSON.stringify({ ...user, profile }));
  } catch {
    // Without storage every screen of theirs needs a network.
  }
}

/** Whether this user was here last and has not left: only then does the device keep answers of theirs. */
export const isRemembered = (userId: string): boolean => rememberedUser()?.id === userId;

/** Who was here last, if they have not left. */
export function rememberedUser(): CurrentUser | null {
  try {
    const user: CurrentUser | null = JSON.parse(localStorage.getItem(userKey) ?? 'null');
    return typeof user?.id === 'string' ? user : null;
  } catch {
    return null;
  }
}
