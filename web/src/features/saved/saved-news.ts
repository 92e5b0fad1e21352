import { useSyncExternalStore } from 'react';

/** What this page knows of a list beyond its entries. */
interface SavedNews {
  /** Places of a guest that the account had no room for. */
  leftOut: number;
  /** Changes that waited on the device and that the account has by now. */
  brought: number;
  /** That something waits until its writer is signed in again, in words. */
  waits: string;
}

const none: SavedNews = { leftOut: 0, brought: 0, waits: '' };
let news = none;
const listeners = new Set<() => void>();

export function setNews(now: Partial<SavedNews>): void {
  news = { ...news, ...now };
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSavedNews = (): SavedNews =>
  useSyncExternalStore(
    subscribe,
    () => news,
    () => none,
  );
