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

describe('over https', () => {
  let secure: World;
  beforeAll(async () => {
    secure = await createWorld({ environment: { PUBLIC_URL: 'https://guide.test' } });
  });
  afterAll(() => secure.close());

  const isIn = async (cookie: string) => (await secure.call('GET /api/users/me', { cookie })).status === 200;
  const sessionOf = async () => `__Host-${(await secure.aUser()).cookie}`;

  test('the mark has a name that no neighbouring host can give a cookie', async () => {
    const session = await sessionOf();
    expect(await isIn(`${session}; __Host-signed_in=0; signed_in=0`)).toBe(false);
    const reply = await secure.call('GET /api/business-listings', { cookie: session });
    expect([reply.cookies, await isIn(session)]).toEqual([{}, false]);
  });

  test.each([
    ['signed in by this version', '__Host-signed_in=1; signed_in=1'],
    ['signed in by the version before', 'signed_in=1'],
  ])('one that a neighbour plants ends nothing of who is %s, wherever it stands', async (_who, own) => {
    for (const marks of [`signed_in=0; ${own}`, `${own}; signed_in=0`]) {
      const session = await sessionOf();
      const cookie = `${session}; __Host-visit=${'v'.repeat(43)}; ${marks}`;
      const reply = await secure.call('GET /api/users/me', { cookie });
      expect([reply.status, reply.headers['clear-site-data']]).toEqual([200, undefined]);
      expect(await isIn(session)).toBe(true);
    }
  });

  test('nor a guest’s visit', async () => {
    const reply = await secure.call('GET /api/business-listings', {
      cookie: `__Host-visit=${'v'.repeat(43)}; signed_in=0`,
    });
    expect([reply.cookies, reply.headers['clear-site-data']]).toEqual([{}, undefined]);
  });

  test.each(['signed_in=0', '__Host-signed_in=1; signed_in=0'])(
    'a page of the version before still signs out without a network (%s)',
    async (marks) => {
      const session = await sessionOf();
      const reply = await secure.call('GET /api/users/me', { cookie: `${session}; ${marks}` });
      expect([reply.status, reply.cookies]).toEqual([
        401,
        { '__Host-session': '', '__Host-visit': '', '__Host-signed_in': '', signed_in: '' },
      ]);
      expect(await isIn(session)).toBe(false);
    },
  );

  test('a sign-in gives both names, as pages and processes of the version before know the one', async () => {
    const { email } = await secure.aUser();
    await secure.call('POST /api/auth/magic-link', { body: { email } });
    const token = (await secure.mail()).findLast((one) => one.to === email)?.text.match(/token=([\w-]+)/)?.[1];
    const reply = await secure.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
    expect(reply.cookies).toMatchObject({ '__Host-signed_in': '1', signed_in: '1' });
    const cookie = `__Host-session=${reply.cookies['__Host-session']}`;
    const out = await secure.call('POST /api/logout', { cookie });
    expect(out.cookies).toMatchObject({ '__Host-session': '', '__Host-signed_in': '', signed_in: '' });
  });
});

test.each([false, true])('no cache on the way keeps what takes a session back (asked again: %s)', async (again) => {
  const { code } = await world.aCode();
  const url = `/api/qr/codes/${code}/image`;
  const plain = await world.app.inject({ url });
  expect(plain.headers['cache-control']).toBe('public, max-age=3600');
  const headers = { cookie: 'signed_in=0', ...(again && { 'if-none-match': String(plain.headers.etag) }) };
  const reply = await world.app.inject({ url, headers });
  expect([reply.statusCode, reply.headers['clear-site-data'], reply.headers['cache-control']]).toEqual([
    again ? 304 : 200,
    '"cache"',
    'no-store',
  ]);
});
