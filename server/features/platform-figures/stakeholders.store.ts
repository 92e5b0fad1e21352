import { sql } from 'kysely';
import type { ReportStakeholder } from '../../../contract/platform-reports.ts';
import type { Db } from '../../platform/database/database.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';
import { type FigureSpan, rowsOfSums, sumByKey } from '../analytics/analytics.ts';

/** An organisation, and what came of its places or of its listings. */
export interface StakeholderRow {
  id: string;
  name: string;
  status: string;
  /** Listings of an advertiser that are not deleted; places of a partner. */
  has: number;
  scans: number;
  clicks: number;
  bookings: number;
  revenue_cents: number;
}

/** What the figures of each kind hang on, of an organisation `o`. */
const parts = {
  // Figures of a partner are those of the moment in which it happened, whoever has the place now.
  partner: {
    dimension: 'partner',
    keys: sql`select o.owner_id::text`,
    has: sql`select count(*)::integer from locations p where p.organisation_id = o.id`,
  },
  advertiser: {
    dimension: 'listing',
    keys: sql`select l.id::text from listings l where l.organisation_id = o.id`,
    has: sql`select count(*)::integer from listings l where l.organisation_id = o.id and l.deleted_at is null`,
  },
} as const;

/**
 * Organisations of a kind with their figures of a span: those with the most revenue first, then bookings, then by name.
 * @param given.booked those alone that were booked
 */
export async function findStakeholders(
  db: Db,
  kind: ReportStakeholder,
  span: Pick<FigureSpan, 'from' | 'until' | 'grain'>,
  given: { booked?: boolean; limit?: number } = {},
): Promise<StakeholderRow[]> {
  const { dimension, keys, has } = parts[kind];
  const { rows } = await sql<StakeholderRow>`
    with part as (${rowsOfSums(await sumByKey(db, dimension, span))})
    select o.id, o.name, ${standsAs} as status, (${has}) as has, f.scans, f.clicks, f.bookings, f.revenue_cents
    from organisations o cross join lateral (
      select coalesce(sum(scans), 0)::bigint as scans, coalesce(sum(clicks), 0)::bigint as clicks,
        coalesce(sum(bookings), 0)::bigint as bookings, coalesce(sum(cents), 0)::bigint as revenue_cents
      from part where key in (${keys})) as f
    where o.kind = ${kind} ${given.booked ? sql`and f.bookings > 0` : sql``}
    order by f.revenue_cents desc, f.bookings desc, o.name, o.id limit ${given.limit ?? null}::integer`.execute(db);
  return rows;
}
