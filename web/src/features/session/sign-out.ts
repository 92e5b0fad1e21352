import { browserApi } from '../../api.ts';
import { menu as words } from '../../messages/en/menu.ts';

/** What stays on the device: its own settings, and reports of bookings, which wait for their user. */
const kept = new Set(['holoholo.settings', 'holoholo.conversions']);

/** Takes what a user left on this device away. */
export function clearDevice(storages: () => Storage[] = () => [localStorage, sessionStorage]): void {
  try {
    for (const storage of storages()) {
      for (const key of Object.keys(storage))
        if (key.startsWith('holoholo.') && !kept.has(key)) storage.removeItem(key);
    }
  } catch {
    // Where there is no storage nothing was left.
  }
}

/**
 * Signs out and begins anew, with nothing of the user left in memory. False where the server did not hear it.
 * @param next path of this site to begin at: the cover, unless told.
 */
export async function signOut(next = '/'): Promise<boolean> {
  clearDevice();
  try {
    await browserApi('POST /api/logout');
  } catch (error) {
    console.warn(words.signOutLog, error);
    return false;
  }
  location.replace(next);
  return true;
}
