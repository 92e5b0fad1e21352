import type { SavedItem } from '../../../../contract/saved.ts';
import { newestFirst } from './kept-places.ts';

interface OwnChange {
  /** The wish that told the server of it. */
  wishId: string;
  /** As it stands on the list since; null where it was taken off. */
  item: SavedItem | null;
  /** When the server had it, in changes of this page so far; null while it has not. */
  had: number | null;
}

/**
 * What was changed on the account's list in this page, the last change of each place. An answer that was asked for before the
 * server had a change shows the list without it, however late it comes.
 */
export function createOwnChanges() {
  const changes = new Map<number, OwnChange>();
  let count = 0;
  return {
    begin: (wishId: string, listingId: number, item: SavedItem | null) =>
      void changes.set(listingId, { wishId, item, had: null }),
    /** The server has it. */
    done(wishId: string): void {
      count += 1;
      for (const change of changes.values()) if (change.wishId === wishId) change.had = count;
    },
    /** The server will not have it. */
    refused(wishId: string): void {
      for (const [listingId, change] of changes) if (change.wishId === wishId) changes.delete(listingId);
    },
    /** Another's list is none of ours. */
    forget: () => changes.clear(),
    /** How many changes the server had so far: to be noted before a list is asked for. */
    soFar: () => count,
    /** An answer that was asked for then, with what the server did not have by then. */
    appliedTo(items: readonly SavedItem[], askedAt: number): SavedItem[] {
      const missed = [...changes].filter(([, { had }]) => had === null || had > askedAt);
      const ids = new Set(missed.map(([listingId]) => listingId));
      const answered = new Map(items.map((one) => [one.listing_id, one]));
      const own = missed.flatMap(([, { item }]) =>
        item ? { ...item, ...answered.get(item.listing_id), note: item.note } : [],
      );
      return [...own, ...items.filter((one) => !ids.has(one.listing_id))].sort(newestFirst);
    },
  };
}
