import type { Logger } from 'pino';
import { hawaiiDay, hawaiiDayStart, hourStart, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { type Db, isKnownAway, withTransaction } from '../../platform/database/database.ts';
import { listChangedDays } from './changed-days.store.ts';
import { countPartHour, findClosedUntil, findUncountedHours, forgetPartHours } from './part-hours.store.ts';
import type { Dimension, Grain } from './rollup-figures.store.ts';
import {
  closeUntil,
  findFollowedDays,
  findRollups,
  lockRollups,
  type RollupRow,
  replaceRollups,
  takeMarks,
} from './rollups.store.ts';

/** An hour is closed this long after its end: whoever wrote in its last second has committed by then. */
const closedAfterMs = 60_000;

/** Figures of one hour or one Hawaiian day. */
export interface Rollup {
  /** Id of the code, place, partner or listing; name of the platform or event; empty for the total; two of these as `partner/listing`. */
  key: string;
  startsAt: Date;
  /** Scans that count (one per visit, code and ten minutes), and all scans. */
  scans: number;
  scansRaw: number;
  /** Different visits that scanned within this hour or day: exact, and not to be added up over several. */
  visits: number;
  clicks: number;
  /** Bookings by what has become of them by now, at the time of their click. */
  bookings: { pending: number; confirmed: number; completed: number; cancelled: number };
  /** US cents assumed from price ranges, and told by platforms; cancelled bookings are in neither. */
  estimatedCents: number;
  confirmedCents: number;
  /** Of visitors; in all dimensions but code and platform. */
  events: number;
  /** Of these: a listing was in sight in a list; more of it was asked for. */
  impressions: number;
  openings: number;
  /** Both of them by programs, which are in no other figure. */
  botViews: number;
}

export interface RollupQuery {
  dimension: Dimension;
  /** Only these keys; all where it is missing. */
  ids?: readonly (string | number)[];
  /** Of a dimension of two parts only keys that begin with one of these, as all listings of a partner. */
  within?: readonly (string | number)[];
  /** First instant, and the first one after; both are widened to whole hours or Hawaiian days. */
  from: Date;
  to: Date;
  grain: Grain;
}

/**
 * Reads figures, by time and key: closed hours (days) from the rollups, the open one counted from its rows. Hours in
 * which nothing happened have no entry.
 */
export async function readRollup(db: Db, { dimension, ids, within, from, to, grain }: RollupQuery): Promise<Rollup[]> {
  const [keys, firstParts] = [ids?.map(String), within?.map(String)];
  const rows = await findRollups(db, { grain, dimension, keys, firstParts, ...widened(from, to, grain) });
  return rows.map((row) => ({ ...figuresOf(row), startsAt: row.starts_at, visits: row.visits }));
}

/** What visitors asked of listings, day by day: how often each was opened, and its booking link followed; at most so many rows. */
export const readListingDays = (
  db: Db,
  ids: readonly number[],
  { from, to }: Pick<RollupQuery, 'from' | 'to'>,
  limit: number,
) =>
  findFollowedDays(
    db,
    { grain: 'day', dimension: 'listing', keys: ids.map(String), ...widened(from, to, 'day') },
    limit,
  );

/** Figures that can be added up over days. */
export type RollupSum = Omit<Rollup, 'startsAt' | 'visits'>;

/** Those of a partner, of which events are read for their openings alone. */
export type PartnerSum = Omit<RollupSum, 'events' | 'impressions' | 'botViews'>;

/** A row's figures as they are told. */
const figuresOf = (row: Omit<RollupRow, 'starts_at' | 'visits'>): RollupSum => ({
  ...partnerFiguresOf(row),
  events: row.events,
  impressions: row.impressions,
  botViews: row.bot_views,
});

/** A partner's likewise. */
export function partnerFiguresOf(
  row: Omit<RollupRow, 'starts_at' | 'visits' | 'events' | 'impressions' | 'bot_views'>,
): PartnerSum {
  return {
    key: row.key,
    scans: row.scans,
    scansRaw: row.scans_raw,
    clicks: row.clicks,
    bookings: {
      pending: row.bookings_pending,
      confirmed: row.bookings_confirmed,
      completed: row.bookings_completed,
      cancelled: row.bookings_cancelled,
    },
    estimatedCents: row.estimated_cents,
    confirmedCents: row.confirmed_cents,
    openings: row.openings,
  };
}

function widened(from: Date, to: Date, grain: Grain) {
  const start = grain === 'hour' ? hourStart : hawaiiDayStart;
  const last = start(new Date(to.getTime() - 1));
  return { from: start(from), to: grain === 'hour' ? new Date(last.getTime() + 3_600_000) : nextHawaiiDay(last) };
}

/**
 * Counts the rows of every Hawaiian day that [from, to) touches again and replaces its rollups, a transaction per day:
 * a day's visits need all of its rows, so a day is the smallest piece. The result depends on the rows alone.
 * @param onDay told of each day that is done.
 */
export async function rebuildRollups(db: Db, from: Date, to: Date, onDay?: (day: Date) => void): Promise<void> {
  for (let day = hawaiiDayStart(from); day < to; day = nextHawaiiDay(day)) {
    await withTransaction(db, async (tx) => {
      await lockRollups(tx);
      await replaceRollups(tx, day, nextHawaiiDay(day));
      await forgetPartHours(tx, day);
    });
    onDay?.(day);
  }
}

/**
 * Rolls up every closed hour whose rows changed since, however old, and lets readers use all hours closed by now: the newest days first, as
 * they are asked for most, and a year takes several turns. Of
 * several processes at once each day is done by one; the others find no marks left. A day that fails keeps its marks for the next
 * time, and readers go on counting its rows; a database that is known to be away ends the run.
 * @param given.onDay told of each day that is done.
 * @param given.logger told of each day that fails.
 * @param given.signal ends it before the next day.
 * @returns how many days were rebuilt here.
 * @throws the first day's error where no logger is given, once all others are done; the signal's reason, once it is aborted;
 * that the database is away
 */
export async function rollUpClosedHours(
  db: Db,
  now: Date,
  given: { onDay?: (day: Date) => void; logger?: Pick<Logger, 'error'>; signal?: AbortSignal } = {},
): Promise<number> {
  const open = hourStart(new Date(now.getTime() - closedAfterMs));
  const failures: { day: Date; error: Error }[] = [];
  let rebuilt = 0;
  const days = await listChangedDays(db, open);
  for (const [at, day] of days.entries()) {
    given.signal?.throwIfAborted();
    const isDone = await rollUpDay(db, day, open).catch((error: Error) => {
      if (isKnownAway(error)) throw error; // so would be every day after it
      failures.push({ day, error });
      const failed = { day: hawaiiDay(day), reason: error.message };
      given.logger?.error(failed, 'a day was not rolled up, and will be tried again');
      return false;
    });
    // What is done is read from then on: days that are left keep no other one waiting, as those that fail do.
    await closeUntil(db, open, [...failures.map((one) => one.day), ...days.slice(at + 1)]);
    if (!isDone) continue;
    rebuilt += 1;
    given.onDay?.(day);
  }
  if (days.length === 0) await closeUntil(db, open, []);
  if (!given.logger && failures[0]) throw failures[0].error;
  return rebuilt;
}

/** @returns whether it was still to be done */
async function rollUpDay(db: Db, day: Date, open: Date): Promise<boolean> {
  const next = nextHawaiiDay(day);
  return await withTransaction(db, async (tx) => {
    await lockRollups(tx);
    const changed = await takeMarks(tx, day, open < next ? open : next);
    if (!changed) return false;
    await replaceRollups(tx, day, next, changed);
    return true;
  });
}

/**
 * Counts by ten minutes the open hour, as far as whoever wrote has committed by now, and what has closed of late, so that readers count only
 * what is at the ends of a range, or comes after, from its rows. The open hour is left while one before it is not closed; an hour that fails is
 * told of, and counted from its rows until a later turn.
 * @throws the signal's reason, once it is aborted; that the database is away; any error where no logger is given
 */
export async function countPartHours(
  db: Db,
  now: Date,
  { logger, signal }: { logger?: Pick<Logger, 'error'>; signal?: AbortSignal } = {},
): Promise<void> {
  const until = new Date(now.getTime() - closedAfterMs);
  const open = hourStart(until);
  const isOpenNext = async (of: Db) => (await findClosedUntil(of)).getTime() === open.getTime();
  const closed = await findUncountedHours(db);
  for (const hour of (await isOpenNext(db)) ? [open, ...closed] : closed) {
    signal?.throwIfAborted();
    await withTransaction(db, async (tx) => {
      await lockRollups(tx);
      if (hour !== open) await countPartHour(tx, hour, new Date(hour.getTime() + 3_600_000), false);
      else if (await isOpenNext(tx)) await countPartHour(tx, hour, until, true);
    }).catch((error: Error) => {
      if (!logger || isKnownAway(error)) throw error;
      logger.error({ hour: hour.toISOString(), reason: error.message }, 'an hour was not counted by ten minutes');
    });
  }
}
