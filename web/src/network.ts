import { statusOf } from './api.ts';

/** Addresses of the machine that the browser is on, which are reached without any network. */
const isOwnMachine = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

let isServerHere = false;

/** Whether the server may be reached: the device has a network, or the server runs on it and has answered without one. */
export const hasNetwork = (): boolean => navigator.onLine || isServerHere;

/**
 * Asks a server of one's own machine whether it is there when the browser has no network, as on a plane; then all that waits for the
 * network goes on.
 */
export function watchOwnMachine(): void {
  if (!isOwnMachine(location.hostname)) return;
  const look = async () => {
    if (navigator.onLine || (await statusOf('/healthz', { cache: 'no-store' })) !== 200) return;
    isServerHere = true;
    dispatchEvent(new Event('online'));
  };
  addEventListener('offline', () => {
    isServerHere = false;
    void look();
  });
  void look();
}
