import type { TestUser, World } from './world.ts';

/** The organisation that somebody is of, if any. */
export async function organisationOf({ db }: Pick<World, 'db'>, userId: string): Promise<string | undefined> {
  const row = db.selectFrom('members').select('organisation_id').where('user_id', '=', userId);
  return (await row.executeTakeFirst())?.organisation_id;
}

/** A further owner of an organisation, who has what it has. */
export async function anOwner(world: Pick<World, 'db' | 'aUser'>, organisationId: string): Promise<TestUser> {
  const owners = world.db.selectFrom('members').select('permissions').where('organisation_id', '=', organisationId);
  const { permissions } = await owners.where('standing', '=', 'owner').executeTakeFirstOrThrow();
  const member = await aMember(world, organisationId, permissions);
  await world.db.updateTable('members').set({ standing: 'owner' }).where('user_id', '=', member.id).execute();
  return member;
}

/** One of an organisation's staff, with these permissions. */
export async function aMember(
  world: Pick<World, 'db' | 'aUser'>,
  organisationId: string,
  permissions: string[] = [],
): Promise<TestUser> {
  const { db } = world;
  const user = await world.aUser();
  const of = db.selectFrom('organisations').select(['kind', 'name']).where('id', '=', organisationId);
  const { kind, name } = await of.executeTakeFirstOrThrow();
  const membership = { organisation_id: organisationId, kind, user_id: user.id, standing: 'staff', permissions };
  await db.insertInto('members').values(membership).execute();
  const role = { role: kind, organization_name: name };
  await db.updateTable('profiles').set(role).where('user_id', '=', user.id).execute();
  return { ...user, role: kind as TestUser['role'] };
}
