import type { SavedItem } from '../../../../contract/saved.ts';
import { mostMerged } from '../../../../contract/saved-limits.ts';
import { withoutVisitor } from '../../device/without-visitor.ts';
import { othersStayMs } from './saved-queue.ts';

/** What a guest keeps on the device, until somebody signs in. */
export const guestKey = 'holoholo.saved.guest';
/** The account's list as it was last seen, to be read without a network. */
export const accountKey = 'holoholo.saved.account';
/** What a guest saved and the account had no room for, until it has. */
export const leftKey = 'holoholo.saved.left';

/** Records of another version are not read: they are of another edition of this page. */
const version = 1;

interface Record {
  version: number;
  items: SavedItem[];
}

interface Owned extends Record {
  userId: string;
}

interface LeftOver extends Owned {
  /** In milliseconds, when the account last had no room for it. Earlier versions did not note it. */
  keptAt?: number;
}

export interface AccountCopy extends Owned {
  /** ISO instant at which the server told the whole list; null while it has not yet. */
  readAt: string | null;
}

const isItem = (item: Partial<SavedItem> | null): item is SavedItem =>
  typeof item?.listing_id === 'number' &&
  typeof item.saved_at === 'string' &&
  typeof item.experience?.name === 'string';

/** The order of the list. */
export const newestFirst = (one: SavedItem, other: SavedItem) => other.saved_at.localeCompare(one.saved_at);

/** As it is kept. A guest's links to book carry nobody's click ids. */
const toKeep = ({ experience, ...item }: SavedItem, ofGuest: boolean): SavedItem => {
  const kept = withoutVisitor(experience);
  return { ...item, experience: ofGuest ? { ...kept, booking_url: experience.booking_url } : kept };
};

/** Saved places on this device. Reading never throws; writing tells whether the device could keep it. */
export function createKeptPlaces(storage: () => Storage) {
  const read = <R extends Record>(key: string): R | null => {
    try {
      const found = JSON.parse(storage().getItem(key) ?? 'null');
      if (found?.version !== version || !Array.isArray(found.items)) return null;
      return { ...found, items: found.items.filter(isItem).sort(newestFirst) };
    } catch {
      return null;
    }
  };
  const write = (key: string, record: Omit<Record, 'version'> | Omit<Owned, 'version'> | null): boolean => {
    try {
      if (record) storage().setItem(key, JSON.stringify({ version, ...record }));
      else storage().removeItem(key);
      return true;
    } catch {
      return false;
    }
  };
  const readGuest = () => read<Record>(guestKey)?.items ?? [];
  const writeGuest = (items: SavedItem[]) => write(guestKey, items.length > 0 ? { items } : null);
  const readAccount = () => read<AccountCopy>(accountKey);
  const readLeft = (userId: string) => {
    const left = read<LeftOver>(leftKey);
    return left?.userId === userId ? left.items : [];
  };

  return {
    readGuest,
    readAccount,
    isGuestFull: () => readGuest().length >= mostMerged,
    putGuest: (item: SavedItem): boolean =>
      writeGuest([toKeep(item, true), ...readGuest().filter((one) => one.listing_id !== item.listing_id)]),
    removeGuest: (ids: readonly number[]): boolean =>
      writeGuest(readGuest().filter((one) => !ids.includes(one.listing_id))),

    /** Keeps the whole list as the server told it. */
    keepAccount(userId: string, items: readonly SavedItem[], readAt: string): void {
      const kept = { userId, readAt, items: items.map((item) => toKeep(item, false)) };
      // What cannot be kept must not leave an older list behind that looks like this one.
      if (!write(accountKey, kept)) write(accountKey, null);
    },
    /** Follows a change that was made here; `item` is null where one was removed. */
    changeAccount(userId: string, listingId: number, item: SavedItem | null): void {
      const copy = readAccount();
      const mine = copy?.userId === userId ? copy : { userId, readAt: null, items: [] };
      const others = mine.items.filter((one) => one.listing_id !== listingId);
      write(accountKey, { ...mine, items: item ? [toKeep(item, false), ...others] : others });
    },
    /** Follows what the account says of a note. */
    changeNote(userId: string, listingId: number, note: string | null): void {
      const copy = readAccount();
      if (copy?.userId !== userId) return;
      const items = copy.items.map((one) => (one.listing_id === listingId ? { ...one, note } : one));
      write(accountKey, { ...copy, items });
    },
    readLeft,
    keepLeft(userId: string, items: readonly SavedItem[], keptAt: number): boolean {
      const record = { userId, keptAt, items: items.map((item) => toKeep(item, true)) };
      return write(leftKey, items.length > 0 ? record : null);
    },

    /**
     * Takes away what is another's. Where nobody is signed in that is the copy, which can be had again, and what the account
     * had no room for once it is a week old: it holds private notes.
     */
    clearOthers(userId: string | null, now: number): void {
      const copy = readAccount();
      if (copy?.userId !== userId) write(accountKey, null);
      const left = read<LeftOver>(leftKey);
      const keptAt = left?.keptAt ?? Date.parse(left?.items[0]?.saved_at ?? '');
      const isGone = userId ? left?.userId !== userId : !(now - keptAt < othersStayMs);
      if (isGone) write(leftKey, null);
    },
  };
}

export type KeptPlaces = ReturnType<typeof createKeptPlaces>;
