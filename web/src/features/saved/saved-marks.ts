import { useSyncExternalStore } from 'react';

/** What this page knows of hearts beyond what it was rendered with: what was tapped here, and what the device keeps. */
const marks = new Map<number, boolean>();
const listeners = new Set<() => void>();

/** Says that an experience is saved, or no longer: every heart of it follows at once. */
export function mark(listingId: number, saved: boolean): void {
  marks.set(listingId, saved);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether an experience is saved at this moment, which a page that has not been drawn again may not show yet. */
export const isMarked = (listingId: number, known: boolean): boolean => marks.get(listingId) ?? known;

/** Whether an experience is saved. `known` is what the server said when it made the page. */
export const useIsSaved = (listingId: number, known: boolean): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isMarked(listingId, known),
    () => known,
  );
