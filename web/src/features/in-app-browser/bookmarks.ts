/** A page that was bookmarked; kept on this device only. */
export interface Bookmark {
  id: string;
  name: string;
  url: string;
  /** ISO instant. */
  bookmarked_at: string;
}

const key = 'holoholo.bookmarks';
const mostKept = 100;

const isBookmark = (one: Partial<Bookmark> | null) =>
  typeof one?.id === 'string' &&
  typeof one.name === 'string' &&
  Number.isFinite(Date.parse(one.bookmarked_at ?? '')) &&
  /^https:\/\//.test(one.url ?? '');

/** The bookmarks of this device, newest first; a storage that is empty, broken or forbidden holds none. */
export function readBookmarks(): Bookmark[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

/** Keeps a bookmark, or forgets it. False where the device does not take it. */
export function setBookmark({ id, name, url }: Omit<Bookmark, 'bookmarked_at'>, on: boolean): boolean {
  const others = readBookmarks().filter((one) => one.id !== id);
  const kept = on ? [{ id, name, url, bookmarked_at: new Date().toISOString() }, ...others].slice(0, mostKept) : others;
  try {
    if (kept.length) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
