import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForLink, newcomer } from '../../../tests/asked-links.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

let email: string;
let network: string;
beforeEach(() => {
  ({ email, network } = newcomer());
  world.clock.advance(3_600);
});

const ask = (redirect?: string) => askForLink(world, { to: email, network, ...(redirect ? { redirect } : {}) });
const open = (token: string, cookie?: string, confirm?: boolean) =>
  world.call('POST /api/auth/magic-link/verify', { body: { token, confirm }, cookie });
type Opened = Awaited<ReturnType<typeof open>>;
const outcome = ({ status, body }: Opened) => body.code ?? status;
const sessionOf = ({ cookies }: Opened) => `session=${cookies.session}`;
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;
const sessionsOf = async (address = email) =>
  (
    await world.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id')
      .where('users.email', '=', address)
      .execute()
  ).length;

describe('a link whose answer was lost', () => {
  test('is redeemed once more within a minute by the browser that asked, and ends in one session', async () => {
    const { token, browser } = await ask();
    const lost = await open(token, browser);
    world.clock.advance(58);
    const again = await open(token, browser);
    expect([again.status, again.body.user.email, again.cookies.magic_link]).toEqual([200, email, '']);
    expect(await isSignedIn(sessionOf(again))).toBe(true);
    expect(await isSignedIn(sessionOf(lost))).toBe(false);
    expect(await sessionsOf()).toBe(1);
    // Not a third time.
    world.clock.advance(1);
    expect(outcome(await open(token, browser))).toBe('link_invalid');
    expect(await isSignedIn(sessionOf(again))).toBe(true);
  });

  test('takes no other session of the account with it', async () => {
    const elsewhere = await world.aUser({ email });
    world.clock.advance(1);
    const { token, browser } = await ask();
    await open(token, browser);
    world.clock.advance(1);
    expect((await open(token, browser)).status).toBe(200);
    expect(await isSignedIn(elsewhere.cookie)).toBe(true);
    expect(await sessionsOf()).toBe(2);
  });

  test('is over after a minute, and with the link itself', async () => {
    const { token, browser } = await ask();
    const first = await open(token, browser);
    world.clock.advance(60);
    expect(outcome(await open(token, browser))).toBe('link_invalid');
    expect(await isSignedIn(sessionOf(first))).toBe(true);
    const late = await ask();
    world.clock.advance(890);
    const last = await open(late.token, late.browser);
    world.clock.advance(10);
    expect(outcome(await open(late.token, late.browser))).toBe('link_invalid');
    expect(await isSignedIn(sessionOf(last))).toBe(true);
  });

  test('is redeemed by no other browser, whatever it shows or confirms', async () => {
    const { token, browser } = await ask();
    const first = await open(token, browser);
    const elsewhere = await askForLink(world, { to: `other-${email}`, network });
    world.clock.advance(1);
    for (const cookie of [undefined, elsewhere.browser, 'magic_link=x', `magic_link=${'A'.repeat(43)}`, 'magic_link='])
      for (const confirm of [false, true])
        expect(outcome(await open(token, cookie, confirm)), `${cookie} ${confirm}`).toBe('link_invalid');
    expect(await isSignedIn(sessionOf(first))).toBe(true);
    expect(await sessionsOf()).toBe(1);
    // Nor have those tries used anything up.
    expect((await open(token, browser)).status).toBe(200);
  });

  test('that another browser has used by confirming is not there any more for the one that asked', async () => {
    const { token, browser } = await ask();
    const first = await open(token, undefined, true);
    world.clock.advance(1);
    for (const cookie of [browser, undefined]) expect(outcome(await open(token, cookie, true))).toBe('link_invalid');
    expect(await isSignedIn(sessionOf(first))).toBe(true);
  });

  test('is redeemed once more by one of many at once', async () => {
    const { token, browser } = await ask();
    await open(token, browser);
    world.clock.advance(1);
    const replies = await Promise.all(Array.from({ length: 12 }, () => open(token, browser)));
    const outcomes = replies.map(outcome);
    expect(outcomes.filter((one) => one === 200)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([200, 'link_invalid']));
    expect(await sessionsOf()).toBe(1);
  });

  test('signs nobody in who has signed out since: the answer had come', async () => {
    const { token, browser } = await ask();
    await world.call('POST /api/logout', { cookie: sessionOf(await open(token, browser)) });
    world.clock.advance(1);
    for (let tries = 0; tries < 2; tries++) expect(outcome(await open(token, browser))).toBe('link_invalid');
    expect(await sessionsOf()).toBe(0);
  });

  test('signs nobody in whose account was suspended since', async () => {
    const { token, browser } = await ask();
    const { body } = await open(token, browser);
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', body.user.id).execute();
    world.clock.advance(1);
    expect(outcome(await open(token, browser))).toBe('account_deactivated');
  });
});

describe('a used link that is opened by somebody who is signed in', () => {
  test('as its account leads on, in whatever browser, and makes nothing', async () => {
    const { token, browser } = await ask('/scan');
    const first = await open(token, browser);
    const session = sessionOf(first);
    world.clock.advance(1);
    for (const cookie of [session, `${session}; ${browser}`]) {
      const again = await open(token, cookie);
      expect([again.status, again.body]).toEqual([200, { user: first.body.user, redirect: null }]);
      expect(again.headers['set-cookie']).toBeUndefined();
    }
    world.clock.advance(3_600);
    expect((await open(token, session)).body.user.email).toBe(email);
    expect(await isSignedIn(session)).toBe(true);
    expect(await sessionsOf()).toBe(1);
  });

  test('as another account is refused, and theirs stays', async () => {
    const { token, browser } = await ask();
    await open(token, browser);
    const other = await world.aUser();
    world.clock.advance(1);
    for (const confirm of [false, true]) expect(outcome(await open(token, other.cookie, confirm))).toBe('link_invalid');
    const me = await world.call('GET /api/users/me', { cookie: other.cookie });
    expect(me.body.id).toBe(other.id);
    expect([await sessionsOf(), await sessionsOf(other.email)]).toEqual([1, 1]);
  });

  test('of a session that has ended is refused', async () => {
    const { token } = await ask();
    const session = sessionOf(await open(token, undefined, true));
    await world.call('POST /api/logout', { cookie: session });
    expect(outcome(await open(token, session, true))).toBe('link_invalid');
  });
});

test('an unused link that is opened by somebody who is signed in as its account is used, and ends their session', async () => {
  const user = await world.aUser({ email });
  const { token, browser } = await ask();
  world.clock.advance(1);
  const opened = await open(token, `${browser}; ${user.cookie}`);
  expect([opened.status, await isSignedIn(user.cookie), await sessionsOf()]).toEqual([200, false, 1]);
});
