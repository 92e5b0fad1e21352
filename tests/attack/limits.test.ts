import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { contract } from '../../contract/index.ts';
import { mayCall } from '../../contract/roles.ts';
import type { Caller } from '../../server/platform/context.ts';
import { asApplication, openDatabase } from '../../server/platform/database/database.ts';
import type { Refusal } from '../../server/platform/http/refusal.ts';
import { isSpentByCall } from '../../server/platform/limits/call-limits.ts';
import { deviceCookie } from '../../server/platform/limits/known-device.ts';
import { type LimitName, limitOf, limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import type { TestUser } from '../world.ts';
import { createTwoProcesses, expectPassed, from, type TwoProcesses } from './two-processes.ts';

const whole = process.env.PROVE === '1';

let two: TwoProcesses;
beforeAll(async () => {
  two = await createTwoProcesses();
});
afterAll(() => two.close());

const names = Object.keys(limits) as LimitName[];
const isTold = (error: Refusal) => error.code === 'rate_limited' && error.retryAfterSeconds! > 0;

describe('two processes together never let one more pass than the limit says', () => {
  test.each(names)('%s', async (name) => {
    const { db, clock } = two.world;
    const { amount, seconds } = limitOf(name);
    const pair = [new RateLimits(db, true), two.third];
    const cost = name.endsWith('-bytes') ? Math.floor(amount / 500) : 1;
    const most = Math.floor(amount / cost);
    for (const round of [1, 2]) {
      const spend = { limit: name, key: 'everybody', cost };
      const spent = await Promise.allSettled(
        Array.from({ length: most + 64 }, async (_, at) => {
          // Some come a turn later, when leases are there.
          for (let turn = 0; turn < at % 7; turn++) await new Promise(setImmediate);
          await pair[at % 2]!.spend(spend, clock.now());
        }),
      );
      expect(spent.filter((one) => one.status === 'fulfilled').length, `round ${round}`).toBe(most);
      for (const one of spent) if (one.status === 'rejected') expect(isTold(one.reason)).toBe(true);
      clock.advance(seconds);
    }
  });
});

const roles = ['traveler', 'admin', 'partner'] as const;
const isFor = (role: (typeof roles)[number], { access }: Endpoint) => mayCall(access, { role } as Caller);
/** An endpoint with this limit: one that a traveler may call, or else an admin, or a partner. */
const endpointOf = (name: string) => {
  const limited = (contract as readonly Endpoint[]).filter((one) => one.limit === name);
  const byRole = roles.map((role) => limited.find((one) => isFor(role, one)));
  return byRole.find((one) => one !== undefined)!;
};
/** Somebody who may call it. */
const aCallerOf = (endpoint: Endpoint) => two.world.aUser({ role: roles.find((role) => isFor(role, endpoint))! });
const requestOf = ({ method, path }: Endpoint) => `${method} ${path.replace(/\{\w+\}/g, '1')}` as const;
const callNames = [...new Set((contract as readonly Endpoint[]).flatMap((one) => one.limit ?? []))];

describe('64 parallel calls on two processes', () => {
  test.each(callNames.filter(isSpentByCall))('of one person: %s', async (name) => {
    const endpoint = endpointOf(name);
    const { id, cookie } = await aCallerOf(endpoint);
    const { amount } = limitOf(name);
    const left = whole ? amount : Math.min(amount, 32);
    if (left < amount) await two.leave(left, { limit: name, key: id }, amount);
    const replies = await two.callBoth(left + 32, (call) =>
      call(requestOf(endpoint), { cookie, body: endpoint.body && {}, headers: from('198.51.100.1') }),
    );
    expectPassed(replies, left);
    two.world.clock.advance(86_400);
  });

  test.each(callNames)('of one network, each with another cookie: %s', async (name) => {
    const limit = `${name}-network` as LimitName;
    const { amount, seconds } = limitOf(limit);
    const network = '203.0.113.7';
    const left = Math.min(amount, 32);
    if (left < amount) await two.leave(left, { limit, key: network }, amount);
    const endpoint = endpointOf(name);
    const people = await Promise.all(Array.from({ length: 16 }, () => aCallerOf(endpoint)));
    const replies = await two.callBoth(64, (call, at) => {
      const invented = `visit=${String(at).padStart(43, 'v')}`;
      const cookie = endpoint.access === 'anyone' ? invented : people[at % 16]!.cookie;
      return call(requestOf(endpoint), { cookie, body: endpoint.body && {}, headers: from(network) });
    });
    expectPassed(replies, left);
    const told = replies.filter(({ status }) => status === 429).map(({ headers }) => headers['retry-after']);
    expect(new Set(told)).toEqual(new Set([String(seconds)]));
  });
});

describe('behind an address whose limit is used up', () => {
  const spared = callNames.filter((name) => limitOf(`${name}-network` as LimitName).sparesKnownDevices);

  test('only applications, reports, figures, mail to administrators, links of mails and news of others wait for known devices too', () => {
    const others = callNames.filter((name) => !spared.includes(name));
    const waiting = ['application', 'events', 'inquiry', 'news', 'report', 'report-link', 'review-report'];
    expect(others.sort()).toEqual(waiting);
  });

  test.each(spared)('a known device has its own share, and no more: %s', async (name) => {
    const limit = `${name}-network` as LimitName;
    const network = '203.0.113.12';
    await two.leave(0, { limit, key: network }, limitOf(limit).amount);
    const endpoint = endpointOf(name);
    const { amount } = limitOf(isSpentByCall(name) ? name : (`${name}-device` as LimitName));
    const ask = (call: TwoProcesses['calls'][0], cookie: string) =>
      call(requestOf(endpoint), { cookie, body: endpoint.body && {}, headers: from(network) });
    const [mine, others] = await Promise.all([aCallerOf(endpoint), aCallerOf(endpoint)]);
    const knownTo = ({ email, cookie }: TestUser) =>
      `${cookie}; device=${deviceCookie(two.world.settings, undefined, email)}`;
    const known = knownTo(mine);
    expectPassed(await two.callBoth(amount + 16, (call) => ask(call, known)), amount);
    expect((await ask(two.calls[0], others.cookie)).status).toBe(429);
    expect((await ask(two.calls[1], knownTo(others))).status).not.toBe(429);
    two.world.clock.advance(60);
  });
});

test('4,000 scans with invented cookies are 3,000', { timeout: 120_000 }, async () => {
  const { code } = await two.world.aCode();
  const { amount } = limits['scan-network'];
  const network = '203.0.113.8';
  const left = whole ? amount : 300;
  if (left < amount) await two.leave(left, { limit: 'scan-network', key: network }, amount);
  const replies = await two.callBoth(left + (whole ? 1_000 : 100), (call, at) =>
    call('POST /api/qr/scan', {
      body: { qr_code_id: code },
      cookie: `visit=${String(at).padStart(43, 'w')}`,
      headers: from(network),
    }),
  );
  expectPassed(replies, left);
  const { rows } = await two.world.database.pool.query('select count(*) from scans');
  expect(rows[0].count).toBeLessThanOrEqual(left);
});

test('bytes that one network may make us keep have an end, and what is refused is not kept', async () => {
  const network = '203.0.113.9';
  const { amount } = limits['events-hour-bytes'];
  await two.leave(1_000_000, { limit: 'events-hour-bytes', key: network }, amount);
  const words = 'ʻ'.repeat(200);
  const event = { event_type: 'map_pin_clicked', event_data: { experience_name: words, listing_name: words } };
  const body = { events: Array.from({ length: 100 }, () => event) };
  const send = (call: TwoProcesses['calls'][0], network: string) =>
    call('POST /api/analytics/events', { body, headers: from(network) });
  const replies = await two.callBoth(30, (call) => send(call, network));
  const accepted = replies.filter(({ status }) => status === 202);
  expect(accepted.length).toBeGreaterThan(3);
  expect(accepted.length * JSON.stringify(body).length).toBeLessThan(1_000_000);
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]!.headers['retry-after']).toBe('3600');
  const { rows } = await two.world.database.pool.query('select count(*) from events');
  expect(rows[0].count % 100).toBe(0);
  expect(rows[0].count * (JSON.stringify(event).length + 200)).toBeLessThan(1_000_000);
  expect((await send(two.calls[0], '203.0.113.10')).status).toBe(202);
  two.world.clock.advance(3_600);
  expect((await send(two.calls[1], network)).status).toBe(202);
});

