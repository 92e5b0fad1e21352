import { useSyncExternalStore } from 'react';
import { hasNetwork } from './network.ts';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the device has a network, or the server on itself; a page from the server starts out online. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, hasNetwork, () => true);
}
