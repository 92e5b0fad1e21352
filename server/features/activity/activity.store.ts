import { sql } from 'kysely';
import type { ActivityEntry } from '../../../contract/activity.ts';
import type { Db } from '../../platform/database/database.ts';

/** How many scans were counted, bookings made and places kept, of all time. */
export async function countActivity(db: Db, userId: string) {
  const { rows } = await sql<{ scanned: number; booked: number; saved: number }>`
    select (select count(*) from scans s join visits v on v.id = s.visit_id where v.user_id = ${userId} and s.counted) as scanned,
      (select count(*) from bookings where user_id = ${userId}) as booked,
      (select count(*) from saved_listings where user_id = ${userId}) as saved`.execute(db);
  return rows[0]!;
}

/** A place in a timeline: entries of the same instant are told apart by kind and row. */
export interface Position {
  at: string;
  kind: string;
  row: string;
}

export interface TimelineRow extends Position {
  kind: ActivityEntry['kind'];
  title: string;
  detail: string | null;
  /** Id of the place or listing. */
  target: number;
}

/** Counted scans, bookings and saved places as one list, newest first, after a position. `at` is exact to the microsecond. */
export async function listTimeline(
  db: Db,
  userId: string,
  before: Position | undefined,
  limit: number,
): Promise<TimelineRow[]> {
  const after = before
    ? sql`where (at, kind, row) < (${before.at}::timestamptz, ${before.kind}, ${before.row})`
    : sql.raw('');
  const { rows } = await sql<TimelineRow>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, row, title, detail, target from (
      select s.scanned_at as at, 'scan' collate "C" as kind, s.id::text collate "C" as row,
          p.name as title, p.address as detail, p.id as target
        from scans s join visits v on v.id = s.visit_id join locations p on p.id = s.location_id
        where v.user_id = ${userId} and s.counted
      union all
      select b.booked_at, 'booking', b.id::text, l.name, b.status, l.id
        from bookings b join listings l on l.id = b.listing_id where b.user_id = ${userId}
      union all
      select k.saved_at, 'saved', k.listing_id::text, l.name, k.note, l.id
        from saved_listings k join listings l on l.id = k.listing_id where k.user_id = ${userId}
    ) as done ${after}
    order by done.at desc, done.kind desc, done.row desc limit ${limit}`.execute(db);
  return rows;
}
