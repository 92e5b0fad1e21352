import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { rowsOfSums, sumByKey } from '../analytics/analytics.ts';
import type { ComparedRange } from './compared.ts';

/** What the figures of everybody are broken down by. */
export const reportedParts = ['partner', 'place', 'code', 'listing'] as const;

/** What came of one of them. */
export interface PartRow {
  /** Of an organisation, a place or a listing; a code is its name. */
  id: string | null;
  name: string | null;
  /** Whose it is: the partner of a place, the place of a code, the advertiser of a listing. */
  belongs_to: string | null;
  scans: number;
  openings: number;
  clicks: number;
  bookings: number;
}

/** Who and what keys stand for, and what is told of them. */
const named: Record<(typeof reportedParts)[number], { columns: RawBuilder<unknown>; joined: RawBuilder<unknown> }> = {
  partner: {
    columns: sql`o.id::text as id, o.name, null::text as belongs_to`,
    joined: sql`organisations o on o.kind = 'partner' and o.owner_id::text = f.key`,
  },
  place: {
    columns: sql`p.id::text as id, p.name, o.name as belongs_to`,
    joined: sql`locations p on p.id = f.key::integer left join organisations o on o.id = p.organisation_id`,
  },
  code: {
    columns: sql`null::text as id, q.code as name, p.name as belongs_to`,
    joined: sql`qr_codes q on q.id = f.key::integer left join locations p on p.id = q.location_id`,
  },
  listing: {
    columns: sql`l.id::text as id, l.name, o.name as belongs_to`,
    joined: sql`listings l on l.id = f.key::integer left join organisations o on o.id = l.organisation_id`,
  },
};

/** All that was scanned, opened, followed or booked in a range; what was booked most first. */
export async function findParts(db: Db, of: (typeof reportedParts)[number], range: ComparedRange): Promise<PartRow[]> {
  const { columns, joined } = named[of];
  const { rows } = await sql<PartRow>`
    with part as (${rowsOfSums(await sumByKey(db, of, range))})
    select ${columns}, f.scans, f.openings, f.clicks, f.bookings from part f left join ${joined}
    where f.scans > 0 or f.openings > 0 or f.clicks > 0 or f.bookings > 0
    order by f.bookings desc, f.scans desc, f.clicks desc, f.openings desc, name, f.key`.execute(db);
  return rows;
}
