import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/**
 * The membership that a partner or an advertiser calls by, with the organisation's and what its owner may do. While its owner is not
 * an active one, an organisation counts as suspended.
 */
export async function findMembershipRow(db: Db, userId: string, kind: string) {
  return await db
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .innerJoin('members as owner', (join) =>
      join.onRef('owner.organisation_id', '=', 'o.id').on('owner.standing', '=', 'owner'),
    )
    .leftJoin('profiles as p', (join) =>
      join.onRef('p.user_id', '=', 'o.owner_id').onRef('p.role', '=', 'o.kind').on('p.is_active', '=', true),
    )
    .select(['o.id as organisationId', 'o.kind', 'o.name', 'o.partner_type as partnerType', 'o.owner_id as ownerId'])
    .select(sql<string>`case when p.user_id is null then 'suspended' else o.state end`.as('state'))
    .select(['m.standing', 'm.permissions', 'owner.permissions as granted'])
    .where('m.user_id', '=', userId)
    .where('m.kind', '=', kind)
    .executeTakeFirst();
}
