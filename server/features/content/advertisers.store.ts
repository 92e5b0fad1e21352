import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** An organisation of advertisers, by the id of the user that it is known by. */
export interface AdvertiserChoice {
  id: string;
  name: string;
  /** An owner's, which tells those of one name apart. */
  email: string | null;
}

const mostAdvertisers = 2_000;

const chosen = sql`select o.owner_id as id, o.name, u.email from organisations o left join lateral (
    select min(u.email) as email from members m join users u on u.id = m.user_id
    where m.organisation_id = o.id and m.standing = 'owner') u on true
  where o.kind = 'advertiser'`;

/** The advertisers by name. */
export async function findAdvertiserChoices(db: Db): Promise<AdvertiserChoice[]> {
  const { rows } = await sql<AdvertiserChoice>`
    ${chosen} order by searchable(o.name), o.id limit ${mostAdvertisers}`.execute(db);
  return rows;
}

/** Those of these that are advertisers. */
export async function findAdvertisers(db: Db, ids: readonly string[]): Promise<AdvertiserChoice[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AdvertiserChoice>`${chosen} and o.owner_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Advertisers by what rows call them: the name, whatever its letters and marks, or the address of an owner. */
export async function findAdvertisersCalled(db: Db, called: readonly string[]) {
  if (called.length === 0) return [];
  const { rows } = await sql<{ called: string; id: string }>`
    select w.called, o.owner_id as id from unnest(${called}::text[]) as w (called) join organisations o on o.kind = 'advertiser'
      and (searchable(o.name) = searchable(w.called) or exists (select from members m join users u on u.id = m.user_id
        where m.organisation_id = o.id and m.standing = 'owner' and lower(u.email) = lower(w.called)))`.execute(db);
  return rows;
}
