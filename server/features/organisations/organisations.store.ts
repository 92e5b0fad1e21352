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

/** The owners of an organisation who still are such: active accounts with its role. */
export async function findActiveOwners(db: Db, id: string): Promise<string[]> {
  const owners = await db
    .selectFrom('members as m')
    .innerJoin('profiles as p', (join) => join.onRef('p.user_id', '=', 'm.user_id').onRef('p.role', '=', 'm.kind'))
    .select('m.user_id')
    .where('m.organisation_id', '=', id)
    .where('m.standing', '=', 'owner')
    .where('p.is_active', '=', true)
    .execute();
  return owners.map((one) => one.user_id);
}

/** Whether somebody has an active account with the role of an organisation's kind. `false` also where they have none. */
export async function isActive(db: Db, userId: string, kind: string): Promise<boolean> {
  const profiles = db.selectFrom('profiles').select('user_id').where('user_id', '=', userId);
  return (await profiles.where('role', '=', kind).where('is_active', '=', true).executeTakeFirst()) !== undefined;
}

/** Holds the profiles of people until the transaction ends: whoever changes roles holds these before the organisation. */
export async function lockProfiles(tx: Tx, userIds: readonly string[]): Promise<void> {
  const people = tx.selectFrom('profiles').select('user_id').where('user_id', 'in', userIds);
  await people.orderBy('user_id').forUpdate().execute();
}

/** The addresses of people, with the language of each. */
export async function findAddressed(db: Db, userIds: readonly string[]) {
  const people = db.selectFrom('users').select(['id', 'email', 'name', 'language']).where('id', 'in', userIds);
  return await people.execute();
}

export async function updateState(tx: Tx, id: string, state: string): Promise<void> {
  await tx.updateTable('organisations').set({ state }).where('id', '=', id).execute();
}

/** How many codes an organisation may have. */
export async function findCodeLimit(db: Db, id: string): Promise<number> {
  const row = db.selectFrom('organisations').select('qr_codes_limit').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).qr_codes_limit;
}

export async function updateCodeLimit(tx: Tx, id: string, qr_codes_limit: number): Promise<void> {
  await tx.updateTable('organisations').set({ qr_codes_limit }).where('id', '=', id).execute();
}

/** Members with their accounts, owners first, then by when they joined. */
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

/** What a member is and may do, held against other changes until the transaction ends. */
export async function lockMember(tx: Tx, organisationId: string, userId: string) {
  return await tx
    .selectFrom('members')
    .select(['standing', 'permissions'])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
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

export async function updateStanding(
  tx: Tx,
  organisationId: string,
  userId: string,
  given: { standing: string; permissions: string[] },
): Promise<void> {
  await tx
    .updateTable('members')
    .set(given)
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(tx: Tx, organisationId: string, userId: string): Promise<void> {
  await tx.deleteFrom('members').where('organisation_id', '=', organisationId).where('user_id', '=', userId).execute();
}

/** Makes somebody a member. @returns false where they are of an organisation of this kind already. */
export async function insertMember(
  tx: Tx,
  member: {
    organisation_id: string;
    kind: string;
    user_id: string;
    standing: string;
    permissions: string[];
    joined_at: Date;
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('members')
    .values(member)
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
