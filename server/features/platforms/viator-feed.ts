import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Services } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { keepNews } from '../../platform/news/news.ts';
import { asObject } from './booking-news.ts';
import { FeedFailure, fetchJson } from './feed-call.ts';
import { findFeed, moveFeed, putFeedOff } from './feeds.store.ts';

const source = 'viator';
/** A feed that was never read begins where clicks are still credited. */
const firstDays = 30;
const eventsPerPage = 500;
/** In one go; the rest follows a minute later. */
const mostPages = 30;
/** As the inbox takes. */
const mostEventBytes = 1024 * 1024;
const firstWaitSeconds = 60;
const longestWaitSeconds = 3_600;
/** Of what the server asks for: a wrong date in its answer stops nothing for ever. */
const longestAskedSeconds = 86_400;
const restSeconds = 60;

/**
 * Reads what Viator tells of changed bookings since the last time, where it is time to: each event is put into the inbox as news, in
 * the transaction that also moves the cursor, so that a process that ends leaves none out. After a failure it waits as
 * long as Viator asks for, or longer each time.
 * @param name under which it is kept how far it was read; another one for who reads it by another clock
 * @throws the reason of a signal that ends it, which puts nothing off: whoever has its turn next goes on from the cursor
 */
export async function readViatorFeed(
  { db, jobs, clock, settings }: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  log: Pick<Logger, 'warn'>,
  { name = source, signal }: { name?: string; signal?: AbortSignal } = {},
): Promise<void> {
  const { url, key, everySeconds } = settings.viatorFeed!;
  const began = clock.now();
  const since = new Date(began.getTime() - firstDays * 86_400_000);
  const feed = await findFeed(db, name, since, began);
  if (feed.next_at > began) return;
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1_000);
  const headers = { 'exp-api-key': key, accept: 'application/json;version=2.0', 'accept-language': 'en-US' };
  let { cursor, page_digest: last, failures } = feed;
  try {
    for (let page = 0; page < mostPages; page++) {
      const query = new URLSearchParams({ count: String(eventsPerPage) });
      if (cursor === null) query.set('modified-since', feed.since.toISOString());
      else query.set('cursor', cursor);
      const answer = await fetchJson(`${url}/bookings/modified-since?${query}`, headers, clock.now(), signal);
      const { events, next } = readPage(answer);
      const from = cursor;
      const to = next ?? cursor;
      const digest = createHash('sha256').update(events.join()).digest();
      const isSame = last?.equals(digest) ?? false;
      const isOurs = await withTransaction(db, async (tx) => {
        if (!(await moveFeed(tx, name, { from, to, digest }, clock.now()))) return false;
        for (const event of isSame ? [] : events) {
          // One that is cut off stays listed as unreadable.
          const body = Buffer.from(event).subarray(0, mostEventBytes);
          await keepNews({ db: tx, jobs }, { source, received_at: clock.now(), headers: {}, body });
        }
        return true;
      });
      if (!isOurs) return;
      if (to === from || events.length === 0)
        return await putFeedOff(db, name, { next_at: after(everySeconds), failures: 0 });
      [cursor, last, failures] = [to, digest, 0];
    }
    await putFeedOff(db, name, { next_at: after(Math.min(restSeconds, everySeconds)), failures: 0 });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof FeedFailure)) throw error;
    const growing = Math.min(firstWaitSeconds * 2 ** Math.min(failures, 10), longestWaitSeconds);
    failures += 1;
    const seconds = Math.min(error.waitSeconds ?? growing, longestAskedSeconds);
    await putFeedOff(db, name, { next_at: after(Math.max(1, seconds)), failures });
    log.warn({ source, reason: error.message, failures, seconds: Math.round(seconds) }, 'a feed was not read');
  }
}

/** The events as texts: one that is none is kept as it is, and unreadable as other news. @throws FeedFailure */
function readPage(answer: unknown): { events: string[]; next: string | null } {
  const said = asObject(answer);
  const events = said?.bookings ?? said?.events;
  if (!Array.isArray(events)) throw new FeedFailure('its answer has no events');
  const next = said?.nextCursor;
  if (next !== undefined && next !== null && (typeof next !== 'string' || next === '' || next.length > 2_000))
    throw new FeedFailure('its cursor is none');
  return { events: events.map(asText), next: next ?? null };
}

function asText(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    // Nested more deeply than there is room for.
    return 'null';
  }
}
