import { useSyncExternalStore } from 'react';

/** How many places of a guest the account had no room for, as far as this page knows. */
let count = 0;
const listeners = new Set<() => void>();

export function setLeftOut(now: number): void {
  count = now;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useLeftOut = (): number =>
  useSyncExternalStore(
    subscribe,
    () => count,
    () => 0,
  );
