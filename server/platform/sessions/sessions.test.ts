import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/roles.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { newClickId } from '../../features/links/links.ts';
import type { Caller, Services } from '../context.ts';
import { deriveKey } from '../settings.ts';
import { deleteSessionsBefore, findSessions, touchSession } from './sessions.store.ts';
import {
  endOtherSessions,
  endOwnSession,
  endSessionsOf,
  findCaller,
  listSessions,
  rotateSession,
  startSession,
} from './sessions.ts';
import { hashToken } from './tokens.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const [minute, hour, day] = [60, 3_600, 86_400];
const tokenOf = ({ cookie }: TestUser) => cookie.split('=')[1]!;
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;
const callerOf = async (user: TestUser) => (await findCaller(world as unknown as Services, tokenOf(user), undefined))!;
const storedOf = async (userId: string) =>
  await world.db
    .selectFrom('sessions')
    .select(['token_hash', 'created_at', 'last_seen_at', 'idle_expires_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
const start = (user: TestUser, given: { userAgent?: string; previous?: Caller } = {}) =>
  startSession(world.db, {
    userId: user.id,
    role: user.role,
    now: world.clock.now(),
    userAgent: given.userAgent,
    previous: given.previous,
  });
const secondsUntil = (instant: Date) => (instant.getTime() - world.clock.now().getTime()) / 1000;

test('an account without a profile counts as a traveler', async () => {
  const user = await world.aUser({ role: 'admin' });
  const email = `newcomer-${user.email}`;
  const { id } = await world.db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow();
  await world.db.updateTable('sessions').set({ user_id: id }).where('user_id', '=', user.id).execute();
  expect(await callerOf(user)).toMatchObject({ userId: id, email, role: 'traveler' });
});

test('an account that is deactivated is signed out everywhere, for good', async () => {
  const [user, other] = [await world.aUser(), await world.aUser()];
  const second = await start(user);
  const setActive = (is_active: boolean) =>
    world.db.updateTable('profiles').set({ is_active }).where('user_id', '=', user.id).execute();
  await setActive(false);
  expect(await isSignedIn(user.cookie)).toBe(false);
  await setActive(true);
  expect([await isSignedIn(user.cookie), await isSignedIn(`session=${second.token}`)]).toEqual([false, false]);
  expect(await isSignedIn(other.cookie)).toBe(true);
});

test('what has not the form of a token is not looked up', async () => {
  const db = new Proxy({} as World['db'], {
    get: () => {
      throw new Error('asked');
    },
  });
  for (const token of [undefined, '', 'x', 'x'.repeat(44), `${'x'.repeat(42)} `])
    expect(await findCaller({ ...world, db } as unknown as Services, token, undefined)).toBeUndefined();
  await expect(findCaller({ ...world, db } as unknown as Services, 'x'.repeat(43), undefined)).rejects.toThrow('asked');
});

describe('a sign-in', () => {
  test('ends the session that the browser had, and takes what is left of ended ones of the account', async () => {
    const [user, other] = [await world.aUser(), await world.aUser()];
    const admin = await world.aUser({ role: 'admin' });
    await world.db.updateTable('sessions').set({ user_id: user.id }).where('user_id', '=', admin.id).execute();
    world.clock.advance(7 * day);
    expect(await storedOf(user.id)).toHaveLength(2);
    await start(user);
    expect(await storedOf(user.id)).toHaveLength(1);
    expect(await storedOf(other.id)).toHaveLength(1);
    world.clock.advance(60);
    const live = await start(user);
    expect(await storedOf(user.id)).toHaveLength(2);
    const previous = (await findCaller(world as unknown as Services, live.token, undefined))!;
    await start(other, { previous });
    expect(await storedOf(user.id)).toHaveLength(1);
    expect(await isSignedIn(`session=${live.token}`)).toBe(false);
  });

  test('takes those that are over by either limit', async () => {
    const user = await world.aUser();
    await start(user);
    const [one, other] = await storedOf(user.id);
    const end = (hash: Buffer, set: object) =>
      world.db.updateTable('sessions').set(set).where('token_hash', '=', hash).execute();
    await end(one!.token_hash, { expires_at: world.clock.now() });
    await end(other!.token_hash, { idle_expires_at: world.clock.now() });
    const { token } = await start(user);
    expect((await storedOf(user.id)).map((row) => row.token_hash)).toEqual([hashToken(token)]);
  });

  test('keeps how long it lasts, in the cookie and in the database, and by which browser', async () => {
    const admin = await world.aUser({ role: 'admin' });
    await world.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute();
    const made = await start(admin, { userAgent: 'x'.repeat(600) });
    expect(made.maxAgeSeconds).toBe(12 * hour);
    const [stored] = await storedOf(admin.id);
    expect(stored!.user_agent).toBe('x'.repeat(512));
    expect([secondsUntil(stored!.idle_expires_at), secondsUntil(stored!.expires_at)]).toEqual([30 * minute, 12 * hour]);
    expect([stored!.created_at, stored!.last_seen_at]).toEqual([world.clock.now(), world.clock.now()]);
    const traveler = await world.aUser();
    await start(traveler);
    expect((await storedOf(traveler.id)).map((row) => row.user_agent)).toEqual(['test', null]);
  });
});

describe('a change of rights', () => {
  const rotate = (caller: Caller, role: Role) =>
    rotateSession(world.db, { caller, role, now: world.clock.now(), userAgent: 'x' });

  test('gives the session a new id that is as old as it was, and ends all others of the account', async () => {
    const [user, other] = [await world.aUser(), await world.aUser()];
    await start(user);
    const begun = world.clock.now();
    world.clock.advance(2 * hour);
    const made = await rotate(await callerOf(user), 'partner');
    expect(made.maxAgeSeconds).toBe(22 * hour);
    const [stored, ...rest] = await storedOf(user.id);
    expect([stored!.token_hash, stored!.created_at, rest]).toEqual([hashToken(made.token), begun, []]);
    expect([secondsUntil(stored!.idle_expires_at), secondsUntil(stored!.expires_at)]).toEqual([8 * hour, 22 * hour]);
    expect([await isSignedIn(user.cookie), await isSignedIn(other.cookie)]).toEqual([false, true]);
  });

  test('does not make it outlast its longest age', async () => {
    const user = await world.aUser();
    world.clock.advance(23 * hour);
    await rotate(await callerOf(user), 'partner');
    const [stored] = await storedOf(user.id);
    expect([secondsUntil(stored!.idle_expires_at), secondsUntil(stored!.expires_at)]).toEqual([hour, hour]);
  });

  test('is refused to one that has ended meanwhile, or is too old for the new role', async () => {
    const user = await world.aUser();
    const caller = await callerOf(user);
    world.clock.advance(day);
    await expect(rotate(caller, 'partner')).rejects.toMatchObject({ code: 'unauthenticated' });
    const again = await world.aUser();
    const ended = await callerOf(again);
    await endSessionsOf(world.db, again.id);
    await expect(rotate(ended, 'partner')).rejects.toMatchObject({ code: 'unauthenticated' });
    const young = await world.aUser();
    const inTime = await callerOf(young);
    world.clock.advance(day - 1);
    expect((await rotate(inTime, 'partner')).maxAgeSeconds).toBe(1);
  });
});

describe('the sessions of a person', () => {
  test("are listed newest first, without ended ones and others'", async () => {
    const user = await world.aUser();
    const caller = await callerOf(user);
    world.clock.advance(1);
    await start(user);
    const listed = await listSessions(world.db, caller, world.clock.now());
    expect(listed.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(Object.keys(listed[0]!).sort()).toEqual(['created_at', 'id', 'isCurrent', 'last_seen_at', 'user_agent']);
    const [old, fresh] = await storedOf(user.id);
    const end = (hash: Buffer, set: object) =>
      world.db.updateTable('sessions').set(set).where('token_hash', '=', hash).execute();
    await end(old!.token_hash, { expires_at: world.clock.now() });
    await end(fresh!.token_hash, { idle_expires_at: world.clock.now() });
    expect(await listSessions(world.db, caller, world.clock.now())).toEqual([]);
  });

  test('are ended but for one, and are counted', async () => {
    const [user, other] = [await world.aUser(), await world.aUser()];
    await Promise.all([start(user), start(user)]);
    expect(await endOtherSessions(world.db, await callerOf(user))).toBe(2);
    expect([await isSignedIn(user.cookie), await isSignedIn(other.cookie)]).toEqual([true, true]);
    expect(await endSessionsOf(world.db, user.id)).toBe(1);
    expect(await endSessionsOf(world.db, user.id)).toBe(0);
  });

  test('are ended one by one: this one is told from another', async () => {
    const user = await world.aUser();
    const caller = await callerOf(user);
    world.clock.advance(1);
    await start(user);
    const [other, current] = await listSessions(world.db, caller, world.clock.now());
    expect(await endOwnSession(world.db, caller, other!.id)).toBe('other');
    expect(await endOwnSession(world.db, caller, current!.id)).toBe('current');
    await expect(endOwnSession(world.db, caller, current!.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are forgotten once they are over by either limit', async () => {
    const users = await Promise.all([world.aUser(), world.aUser(), world.aUser()]);
    const past = new Date(world.clock.now().getTime() - 1);
    const set = (at: number, values: object) =>
      world.db.updateTable('sessions').set(values).where('user_id', '=', users[at]!.id).execute();
    await set(0, { idle_expires_at: past });
    await set(1, { expires_at: past });
    await deleteSessionsBefore(world.db, past);
    expect(await Promise.all(users.map(async ({ id }) => (await storedOf(id)).length))).toEqual([0, 0, 1]);
  });
});

describe('the visit that comes with a session', () => {
  /** Scans in a browser; its cookie and the visit's number. */
  async function scanned(cookie?: string) {
    const code = await world.aCode();
    const reply = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie });
    const hash = hashToken(reply.cookies.visit!);
    const { id } = await world.db
      .selectFrom('visits')
      .select('id')
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow();
    return { cookie: `visit=${reply.cookies.visit}`, hash, id: Number(id) };
  }

  test("is theirs, and nobody's or a stranger's is not given", async () => {
    const [user, stranger] = [await world.aUser(), await world.aUser()];
    const [own, foreign, nobodys] = [await scanned(user.cookie), await scanned(stranger.cookie), await scanned()];
    const visitOf = async (hash: Buffer | undefined) =>
      (await findCaller(world as unknown as Services, tokenOf(user), hash))?.visitId;
    expect(await visitOf(own.hash)).toBe(own.id);
    for (const hash of [foreign.hash, nobodys.hash, hashToken('x'), undefined]) expect(await visitOf(hash)).toBeNull();
  });

  test('is told apart in one look for many', async () => {
    const [user, stranger] = [await world.aUser(), await world.aUser()];
    const own = await scanned(user.cookie);
    const shown = [user, stranger].map((one) => ({ tokenHash: hashToken(tokenOf(one)), visitHash: own.hash }));
    const unknown = { tokenHash: hashToken('x'), visitHash: own.hash };
    const found = await findSessions(world.db, [unknown, ...shown], world.clock.now());
    expect(found.map((one) => one && [one.userId, one.visitId])).toEqual([
      undefined,
      [user.id, own.id],
      [stranger.id, null],
    ]);
  });

  test('is in the booking links of its own person alone', async () => {
    const [user, stranger] = [await world.aUser(), await world.aUser()];
    const foreign = await scanned(stranger.cookie);
    const listing = await world.aListing();
    const { body } = await world.call(`GET /api/business-listings/${listing}`, {
      cookie: `${user.cookie}; ${foreign.cookie}`,
    });
    const click = { visitId: 0, listingId: listing, madeAt: world.clock.now() };
    const key = deriveKey(world.settings.secretKeys[0], 'click');
    expect(new URL(body.booking_url).searchParams.get('ref')).toBe(newClickId(key, click));
  });
});

test('of several requests at once one alone writes down that its session is used', async () => {
  const { id, cookie } = await world.aUser();
  world.clock.advance(61);
  const { db, clock } = world;
  const row = async () =>
    (
      await world.database.pool.query('select xmin::text, token_hash, last_seen_at from sessions where user_id = $1', [
        id,
      ])
    ).rows[0];
  expect((await world.call('GET /api/sessions', { cookie })).status).toBe(200);
  const first = await row();
  expect(first.last_seen_at).toEqual(clock.now());
  const seenBefore = new Date(clock.now().getTime() - 60_000);
  await touchSession(db, first.token_hash, clock.now(), { seenBefore, idleExpiresAt: clock.now() });
  expect((await row()).xmin).toBe(first.xmin);
});
