import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** What a report adds up by keys of which there may be very many. */
export type AddedUp = 'place' | 'code' | 'listing';

/** Whether a report adds up more than so many days of keys, without counting on. */
export async function addsUpMoreThan(
  db: Db,
  most: number,
  dimensions: readonly AddedUp[],
  { from, until }: { from: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::integer as days from (
      select from rollups where grain = 'day' and dimension = any(${dimensions}::text[]) and dimension in ('place', 'code', 'listing')
        and starts_at >= ${from} and starts_at < ${until} limit ${most + 1}) as day`.execute(db);
  return rows[0]!.days > most;
}
