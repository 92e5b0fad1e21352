import { isFinal, requestOf, statusOf } from '../api.ts';
import { type OutboxEntry, readOutbox, removeFromOutbox } from './outbox-store.ts';
import { withLock } from './with-lock.ts';

/** Name under which the browser wakes the worker once the network is back, where it can. */
export const syncTag = 'holoholo-scans';

/** A visit earns credit for 30 days; an older scan tells nobody anything. */
const longestWaitMs = 30 * 86_400_000;

/** A scan made without a network, to be sent once there is one. */
export interface WaitingScan extends OutboxEntry {
  body: { qr_code_id: string; device_info: object; scan_timestamp: string };
}

let askedAt = Number.NEGATIVE_INFINITY;

/** Whether sending was last asked for at an instant (in milliseconds) or later. */
export const wasSendingAskedSince = (time: number): boolean => askedAt >= time;

/** Scans that wait on this device. */
export const countWaitingScans = async (): Promise<number> => (await readOutbox()).length;

/**
 * Sends what waits, oldest first, while no other tab or worker does. Stops at the first that cannot be sent now. It is no loop of
 * `createSendLoop`, as the worker sends too, whom a browser ends: when to try again is told to it by the browser's sync and by pages.
 * @returns how many the server has answered.
 */
export async function sendWaitingScans(): Promise<number> {
  askedAt = Date.now();
  return await withLock(syncTag, sendAll);
}

async function sendAll(): Promise<number> {
  let sent = 0;
  for (const scan of (await readOutbox()) as WaitingScan[]) {
    const isOld = Date.now() - Date.parse(scan.body.scan_timestamp) > longestWaitMs;
    const status = isOld ? 410 : await send(scan);
    if (!isFinal(status)) break;
    await removeFromOutbox(scan.id);
    if (status < 300) sent += 1;
  }
  return sent;
}

/** The status of the answer; 0 where none came. */
function send({ id, body }: WaitingScan): Promise<number> {
  const [address, init] = requestOf('POST /api/qr/scan', { body });
  return statusOf(address, { ...init, headers: { ...init.headers, 'idempotency-key': id } });
}
