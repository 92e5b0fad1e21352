import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/roles.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const [minute, hour, day] = [60, 3_600, 86_400];
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;
const storedOf = async (userId: string) =>
  await world.db
    .selectFrom('sessions')
    .select(['last_seen_at', 'idle_expires_at', 'expires_at'])
    .where('user_id', '=', userId)
    .execute();
const become = (user: TestUser, role: Role) =>
  world.db.updateTable('profiles').set({ role }).where('user_id', '=', user.id).execute();
const secondsUntil = (instant: Date) => (instant.getTime() - world.clock.now().getTime()) / 1000;

/** Uses a session at this pace for so long. @returns whether it then still lasts. */
async function uses(user: TestUser, { every, until }: { every: number; until: number }): Promise<boolean> {
  for (let at = every; at <= until; at += every) {
    world.clock.advance(every);
    if (!(await isSignedIn(user.cookie))) return false;
  }
  return true;
}

describe('a session ends by the limits of the role that its person has by now', () => {
  test('unused: of a traveler who became an administrator', async () => {
    const [waits, comes] = [await world.aUser(), await world.aUser()];
    await Promise.all([become(waits, 'admin'), become(comes, 'admin')]);
    world.clock.advance(30 * minute - 1);
    expect(await isSignedIn(comes.cookie)).toBe(true);
    world.clock.advance(1);
    expect([await isSignedIn(comes.cookie), await isSignedIn(waits.cookie)]).toEqual([true, false]);
  });

  test('however much it is used: of a traveler who became an administrator', async () => {
    const user = await world.aUser();
    await become(user, 'admin');
    expect(await uses(user, { every: 20 * minute, until: 12 * hour - 20 * minute })).toBe(true);
    world.clock.advance(20 * minute - 1);
    expect(await isSignedIn(user.cookie)).toBe(true);
    world.clock.advance(1);
    expect(await isSignedIn(user.cookie)).toBe(false);
  });

  test('but not later than it was to end: of an administrator who became a traveler', async () => {
    const [waits, comes] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    await Promise.all([become(waits, 'traveler'), become(comes, 'traveler')]);
    world.clock.advance(30 * minute - 1);
    expect(await isSignedIn(comes.cookie)).toBe(true);
    world.clock.advance(1);
    expect(await isSignedIn(waits.cookie)).toBe(false);
    expect(await uses(comes, { every: hour, until: 11 * hour })).toBe(true);
    world.clock.advance(30 * minute - 1);
    expect(await isSignedIn(comes.cookie)).toBe(true);
    world.clock.advance(1);
    expect(await isSignedIn(comes.cookie)).toBe(false);
  });

  test("and of a role of an earlier system by a traveler's", async () => {
    const user = await world.aUser();
    await become(user, 'distributor' as Role);
    world.clock.advance(7 * day - 1);
    expect(await isSignedIn(user.cookie)).toBe(true);
    world.clock.advance(7 * day);
    expect(await isSignedIn(user.cookie)).toBe(false);
  });
});

test('using a session is written at most once a minute, and keeps it alive', async () => {
  const user = await world.aUser();
  const begun = world.clock.now();
  world.clock.advance(60);
  await isSignedIn(user.cookie);
  expect((await storedOf(user.id))[0]!.last_seen_at).toEqual(begun);
  world.clock.advance(1);
  await isSignedIn(user.cookie);
  const [stored] = await storedOf(user.id);
  expect(stored!.last_seen_at).toEqual(world.clock.now());
  expect(secondsUntil(stored!.idle_expires_at)).toBe(7 * day);
  // Another's is not kept alive with it.
  const other = await world.aUser();
  const before = await storedOf(other.id);
  world.clock.advance(61);
  await isSignedIn(user.cookie);
  expect(await storedOf(other.id)).toEqual(before);
});

test('near its end it is not kept alive beyond it', async () => {
  const user = await world.aUser();
  expect(await uses(user, { every: 6 * day, until: 24 * day })).toBe(true);
  const [stored] = await storedOf(user.id);
  expect(stored!.idle_expires_at).toEqual(stored!.expires_at);
});
