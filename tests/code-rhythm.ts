import { sql } from 'kysely';
import { hawaiiOffsetMs } from '../contract/hawaii-time.ts';
import { rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import type { World } from './world.ts';

const dayMs = 86_400_000;

/** At which hours of Hawaiʻi's clocks, and on which days of the week, a code is scanned, and how often in each. */
export interface Rhythm {
  hours: readonly number[];
  /** 0 for Sunday; all days unless told. */
  weekdays?: readonly number[];
  scans?: number;
}

/**
 * Scans a code as guests did: by its rhythm, each in a visit of its own, for so many days up to so many days before now. What was added up
 * of before is not: `rollUpClosedHours` does.
 */
export async function scannedUsually(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  code: { id: number; locationId: number },
  { hours, weekdays = [0, 1, 2, 3, 4, 5, 6], scans = 1 }: Rhythm,
  { days = 50, quietDays = 0, after = new Date(0) }: { days?: number; quietDays?: number; after?: Date } = {},
): Promise<void> {
  const today = Math.floor((clock.now().getTime() - hawaiiOffsetMs) / dayMs) * dayMs + hawaiiOffsetMs;
  const times: Date[] = [];
  for (let day = days; day >= quietDays; day--) {
    const start = today - day * dayMs;
    if (!weekdays.includes(new Date(start - hawaiiOffsetMs).getUTCDay())) continue;
    for (const hour of hours)
      for (let scan = 0; scan < scans; scan++) {
        const at = new Date(start + hour * 3_600_000 + (scan + 1) * 60_000);
        if (at > after && at < clock.now()) times.push(at);
      }
  }
  await sql`
    with visit as (
      insert into visits (token_hash, created_at, last_seen_at)
      select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), at, at from unnest(${times}::timestamptz[]) at returning id, created_at)
    insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
    select visit.id, ${code.id}, ${code.locationId}, visit.created_at, true, 'camera',
      (select partner_id from locations where id = ${code.locationId}) from visit`.execute(db);
  await rollUpClosedHours(db, clock.now());
}