test('50,000 keys reset nobody, and ended ones are removed beside the work', { timeout: 120_000 }, async () => {
  const { db, clock, database } = two.world;
  const here = new RateLimits(db, true);
  const victim = { limit: 'passkey', key: 'victim' } as const;
  const leased = { limit: 'events-network', key: 'victim' } as const;
  for (let call = 0; call < limits.passkey.amount; call++) await here.spend(victim, clock.now());
  await here.spend({ ...leased, cost: limits['events-network'].amount }, clock.now());
  for (let block = 0; block < 11; block++)
    await Promise.all(
      Array.from({ length: 5_000 }, (_, at) => here.spend({ limit: 'passkey', key: `${block} ${at}` }, clock.now())),
    );
  await expect(here.spend(victim, clock.now())).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
  await expect(here.spend(leased, clock.now())).rejects.toMatchObject({ code: 'rate_limited' });

  clock.advance(60);
  const counters = async () => (await database.pool.query('select count(*) from rate_counters')).rows[0].count;
  const before = await counters();
  expect(before).toBeGreaterThan(55_000);
  for (let block = 0; block < 6; block++)
    await Promise.all(
      Array.from({ length: 5_000 }, (_, at) => here.spend({ limit: 'events', key: `${block} ${at}` }, clock.now())),
    );
  await expect.poll(counters, { timeout: 10_000 }).toBeLessThan(before);
});

test('a database that cannot be asked lets nobody pass', async () => {
  const away = openDatabase(asApplication({ socketDir: '/nowhere', port: 1, database: 'none', user: 'none' }), {
    max: 1,
    onError: () => {},
  });
  const limitsAway = new RateLimits(away.db, true);
  const { clock } = two.world;
  await expect(limitsAway.spend({ limit: 'scan-network', key: 'any' }, clock.now())).rejects.toThrow();
  await expect(
    new RateLimits(away.db, false).spend({ limit: 'scan-network', key: 'any' }, clock.now()),
  ).resolves.toBeUndefined();
  await away.close();
});

test('20 inquiries a day are 20, and one that is refused for what it says costs none', async () => {
  const { cookie, id } = await two.world.aUser();
  const listing = await two.world.aListing();
  const ask = (call: TwoProcesses['calls'][0], business_listing_id: number) =>
    call('POST /api/bookings/inquiries', {
      cookie,
      body: { business_listing_id, booking_platform: 'viator' },
      headers: from('203.0.113.11'),
    });
  const statuses: number[] = [];
  for (let minute = 0; minute < 8; minute++) {
    statuses.push((await ask(two.calls[0], 2_000_000_000)).status);
    const replies = await two.callBoth(4, (call) => ask(call, listing));
    statuses.push(...replies.map(({ status }) => status));
    two.world.clock.advance(60);
  }
  const { rows } = await two.world.database.pool.query('select count(*) from booking_inquiries where user_id = $1', [
    id,
  ]);
  expect(rows[0].count).toBe(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(12);
  expect(statuses.filter((status) => status === 404)).toHaveLength(8);
});
