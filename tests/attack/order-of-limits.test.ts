import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceCookie } from '../../server/platform/limits/known-device.ts';
import { type LimitName, limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

let networks = 0;
const aNetwork = () => `203.0.113.${60 + ++networks}`;

/** Spends what there is of a limit, but for what is to be left. */
const leave = (left: number, limit: LimitName, key: string) =>
  new RateLimits(world.db, true).spend({ limit, key, cost: limits[limit].amount - left }, world.clock.now());
/** The statuses of so many calls, one after the other. */
async function inTurn(times: number, call: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses = [];
  for (let at = 0; at < times; at++) statuses.push((await call()).status);
  return statuses;
}

test('who is over their own share of calls takes nothing from their network', async () => {
  const network = aNetwork();
  const [greedy, neighbour] = [await world.aUser(), await world.aUser()];
  const confirm = (cookie: string) => () =>
    world.call('POST /api/passkeys/confirm', { cookie, body: {}, headers: from(network) });
  await leave(limits.passkey.amount + 2, 'passkey-network', network);
  const statuses = await inTurn(limits.passkey.amount + 5, confirm(greedy.cookie));
  expect(statuses.indexOf(429)).toBe(limits.passkey.amount);
  expect((await inTurn(3, confirm(neighbour.cookie))).map((status) => status === 429)).toEqual([false, false, true]);
});

test('a call that the limit of the network refuses has spent its own share', async () => {
  const [full, other] = [aNetwork(), aNetwork()];
  const { cookie } = await world.aUser();
  const confirm = (network: string) => () =>
    world.call('POST /api/passkeys/confirm', { cookie, body: {}, headers: from(network) });
  await leave(0, 'passkey-network', full);
  expect(new Set(await inTurn(limits.passkey.amount - 1, confirm(full)))).toEqual(new Set([429]));
  expect((await inTurn(2, confirm(other))).map((status) => status === 429)).toEqual([false, true]);
});

const ask = (email: string, network: string) => () =>
  world.call('POST /api/auth/magic-link', { body: { email }, headers: from(network) });

test('who is over their own share of links to an address takes none from their network', async () => {
  const network = aNetwork();
  await leave(limits['link-asker'].amount + 1, 'link-network', network);
  const statuses = await inTurn(limits['link-asker'].amount + 4, ask('mine@example.com', network));
  expect(statuses).toEqual([...Array(limits['link-asker'].amount).fill(202), 429, 429, 429, 429]);
  expect(await inTurn(2, ask('neighbour@example.com', network))).toEqual([202, 429]);
});

test('whose network has no links left takes none of an address', async () => {
  const email = 'victim@example.com';
  const crowd = Array.from({ length: 30 }, aNetwork);
  for (const network of crowd) await leave(0, 'link-network', network);
  for (const network of crowd) expect(await inTurn(1, ask(email, network))).toEqual([429]);
  // All of it is there to be spent.
  for (const limit of ['link-newcomers', 'link-strangers'] as const) await leave(0, limit, email);
  expect(await inTurn(1, ask(email, aNetwork()))).toEqual([429]);
});

const aDevice = () => `device=${deviceCookie(world.settings, undefined, 'guest@example.com')}`;

test('a known device spends the limit of its network too, where that spares none', async () => {
  const [full, other] = [aNetwork(), aNetwork()];
  const device = aDevice();
  const send = (network: string) => () =>
    world.call('POST /api/analytics/events', {
      cookie: device,
      body: { event_type: 'map_initialized' },
      headers: from(network),
    });
  await leave(1, 'events-network', full);
  expect(await inTurn(2, send(full))).toEqual([202, 429]);
  expect(await inTurn(1, send(other))).toEqual([202]);
});

test('who is over their own share as a person gets no other one by showing a known device', async () => {
  const [spent, other] = [await world.aUser(), await world.aUser()];
  const device = aDevice();
  const merge = (cookie: string) => () =>
    world.call('POST /api/saved/merge', { cookie: `${cookie}; ${device}`, body: { items: [] } });
  await leave(0, 'saved', spent.id);
  expect(await inTurn(2, merge(spent.cookie))).toEqual([429, 429]);
  expect(await inTurn(1, merge(other.cookie))).toEqual([200]);
});
