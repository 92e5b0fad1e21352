import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** What an organisation may do: its owners all have the same. */
export const grantedTo = (organisation: string) => sql<string[]>`(select owner.permissions from members owner
  where owner.organisation_id = ${sql.ref(organisation)} and owner.standing = 'owner' limit 1)`;

/** How an organisation `o` stands: while none of its owners is an active one, it counts as suspended. */
export const standsAs = sql<string>`case when exists (select from members owner join profiles p on p.user_id = owner.user_id
  where owner.organisation_id = o.id and owner.standing = 'owner' and p.role = o.kind and p.is_active)
then o.state else 'suspended' end`;

/**
 * The membership that a partner or an advertiser calls by, with the organisation's and what its owners may do, and how it
 * stands.
 */
export async function findMembershipRow(db: Db, userId: string, kind: string) {
  return await db
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .select(['o.id as organisationId', 'o.kind', 'o.name', 'o.partner_type as partnerType', 'o.owner_id as ownerId'])
    .select(standsAs.as('state'))
    .select(['m.standing', 'm.permissions', grantedTo('o.id').as('granted')])
    .where('m.user_id', '=', userId)
    .where('m.kind', '=', kind)
    .executeTakeFirst();
}
