import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtWeb, navigation } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb });
});
afterAll(() => world.close());

/** What a page adds when somebody signs out while the server cannot be reached. */
const left = (cookie: string) => `${cookie}; signed_in=0`;
const isSignedIn = async (cookie: string) => (await world.call('GET /api/users/me', { cookie })).status === 200;
const signOuts = (userId: string) =>
  world.db
    .selectFrom('security_events')
    .select('event_type')
    .where('user_id', '=', userId)
    .where('event_type', '=', 'sign_out')
    .execute();

describe('a session that was left without a network', () => {
  test.each([
    ['a page', '/saved', 200],
    ['a page of their own', '/dashboard', 302],
    ['a call of their own', '/api/users/me', 401],
    ['a call that anybody may make', '/api/business-listings', 200],
    ['a call that is refused', '/api/locations/0', 400],
  ])('ends with %s, which is answered as to a guest', async (_what, url, status) => {
    const user = await world.aUser();
    const headers = { ...(url.startsWith('/api') ? {} : navigation), cookie: left(user.cookie) };
    const reply = await world.app.inject({ url, headers });
    expect(reply.statusCode).toBe(status);
    expect(reply.body).not.toContain(user.email);
    const cookies = Object.fromEntries(reply.cookies.map(({ name, value, maxAge }) => [name, [value, maxAge]]));
    expect(cookies).toMatchObject({ session: ['', 0], signed_in: ['', 0], visit: ['', 0] });
    expect(await isSignedIn(user.cookie)).toBe(false);
    await expect.poll(() => signOuts(user.id)).toHaveLength(1);
  });

  test('takes its mark back also where the session was gone already, and leaves all others alone', async () => {
    const [one, other] = [await world.aUser(), await world.aUser()];
    const gone = await world.app.inject({ url: '/api/business-listings', headers: { cookie: 'signed_in=0' } });
    expect(gone.cookies.find(({ name }) => name === 'signed_in')).toMatchObject({ value: '', maxAge: 0 });
    expect(await isSignedIn(one.cookie)).toBe(true);
    expect(await isSignedIn(`${other.cookie}; signed_in=1`)).toBe(true);
    expect(await isSignedIn(`${other.cookie}; signed_in=`)).toBe(true);
  });

  test('gives way to a new sign-in, whose cookies come last', async () => {
    const user = await world.aUser();
    await world.call('POST /api/auth/magic-link', { body: { email: user.email } });
    const mail = (await world.mail()).findLast((one) => one.to === user.email);
    const token = mail?.text.match(/token=([\w-]+)/)?.[1];
    const reply = await world.call('POST /api/auth/magic-link/verify', {
      body: { token, confirm: true },
      cookie: left(user.cookie),
    });
    expect(reply.status).toBe(200);
    expect(reply.cookies.signed_in).toBe('1');
    expect(await isSignedIn(user.cookie)).toBe(false);
    expect(await isSignedIn(`session=${reply.cookies.session}`)).toBe(true);
  });
});
