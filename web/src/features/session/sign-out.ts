import { browserApi, errorCode } from '../../api.ts';
import { noteErased } from '../../device/erased-here.ts';
import { forgetDevice } from '../../device/forget-device.ts';
import { endAtNextContact, tellSignOut } from '../../device/left-offline.ts';
import { clearDevice, signedOutKey } from '../../device/own-device.ts';
import { menu as words } from '../../messages/en/menu.ts';

/**
 * Signs out and begins anew, with nothing of the user left in memory. Only once the server has done it is the device cleared.
 * @param next path of this site to begin at: the cover, unless told.
 * @returns `offline` or `refused` where the session lives on, and all is as it was.
 */
export async function signOut(next = '/'): Promise<'done' | 'offline' | 'refused'> {
  try {
    await browserApi('POST /api/logout');
  } catch (error) {
    console.warn(words.signOutLog, error);
    return errorCode(error) === 'offline' ? 'offline' : 'refused';
  }
  await beginAnew(next);
  return 'done';
}

/**
 * Signs out where the server cannot be reached: the device is cleared now, and the session ends at the next contact.
 * @param goToCover leads to the cover within this page: without a worker there is no other to go to. What the screen shows of
 * the user is hidden until then.
 */
export async function signOutOffline(goToCover: () => Promise<void>): Promise<void> {
  endAtNextContact();
  tellSignOut('offline');
  await leaveDevice();
  if (navigator.serviceWorker?.controller) return location.replace('/');
  const shown = [...document.querySelectorAll<HTMLElement>('main, nav')].filter((one) => !one.closest('dialog'));
  for (const one of shown) one.hidden = true;
  await goToCover();
  for (const one of shown) one.hidden = false;
}

/** Begins anew once a session has ended that its user chose to end, with nothing of theirs on this device. */
export async function beginAnew(next = '/'): Promise<void> {
  await leaveDevice();
  location.replace(next);
}

/** The same once an account is erased: the cover says so. */
export async function beginErased(): Promise<void> {
  await leaveDevice();
  noteErased();
  location.replace('/');
}

/** @returns whether the other tabs hear of it; where there is no storage the server refuses what they send. */
function tellTabs(): boolean {
  try {
    localStorage.setItem(signedOutKey, '');
    return true;
  } catch {
    return false;
  }
}

/** Takes what is the user's off this device, and off the other tabs. */
async function leaveDevice(): Promise<void> {
  const isTold = tellTabs();
  await clearDevice(forgetDevice);
  // Full storage has room by now.
  if (!isTold && tellTabs()) localStorage.removeItem(signedOutKey);
}
