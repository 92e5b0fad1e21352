const key = 'holoholo.erased';

/** Notes, for the page that this tab goes to next, that an account was erased here. */
export function noteErased(): void {
  try {
    sessionStorage.setItem(key, '');
  } catch {
    // Without storage that page says nothing of it.
  }
}

/** Whether an account was erased here since this was asked last. */
export function takeErased(): boolean {
  try {
    const isNoted = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return isNoted;
  } catch {
    return false;
  }
}
