import { useSyncExternalStore } from 'react';

/** What is to be said of listings whose note somebody has written elsewhere while it was changed here, in words. */
const said = new Map<number, string>();
const listeners = new Set<() => void>();

/** Says what became of a change of this listing; with no words, nothing more. */
export function sayMeanwhile(listingId: number, words = ''): void {
  said.set(listingId, words);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSaidMeanwhile = (listingId: number): string =>
  useSyncExternalStore(
    subscribe,
    () => said.get(listingId) ?? '',
    () => '',
  );
