import { requestOf, statusOf } from '../../api.ts';
import { laterHere } from '../../device/send-loop.ts';
import { withLock } from '../../device/with-lock.ts';
import { asksForPrivacy } from '../../privacy.ts';
import { type Batch, readKept, writeKept } from './kept-events.ts';
import { createEventSender } from './send-events.ts';
import { createTransactions } from './transactions.ts';

/** A browser lets so much travel on when its page goes away, of all requests together. */
const mostKeptAlive = 20_000;

async function send({ key, events }: Batch): Promise<number> {
  const [address, init] = requestOf('POST /api/analytics/events', { body: { events } });
  const headers = { ...init.headers, 'idempotency-key': key };
  const keepalive = String(init.body).length < mostKeptAlive;
  return await statusOf(address, { ...init, headers, keepalive });
}

/** Random enough to stand alone; also where the page is no secure context. */
const newKey = () => [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');

const transactions = createTransactions();

/** Says which transaction a followed booking link became. */
export const noteTransaction = transactions.note;

const sender = createEventSender({
  read: readKept,
  write: writeKept,
  send,
  complete: transactions.complete,
  isAwaited: transactions.isAwaited,
  isPrivate: asksForPrivacy,
  now: Date.now,
  newKey,
  withLock: (task) => withLock('holoholo.events', task),
  later: laterHere,
});

addEventListener('online', sender.flush);
addEventListener('pagehide', sender.leave);
document.addEventListener('visibilitychange', sender.flush);

/** Tells the page's one sender that something waits. */
export const wakeSender = sender.wake;
