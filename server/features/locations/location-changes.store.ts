import { sql } from 'kysely';
import { mostKeptCodes } from '../../../contract/location-form.ts';
import type { Tx } from '../../platform/database/database.ts';

const ofIds = (ids: readonly number[]) => sql`id = any(${ids}::integer[])`;

/** Keeps others from changing these, and from leading anything to them, until the transaction ends. */
export async function lockLocations(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`select id from locations where ${ofIds(ids)} order by id for update`.execute(tx);
}

/** A place, its partner by name, and what stands in the way of its deletion. */
export interface Uses {
  id: number;
  name: string;
  partner: string | null;
  /** The first that lead to it, those in use before those that once did, and how many there are. */
  codes: string[];
  code_count: number;
  is_scanned: boolean;
}

/** Those of these that are not deleted, each with what stands in the way of its deletion. */
export async function findUsesOf(tx: Tx, ids: readonly number[], now: Date): Promise<Uses[]> {
  // Days that are closed stand in the rollups; the open ones are few.
  const since = new Date(now.getTime() - 2 * 86_400_000);
  const { rows } = await sql<Uses>`
    with lately as materialized (
      select distinct location_id from scans where scanned_at >= ${since} and location_id = any(${ids}::integer[])
    )
    select p.id, p.name, o.name as partner,
      array(select c.code from qr_codes c where c.location_id = p.id
        order by c.status = 'replaced', c.id limit ${mostKeptCodes}) as codes,
      (select count(*)::integer from qr_codes c where c.location_id = p.id) as code_count,
      (exists (select from rollups where grain = 'day' and dimension = 'place' and key = p.id::text)
        or p.id in (select location_id from lately)) as is_scanned
    from locations p left join organisations o on o.id = p.organisation_id
    where p.id = any(${ids}::integer[]) and p.deleted_at is null order by p.id`.execute(tx);
  return rows;
}

/** Takes them from guests and from their partners, and keeps whose each was. */
export async function setLocationsAside(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  await sql`
    update locations set deleted_at = ${at}, organisation_before = organisation_id, organisation_id = null
    where ${ofIds(ids)}`.execute(tx);
}

/**
 * Makes those that were deleted after a moment again what they were.
 * @param at when they were deleted, where it is about one deletion alone
 */
export async function bringLocationsBack(
  tx: Tx,
  ids: readonly number[],
  { after, at }: { after: Date; at?: Date | undefined },
): Promise<Pick<Uses, 'id' | 'name' | 'partner'>[]> {
  const alone = at ? sql`and deleted_at = ${at}` : sql``;
  const { rows } = await sql<Pick<Uses, 'id' | 'name' | 'partner'>>`
    update locations p set deleted_at = null, organisation_id = organisation_before, organisation_before = null
    where ${ofIds(ids)} and deleted_at > ${after} ${alone}
    returning id, name, (select o.name from organisations o where o.id = p.organisation_id) as partner`.execute(tx);
  return rows;
}
