import type { CurrentUser } from '../../../contract/accounts.ts';

export const userKey = 'holoholo.user';

/**
 * What stays on the device when its user leaves: its own settings, what a guest saved on it, what waits for its user to be sent,
 * and events, which say of their visitor no more than an id.
 */
const kept = new Set([
  'holoholo.settings',
  'holoholo.conversions',
  'holoholo.saved.guest',
  'holoholo.saved.left',
  'holoholo.saved.queue',
  'holoholo.events',
]);

/** Takes what a user left on this device away: the storages at once, places seen and scans that wait a moment later. Never throws. */
export async function clearDevice(storages: () => Storage[] = () => [localStorage, sessionStorage]): Promise<void> {
  try {
    for (const storage of storages()) {
      for (const key of Object.keys(storage))
        if (key.startsWith('holoholo.') && !kept.has(key)) storage.removeItem(key);
    }
  } catch {
    // Where there is no storage nothing was left.
  }
  await import('./forget-device.ts').then((module) => module.forgetDevice()).catch(() => {});
}

/** The same once their session has ended, wherever it did. */
export function forgetUser(): void {
  if (rememberedUser()) void clearDevice();
}

/** Notes whose device this is, so that their screens open without a network. What another user left is taken away first. */
export function rememberUser(user: CurrentUser): void {
  try {
    const before = rememberedUser();
    if (before && before.id !== user.id) void clearDevice();
    const profile = user.profile && { ...user.profile, phone: null, location: null };
    localStorage.setItem(userKey, JSON.stringify({ ...user, profile }));
  } catch {
    // Without storage every screen of theirs needs a network.
  }
}

/** Who was here last, if they have not left. */
export function rememberedUser(): CurrentUser | null {
  try {
    const user: CurrentUser | null = JSON.parse(localStorage.getItem(userKey) ?? 'null');
    return typeof user?.id === 'string' ? user : null;
  } catch {
    return null;
  }
}
