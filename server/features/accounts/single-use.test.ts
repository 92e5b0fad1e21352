import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { newToken } from '../../platform/sessions/tokens.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
});
afterAll(() => world.close());

const racers = 20;
const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: racers }, work));

test('of 200 sign-in links with 20 redeemers each, at the same time, none is used twice', async () => {
  const before = await world.sessionCount();
  const wins: number[] = [];
  const statuses = new Set<number>();
  for (let at = 0; at < 200; at++) {
    const link = newToken();
    const browser = newToken();
    const now = world.clock.now();
    await world.db
      .insertInto('magic_links')
      .values({
        email: `racer-${at}@example.com`,
        token_hash: link.hash,
        browser_hash: browser.hash,
        network: '127.0.0.1',
        created_at: now,
        expires_at: new Date(now.getTime() + 900_000),
      })
      .execute();
    const cookie = `magic_link=${browser.token}`;
    const replies = await atOnce(() =>
      world.call('POST /api/auth/magic-link/verify', { body: { token: link.token }, cookie }),
    );
    wins.push(replies.filter((reply) => reply.status === 200).length);
    for (const reply of replies) statuses.add(reply.status);
  }
  expect(wins).toEqual(Array(200).fill(1));
  expect([...statuses].sort()).toEqual([200, 400]);
  expect((await world.sessionCount()) - before).toBe(200);
}, 120_000);

test('of 30 sign-ins with Google that come back 20 times at once, none is completed twice', async () => {
  const before = await world.sessionCount();
  const { id } = await world.aUser({ email: 'kai@gmail.com' });
  const now = world.clock.now();
  const { issuer } = world.provider;
  await world.db
    .insertInto('user_identities')
    .values({ issuer, subject: 's', user_id: id, email: 'kai@gmail.com', created_at: now, last_used_at: now })
    .execute();
  const wins: number[] = [];
  for (let at = 0; at < 30; at++) {
    const begun = await world.begin();
    const body = world.provider.agree(begun.redirectUrl, { sub: 's', email: 'kai@gmail.com' });
    world.provider.requests = [];
    const replies = await atOnce(() => world.call('POST /api/sessions', { body, cookie: begun.cookie }));
    wins.push(replies.filter((reply) => reply.status === 200).length);
    expect(replies.every((reply) => reply.status === 200 || reply.status === 400)).toBe(true);
    // The provider sees the code once: who lost the race never got so far.
    expect(world.provider.requests.filter((path) => path === '/token')).toHaveLength(1);
  }
  expect(wins).toEqual(Array(30).fill(1));
  expect(await world.sessionCount()).toBe(before + 1 + 30);
});

test('20 first sign-ins of one person at once make one account', async () => {
  world.answerAsGoogle();
  const person = { sub: 'new', email: 'new@gmail.com', email_verified: true };
  const replies = await atOnce(() => world.signIn(person));
  expect(replies.map((reply) => reply.body.code ?? 'ok')).toEqual(Array(racers).fill('ok'));
  expect(new Set(replies.map((reply) => reply.body.user.id)).size).toBe(1);
  const subjects = await world.db
    .selectFrom('user_identities')
    .select('subject')
    .where('subject', '=', 'new')
    .execute();
  expect(subjects).toHaveLength(1);
});

test('20 subjects that Google gives one address at once leave it one owner', async () => {
  let next = 0;
  const replies = await atOnce(() =>
    world.signIn({ sub: `heir-${next++}`, email: 'heir@gmail.com', email_verified: true }),
  );
  expect(replies.every((reply) => reply.status < 500)).toBe(true);
  const owners = await world.db
    .selectFrom('user_identities')
    .select('user_id')
    .where('email', '=', 'heir@gmail.com')
    .execute();
  expect(owners).toHaveLength(1);
});
