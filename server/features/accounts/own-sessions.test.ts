import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/roles.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { endOtherSessions, findCaller, rotateSession, startSession } from '../../platform/sessions/sessions.ts';
import { describeBrowser } from './browser-names.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';

/** The same user on one more browser; its cookie. */
async function signInAgain(user: TestUser, userAgent = iphone): Promise<string> {
  const { token } = await startSession(world.db, {
    userId: user.id,
    role: user.role,
    now: world.clock.now(),
    userAgent,
    previous: undefined,
  });
  return `session=${token}`;
}
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;
const list = async (cookie: string) => (await world.call('GET /api/sessions', { cookie })).body;
const callerOf = async (cookie: string) =>
  (await findCaller(
    { ...world, limits: undefined!, log: undefined!, languages: [], mailsIn: undefined! },
    cookie.split('=')[1],
    undefined,
  ))!;

describe("one's sessions", () => {
  test('are listed, newest first, without what opens them', async () => {
    const user = await world.aUser();
    world.clock.advance(60);
    const phone = await signInAgain(user);
    const sessions = await list(phone);
    expect(sessions).toMatchObject([
      { user_agent: 'Safari on iPhone', current: true },
      { user_agent: 'Unknown browser', current: false },
    ]);
    expect(Object.keys(sessions[0]).sort()).toEqual(['created_at', 'current', 'id', 'last_seen_at', 'user_agent']);
    world.clock.advance(7 * 86_400);
    expect(await list(await signInAgain(user))).toHaveLength(1);
  });

  test('that show up in one moment are each answered as their own', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => world.aUser()));
    const strange = `session=${'x'.repeat(43)}`;
    const asked = [strange, ...users.map(({ cookie }) => cookie), strange, users[3]!.cookie];
    const replies = await Promise.all(asked.map((cookie) => world.call('GET /api/users/me', { cookie })));
    const emails = users.map(({ email }) => email);
    expect(replies.map(({ status, body }) => (status === 200 ? body.email : status))).toEqual([
      401,
      ...emails,
      401,
      emails[3],
    ]);
  });

  test('are ended one by one', async () => {
    const user = await world.aUser();
    const phone = await signInAgain(user);
    const other = (await list(phone)).find((one: { current: boolean }) => !one.current);
    expect((await world.call(`DELETE /api/sessions/${other.id}`, { cookie: phone })).status).toBe(200);
    expect([await isSignedIn(user.cookie), await isSignedIn(phone)]).toEqual([false, true]);
    const again = await world.call(`DELETE /api/sessions/${other.id}`, { cookie: phone });
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    const [own] = await list(phone);
    const reply = await world.call(`DELETE /api/sessions/${own.id}`, { cookie: phone });
    expect(reply.cookies).toEqual({ visit: '', session: '', signed_in: '' });
    expect(await isSignedIn(phone)).toBe(false);
  });

  test('of somebody else answer as missing ones, and go on', async () => {
    const [user, stranger] = [await world.aUser(), await world.aUser({ role: 'admin' })];
    const [foreign] = await list(user.cookie);
    const missing = await world.call('DELETE /api/sessions/00000000-0000-4000-8000-000000000000', {
      cookie: stranger.cookie,
    });
    const reply = await world.call(`DELETE /api/sessions/${foreign.id}`, { cookie: stranger.cookie });
    expect([reply.status, reply.body.error]).toEqual([404, missing.body.error]);
    expect(await isSignedIn(user.cookie)).toBe(true);
  });

  test('are all ended at once, and nobody else is signed out', async () => {
    const [user, other] = [await world.aUser(), await world.aUser()];
    const cookies = [user.cookie, await signInAgain(user), await signInAgain(user)];
    const reply = await world.call('POST /api/sessions/end-all', { cookie: cookies[1] });
    expect([reply.body, reply.cookies.session, reply.headers['clear-site-data']]).toEqual([
      { ended: 3 },
      '',
      '"cache"',
    ]);
    for (const cookie of cookies) expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(other.cookie)).toBe(true);
  });
});

describe('a session lasts', () => {
  const day = 86_400;
  test.each<[Role, number, number]>([
    ['traveler', 7 * day, 30 * day],
    ['partner', 8 * 3_600, day],
    ['advertiser', 8 * 3_600, day],
    ['admin', 1_800, 12 * 3_600],
  ])('%s: %d s without use, %d s at most', async (role, idle, most) => {
    for (const [wait, expected] of [
      [idle - 1, true],
      [idle, false],
    ] as const) {
      const user = await world.aUser({ role });
      world.clock.advance(wait);
      expect(await isSignedIn(user.cookie)).toBe(expected);
    }
    const busy = await world.aUser({ role });
    const step = idle - 60;
    let age = 0;
    for (; age + step < most; age += step) {
      world.clock.advance(step);
      expect(await isSignedIn(busy.cookie)).toBe(true);
    }
    world.clock.advance(most - age - 1);
    expect(await isSignedIn(busy.cookie)).toBe(true);
    world.clock.advance(1);
    expect(await isSignedIn(busy.cookie)).toBe(false);
  });

  test("as long as the role allows that is held now, also where it was begun under another's limits", async () => {
    const user = await world.aUser();
    await world.db.updateTable('profiles').set({ role: 'admin' }).where('user_id', '=', user.id).execute();
    expect(await isSignedIn(user.cookie)).toBe(true);
    world.clock.advance(1_800);
    expect(await isSignedIn(user.cookie)).toBe(false);
  });
});

describe('a change of rights', () => {
  test('gives the session a new id, ends the others, and makes the sign-in no younger', async () => {
    const user = await world.aUser();
    const other = await signInAgain(user);
    world.clock.advance(3_600);
    const now = world.clock.now();
    const caller = await callerOf(user.cookie);
    await world.db.updateTable('profiles').set({ role: 'partner' }).where('user_id', '=', user.id).execute();
    const rotated = await world.db
      .transaction()
      .execute((tx) => rotateSession(tx, { caller, role: 'partner', now, userAgent: iphone }));
    expect(rotated.maxAgeSeconds).toBe(86_400 - 3_600);
    const cookie = `session=${rotated.token}`;
    expect([await isSignedIn(cookie), await isSignedIn(user.cookie), await isSignedIn(other)]).toEqual([
      true,
      false,
      false,
    ]);
    // The old id is worth nothing, twice.
    await expect(rotateSession(world.db, { caller, role: 'partner', now, userAgent: iphone })).rejects.toThrow();
  });

  test('may end the other sessions alone', async () => {
    const user = await world.aUser();
    const other = await signInAgain(user);
    expect(await endOtherSessions(world.db, await callerOf(user.cookie))).toBe(1);
    expect([await isSignedIn(user.cookie), await isSignedIn(other)]).toEqual([true, false]);
  });

  test('acts with the next request', async () => {
    const user = await world.aUser();
    expect((await callerOf(user.cookie)).role).toBe('traveler');
    await world.db.updateTable('profiles').set({ role: 'partner' }).where('user_id', '=', user.id).execute();
    expect((await callerOf(user.cookie)).role).toBe('partner');
  });
});

test.each([
  [iphone, 'Safari on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
  ['curl/8.0', 'Unknown browser'],
  [null, 'Unknown browser'],
])('%s is %s', (userAgent, name) => {
  expect(describeBrowser(userAgent)).toBe(name);
});
