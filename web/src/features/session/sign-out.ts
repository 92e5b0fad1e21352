import { browserApi } from '../../api.ts';
import { clearDevice } from '../../device/own-device.ts';
import { menu as words } from '../../messages/en/menu.ts';

/**
 * Signs out and begins anew, with nothing of the user left in memory. False where the server did not hear it.
 * @param next path of this site to begin at: the cover, unless told.
 */
export async function signOut(next = '/'): Promise<boolean> {
  await clearDevice();
  try {
    await browserApi('POST /api/logout');
  } catch (error) {
    console.warn(words.signOutLog, error);
    return false;
  }
  location.replace(next);
  return true;
}
