import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the device has a network; a page from the server starts out online. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** While what is shown is not the server's own answer: asks for that as soon as the network is back. */
export function useAskAgainOnline(wanted = true): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!wanted) return;
    addEventListener('online', revalidate);
    return () => removeEventListener('online', revalidate);
  }, [wanted, revalidate]);
}
