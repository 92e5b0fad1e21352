import { sql } from 'kysely';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { findFeed } from '../../../server/features/platforms/feeds.store.ts';
import type { Db, Tx } from '../../../server/platform/database/database.ts';
import { claimDay } from '../../../server/platform/jobs/jobs.store.ts';
import { dayMs, historyDays } from './rhythm.ts';

const name = 'demo history';

/** When the demo's places came to be, for days that pass up to an instant. */
export const openedFor = (until: Date) => new Date(until.getTime() - historyDays * dayMs);

/** Notes, with the world that is loaded, that its days are still to pass, and that the present's feeds begin where they end. */
export async function promiseHistory(tx: Tx, until: Date): Promise<void> {
  await findFeed(tx, 'viator', until, until);
  await claimDay(tx, name, hawaiiDay(openedFor(until)));
}

/** Up to which instant days are still to pass; nothing where none were promised, or all have passed. */
export async function findDueHistory(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ opened: Date; last_day: string }>`
    select (select created_at from locations order by id limit 1) as opened, last_day::text from daily_runs where name = ${name}`.execute(
    db,
  );
  const until = rows[0]?.opened && new Date(rows[0].opened.getTime() + historyDays * dayMs);
  return until && rows[0]!.last_day < hawaiiDay(until) ? until : undefined;
}

/** All days have passed. */
export async function endHistory(db: Db, until: Date): Promise<void> {
  await claimDay(db as Tx, name, hawaiiDay(until));
}

/** The last scan of the days that have passed so far: all that was done before it is done. A generated year's name no device. */
export async function findLastScan(db: Db, until: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(scanned_at) as at from scans where scanned_at < ${until} and device is not null`.execute(db);
  return rows[0]?.at ?? undefined;
}

/** News that was kept and not taken up when a stop came. */
export async function findUnsettledNews(db: Db, until: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from inbox where received_at < ${until} and state in ('new', 'taken') order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Long work that was asked for in those days and has not come to its end. */
export async function findUnfinishedWork(db: Db, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from long_work where created_at < ${until} and state in ('waiting', 'running') order by created_at`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Pictures that were sent in those days and are not drawn yet. */
export async function findWaitingPictures(db: Db, until: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from listing_pictures where asked_at < ${until} and state = 'waiting' order by asked_at`.execute(db);
  return rows.map(({ id }) => id);
}
