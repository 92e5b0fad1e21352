import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';

export interface Satisfaction {
  /** The mean, with two decimals. */
  average: number | null;
  reviews: number;
  /** How many of one star, of two, and so on. */
  stars: number[];
  /** How many different guests wrote those, and all of them. */
  guests: number[];
  guests_in_all: number;
}

/**
 * The stars of visible reviews that were written in a span: all, or those of bookings that are credited to an organisation. What guests have
 * written is theirs behind the walls, so that these sums alone are read outside of them.
 */
export async function findSatisfaction(
  db: Db,
  { from, until }: { from: Date; until: Date },
  organisationId: string | null,
): Promise<Satisfaction> {
  const credited = organisationId
    ? sql`join commissions c on c.booking_id = r.booking_id and c.organisation_id = ${organisationId}::uuid`
    : sql``;
  const each = (counted: ReturnType<typeof sql>) =>
    sql.join(
      [1, 2, 3, 4, 5].map((stars) => sql`(count(${counted}) filter (where r.rating = ${sql.lit(stars)}))::integer`),
    );
  const { rows } = await sql<Satisfaction>`
    select round(avg(r.rating), 2)::float8 as average, count(*)::integer as reviews, array[${each(sql`*`)}] as stars,
      array[${each(sql`distinct r.user_id`)}] as guests, count(distinct r.user_id)::integer as guests_in_all
    from reviews r ${credited}
    where not r.hidden and r.created_at >= ${from} and r.created_at < ${until}`.execute(db);
  return rows[0]!;
}

interface NetworkSize {
  partners: number | null;
  advertisers: number | null;
  places: number;
  codes: number;
  listings: number | null;
}

/** What there is now: organisations that are not suspended, places, their codes that lead there, and listings that guests find. */
export async function findNetworkSize(db: Db, now: Date, organisationId: string | null): Promise<NetworkSize> {
  const own = organisationId ? sql`and p.organisation_id = ${organisationId}::uuid` : sql``;
  const whole = (count: ReturnType<typeof sql>) => (organisationId ? sql`null::integer` : sql`(${count})`);
  const active = (kind: 'partner' | 'advertiser') =>
    whole(sql`select count(*)::integer from organisations o where o.kind = ${kind} and ${standsAs} = 'active'`);
  const { rows } = await sql<NetworkSize>`
    select ${active('partner')} as partners, ${active('advertiser')} as advertisers,
      (select count(*)::integer from locations p where p.deleted_at is null ${own}) as places,
      (select count(*)::integer from qr_codes q join locations p on p.id = q.location_id where p.deleted_at is null ${own}
        and q.status = 'active' and (q.expires_at is null or q.expires_at > ${now})) as codes,
      ${whole(sql`select count(*)::integer from listings where is_active`)} as listings`.execute(db);
  return rows[0]!;
}
