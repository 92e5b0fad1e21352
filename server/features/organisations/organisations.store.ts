import type { Selectable } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

const columns = ['id', 'kind', 'name', 'partner_type', 'owner_id', 'state'] as const;
export type OrganisationRow = Pick<Selectable<Tables['organisations']>, (typeof columns)[number]>;

/** An organisation, or nothing. `lock` holds it until the transaction ends. */
export async function findOrganisation(
  db: Db,
  id: string,
  { lock = false } = {},
): Promise<OrganisationRow | undefined> {
  const row = db.selectFrom('organisations').select(columns).where('id', '=', id);
  return await (lock ? row.forUpdate() : row).executeTakeFirst();
}

/** Whether an organisation's owner still is one: an active account with its role. */
export async function hasActiveOwner(db: Db, id: string): Promise<boolean> {
  const owner = await db
    .selectFrom('organisations as o')
    .innerJoin('profiles as p', (join) => join.onRef('p.user_id', '=', 'o.owner_id').onRef('p.role', '=', 'o.kind'))
    .select('o.id')
    .where('o.id', '=', id)
    .where('p.is_active', '=', true)
    .executeTakeFirst();
  return owner !== undefined;
}

export async function updateState(tx: Tx, id: string, state: string): Promise<void> {
  await tx.updateTable('organisations').set({ state }).where('id', '=', id).execute();
}

/** Members with their accounts, the owner first, then by when they joined. */
export async function findMembers(db: Db, organisationId: string) {
  return await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.email', 'u.name', 'm.kind', 'm.standing', 'm.permissions', 'm.joined_at'])
    .where('m.organisation_id', '=', organisationId)
    .orderBy('m.standing')
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute();
}
export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number];

/** What one of the staff may do, held against other changes until the transaction ends. */
export async function lockStaff(tx: Tx, organisationId: string, userId: string) {
  return await tx
    .selectFrom('members')
    .select('permissions')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('standing', '=', 'staff')
    .forUpdate()
    .executeTakeFirst();
}

export async function updatePermissions(tx: Tx, organisationId: string, userId: string, permissions: string[]) {
  await tx
    .updateTable('members')
    .set({ permissions })
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteStaff(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('members')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('standing', '=', 'staff')
    .execute();
}

/** Makes somebody one of the staff. @returns false where they are of an organisation of this kind already. */
export async function insertStaff(
  tx: Tx,
  member: { organisation_id: string; kind: string; user_id: string; permissions: string[]; joined_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('members')
    .values({ ...member, standing: 'staff' })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether somebody is of any organisation: asked for what is not there for the tenant. */
export async function isMemberAnywhere(db: Db, userId: string): Promise<boolean> {
  const row = db.selectFrom('members').select('user_id').where('user_id', '=', userId).limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}
