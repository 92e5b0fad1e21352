import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';

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
