import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { mostViewDays } from '../../../contract/partner-view.ts';
import type { Db } from '../../platform/database/database.ts';
import { organisationViews } from '../../platform/organisations/admission.ts';
import { grantedTo, standsAs } from '../../platform/organisations/memberships.store.ts';

/** A partner, with one of its owners: the one that it is known by, while they are one. */
export interface ViewedRow {
  organisationId: string;
  name: string;
  partnerType: string | null;
  ownerId: string;
  state: 'active' | 'suspended';
  granted: string[];
  /** Null while it has none. */
  owner: string | null;
}

const selected = sql`
  select o.id as "organisationId", o.name, o.partner_type as "partnerType", o.owner_id as "ownerId", ${standsAs} as state,
    coalesce(${grantedTo('o.id')}, '{}') as granted,
    (select m.user_id from members m where m.organisation_id = o.id and m.standing = 'owner'
      order by m.user_id <> o.owner_id, m.joined_at, m.user_id limit 1) as owner
  from organisations o where o.kind = 'partner'`;

/** A partner by the id of its organisation. */
export async function findViewed(db: Db, id: string): Promise<ViewedRow | undefined> {
  return (await sql<ViewedRow>`${selected} and o.id = ${id}`.execute(db)).rows[0];
}

/** The same by the user id that it is known by. */
export async function findViewedByOwner(db: Db, ownerId: string): Promise<ViewedRow | undefined> {
  return (await sql<ViewedRow>`${selected} and o.owner_id = ${ownerId}`.execute(db)).rows[0];
}

/** Days of Hawaiʻi on which administrators looked at an organisation, newest first. */
export async function findViewDays(db: Db, organisationId: string): Promise<{ day: string; times: number }[]> {
  const { rows } = await sql<{ day: string; times: number }>`
    select (recorded_at at time zone ${hawaiiZone})::date as day, count(*)::integer as times from audit_entries
    where subject_kind = 'organisation' and subject_id = ${organisationId} and action = any(${organisationViews}::text[])
    group by day order by day desc limit ${mostViewDays}`.execute(db);
  return rows;
}
