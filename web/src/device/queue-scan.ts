import { addToOutbox } from './outbox-store.ts';
import { sendWaitingScans, syncTag, type WaitingScan, wasSendingAskedSince } from './scan-outbox.ts';

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** A key for a scan: under it the server counts it once, and those that wait are sent in the order they were made. */
export const scanId = (scannedAt: string): string =>
  `${Date.parse(scannedAt)}-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Notes a scan for later. Never throws. */
export async function queueScan(id: string, body: WaitingScan['body']): Promise<void> {
  await addToOutbox({ id, body });
  // The network came back while the scan was still tried: nobody else may ask again for long.
  if (wasSendingAskedSince(Date.parse(body.scan_timestamp))) void sendWaitingScans().catch(() => {});
  // Where the browser can, it wakes the worker once there is a network, even with no page open.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  void workers?.ready.then((registration) => (registration as Syncing).sync?.register(syncTag)).catch(() => {});
}
