import type { Db } from '../database/database.ts';

/** The membership that a partner or an advertiser calls by, with the organisation's and what its owner may do. */
export async function findMembershipRow(db: Db, userId: string, kind: string) {
  return await db
    .selectFrom('members as m')
    .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
    .innerJoin('members as owner', (join) =>
      join.onRef('owner.organisation_id', '=', 'o.id').on('owner.standing', '=', 'owner'),
    )
    .select(['o.id as organisationId', 'o.kind', 'o.name', 'o.partner_type as partnerType', 'o.owner_id as ownerId'])
    .select(['o.state', 'm.standing', 'm.permissions', 'owner.permissions as granted'])
    .where('m.user_id', '=', userId)
    .where('m.kind', '=', kind)
    .executeTakeFirst();
}
