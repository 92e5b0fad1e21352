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

/** What the figures of each kind hang on: the `organisation` of each key, and what an organisation `o` has. */
const parts = {
  // Figures of a partner are those of the moment in which it happened, whoever has the place now.
  partner: {
    dimension: 'partner',
    keys: sql`select of_key.*, partner.id as organisation from of_key
      join organisations partner on partner.kind = 'partner' and partner.owner_id = key::uuid`,
    has: sql`select count(*)::integer from locations p where p.organisation_id = o.id`,
  },
  advertiser: {
    dimension: 'listing',
    keys: sql`select of_key.*, l.organisation_id as organisation from of_key join listings l on l.id = key::integer`,
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
    with of_key as materialized (${rowsOfSums(await sumByKey(db, dimension, span))}), part as materialized (
      select organisation, sum(scans)::bigint as scans, sum(clicks)::bigint as clicks, sum(bookings)::bigint as bookings,
        sum(cents)::bigint as cents
      from (${keys}) as key_of group by organisation
    )
    select o.id, o.name, ${standsAs} as status, (${has}) as has, coalesce(f.scans, 0)::bigint as scans, coalesce(f.clicks, 0)::bigint as clicks,
      coalesce(f.bookings, 0)::bigint as bookings, coalesce(f.cents, 0)::bigint as revenue_cents
    from organisations o left join part f on f.organisation = o.id
    where o.kind = ${kind} ${given.booked ? sql`and f.bookings > 0` : sql``}
    order by revenue_cents desc, bookings desc, o.name, o.id limit ${given.limit ?? null}::integer`.execute(db);
  return rows;
}
