import { mostSeen } from '../../../../contract/saved-limits.ts';

/**
 * What a traveler wants of one place, and the server may not know yet. A later wish for the same place takes its stead, unless who
 * made that had not seen its note, as in another tab.
 */
export interface Wish {
  id: string;
  /** Whose it is: sent only while they are signed in. */
  userId: string;
  listingId: number;
  saved: boolean;
  /** Undefined leaves the note as it is. */
  note?: string | null;
  /** What stood there where it was made, and where those were that it has taken the stead of: what it may take away. */
  seen?: readonly (string | null)[];
  savedAt: string;
}

export const queueKey = 'holoholo.saved.queue';
const mostWaiting = 500;
/** What waits of somebody who is here no more stays so long for them to come back; what the one who is here wrote is not lost. */
export const othersStayMs = 7 * 86_400_000;
/** Ids begin with the time at which the wish was made. */
const isStale = ({ id }: Wish, now: number) => !(now - Number.parseInt(id, 10) < othersStayMs);

const isWish = (wish: Partial<Wish> | null): wish is Wish =>
  typeof wish?.id === 'string' && typeof wish.listingId === 'number' && typeof wish.userId === 'string';

/** Wishes that wait on the device, shared by its tabs. Where the storage is full or forbidden they wait in this page only. */
export function createSavedQueue(storage: () => Storage) {
  let unsaved: Wish[] = [];
  const isReplacedBy = (wish: Wish) => (one: Wish) =>
    one.userId === wish.userId && one.listingId === wish.listingId && !hasUnseenNote(one, wish);
  const stored = (): Wish[] => {
    try {
      const found: unknown = JSON.parse(storage().getItem(queueKey) ?? '[]');
      return Array.isArray(found) ? found.filter(isWish) : [];
    } catch {
      return [];
    }
  };
  const store = (wishes: Wish[]) => {
    if (wishes.length > 0) storage().setItem(queueKey, JSON.stringify(wishes.slice(-mostWaiting)));
    else storage().removeItem(queueKey);
  };
  const all = () => [...stored(), ...unsaved];

  return {
    /** Keeps a wish. @returns whether it outlives this page. */
    put(wish: Wish): boolean {
      const isReplaced = isReplacedBy(wish);
      const before = all().find(isReplaced);
      const latest = before?.saved && wish.saved ? { ...before, ...defined(wish), savedAt: before.savedAt } : wish;
      const joined = { ...latest, ...seenByBoth(before, wish) };
      unsaved = unsaved.filter((one) => !isReplaced(one));
      try {
        store([...stored().filter((one) => !isReplaced(one)), joined]);
        return true;
      } catch {
        unsaved = [...unsaved, joined];
        return false;
      }
    },
    /** Tries again with what the device had no room for. @returns whether all that waits outlives this page. */
    keepUnsaved(): boolean {
      if (unsaved.length === 0) return true;
      try {
        const before = stored().filter((one) => !unsaved.some((wish) => isReplacedBy(wish)(one)));
        store([...before, ...unsaved]);
        unsaved = [];
        return true;
      } catch {
        return false;
      }
    },
    remove(id: string): void {
      unsaved = unsaved.filter((wish) => wish.id !== id);
      try {
        const before = stored();
        const after = before.filter((wish) => wish.id !== id);
        if (after.length < before.length) store(after);
      } catch {
        // It stays and is sent again, which changes nothing.
      }
    },
    /** Takes away what others wrote here more than seven days ago: their notes are private. */
    forgetOthers(userId: string | null, now: number): void {
      const isWanted = (wish: Wish) => wish.userId === userId || !isStale(wish, now);
      try {
        const before = stored();
        const after = before.filter(isWanted);
        if (after.length < before.length) store(after);
      } catch {
        // Where storage is forbidden nothing was left.
      }
    },
    /** The wishes of a user, oldest first. */
    of: (userId: string): Wish[] => all().filter((wish) => wish.userId === userId),
  };
}

const defined = (wish: Wish): Partial<Wish> =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined));

/** Whether a wish writes what who made the later one did not see. Wishes of earlier pages do not tell. */
const hasUnseenNote = ({ saved, note }: Wish, later: Wish): boolean =>
  saved && typeof note === 'string' && later.seen !== undefined && later.note !== note && !later.seen.includes(note);

const seenByBoth = (before: Wish | undefined, { seen }: Wish): Pick<Wish, 'seen'> =>
  before?.seen && seen ? { seen: [...new Set([...before.seen, ...seen])].slice(-mostSeen) } : {};
