import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LimitName, limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { createTwoProcesses, expectPassed, from, type TwoProcesses } from './two-processes.ts';

let two: TwoProcesses;
beforeAll(async () => {
  two = await createTwoProcesses();
});
afterAll(() => two.close());
afterEach(() => two.world.clock.advance(3_600));

/** An owner's new device has no cookie; their new network is one that nobody asked from. */
const ask = (email: string, network: string, call = two.world.call) =>
  call('POST /api/auth/magic-link', { body: { email }, headers: from(network) });
const mailsTo = async (email: string) => (await two.world.mail()).filter(({ to }) => to === email).length;
const newcomers = limits['link-newcomers'].amount;
const others = limits['link-strangers'].amount;

test('strangers of a few networks who ask for an hour keep no owner out, on a new device in a new network', async () => {
  const email = 'owner@example.com';
  const few = Array.from({ length: 12 }, (_, at) => `198.51.100.${at}`);
  for (let quarter = 0; quarter < 4; quarter++) {
    for (const network of few)
      for (let at = 0; at <= limits['link-asker'].amount; at++) await ask(email, network, two.calls[at % 2]);
    two.world.clock.advance(14 * 60);
  }
  expect(await mailsTo(email)).toBe(few.length + others);
  expect((await ask(email, few[0]!)).status).toBe(429);
  for (const network of ['203.0.113.80', '203.0.113.81', '2001:db8:77::1'])
    expect((await ask(email, network)).status).toBe(202);
});

test('64 at a time from 140 networks on two processes: 120 mails in an hour and not one more', async () => {
  const email = 'bombed@example.com';
  const replies = await two.callBoth(280, (call, at) => ask(email, `192.0.2.${at % 140}`, call));
  expectPassed(replies, newcomers + others);
  expect(await mailsTo(email)).toBeLessThanOrEqual(newcomers + others);
  expect((await ask(email, '203.0.113.82')).body.code).toBe('link_limited');
  two.world.clock.advance(3_600);
  expect((await ask(email, '203.0.113.82')).status).toBe(202);
});

test('the many networks of one IPv6 site are one newcomer', async () => {
  const email = 'of-six@example.com';
  for (let at = 0; at < 30; at++) await ask(email, `2001:db8:5:${at.toString(16)}::1`);
  expect(await mailsTo(email)).toBe(1 + others);
  expect((await ask(email, '2001:db8:6::1')).status).toBe(202);
});

test('beyond its newcomers an address has the mails of strangers, and then none', async () => {
  const email = 'full@example.com';
  const leave = (left: number, limit: LimitName) =>
    new RateLimits(two.world.db, true).spend(
      { limit, key: email, cost: limits[limit].amount - left },
      two.world.clock.now(),
    );
  await leave(0, 'link-newcomers');
  await leave(1, 'link-strangers');
  expect((await ask(email, '203.0.113.83')).status).toBe(202);
  expect((await ask(email, '203.0.113.84')).status).toBe(429);
});

test('tags after a plus are one mailbox: its mails are no more, and each goes to the address that was asked for', async () => {
  const tagged = (at: number) => `tagged+${at}@example.com`;
  const mails = async () => (await two.world.mail()).filter(({ to }) => /^tagged\+\d+@example\.com$/.test(to));
  const replies = await two.callBoth(64, (call, at) => ask(tagged(at), '203.0.113.85', call));
  expectPassed(replies, limits['link-asker'].amount);
  const told = (await mails()).map(({ to }) => to);
  expect(new Set(told).size).toBe(told.length);
  const further = await two.callBoth(280, (call, at) => ask(tagged(100 + at), `192.0.2.${at % 140}`, call));
  // The first network has spent its first ask of the hundred, and four of the twenty.
  expectPassed(further, newcomers + others - limits['link-asker'].amount);
  expect((await mails()).length).toBeLessThanOrEqual(newcomers + others);
  expect((await ask('TAGGED@example.com', '203.0.113.86')).body.code).toBe('link_limited');
  expect((await ask('+tagged@example.com', '203.0.113.86')).status).toBe(202);
});

test("a site's first ask is one for each address: a neighbour's takes none from an owner in the same network", async () => {
  const [email, network] = ['neighboured@example.com', '203.0.113.85'];
  const spent = { limit: 'link-strangers', key: email } as const;
  await two.leave(0, spent, others);
  expect((await ask('neighbour@example.com', network)).status).toBe(202);
  expect((await ask(email, network)).status).toBe(202);
  expect((await ask(email, network)).status).toBe(429);
});
