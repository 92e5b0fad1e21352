import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import type { World } from '../world.ts';
import { createTwoProcesses, expectPassed, from, type TwoProcesses } from './two-processes.ts';

let two: TwoProcesses;
let world: World;
beforeAll(async () => {
  two = await createTwoProcesses();
  world = two.world;
});
afterAll(() => two.close());

type Call = World['call'];
const hotel = '203.0.113.20';

const ask = (email: string, network: string, { call = world.call, cookie }: { call?: Call; cookie?: string } = {}) =>
  call('POST /api/auth/magic-link', { body: { email }, cookie, headers: from(network) });
const mailsTo = async (email: string) => (await world.mail()).filter(({ to }) => to === email);
const tokenTo = async (email: string) => (await mailsTo(email)).at(-1)!.text.match(/token=([\w-]+)/)![1]!;
const redeem = (token: string, network: string, cookie?: string, call: Call = world.call) =>
  call('POST /api/auth/magic-link/verify', { body: { token, confirm: true }, cookie, headers: from(network) });
/** How many of each status. */
const statusesOf = (replies: { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );

/** Signs in, and out again. @returns the device's cookie, which is all that the browser still has. */
async function aKnownDevice(email: string, network: string, before?: string): Promise<string> {
  expect((await ask(email, network, { cookie: before })).status).toBe(202);
  const { cookies } = await redeem(await tokenTo(email), network, before);
  const out = await world.call('POST /api/logout', { cookie: `session=${cookies.session}`, headers: from(network) });
  expect(out.cookies.device).toBeUndefined();
  return `device=${cookies.device}`;
}

test('64 asks at the same time on two processes: 5 mails to an address from one network', async () => {
  const one = await two.callBoth(64, (call) => ask('flooded@example.com', hotel, { call }));
  expectPassed(one, 5);
  expect((await mailsTo('flooded@example.com')).length).toBeLessThanOrEqual(5);
  for (const { status, body, headers } of one) {
    if (status === 429) expect([body.code, headers['retry-after']]).toEqual(['link_limited', '900']);
  }
  world.clock.advance(3_600);
});

test('with an Idempotency-Key each: not one mail more, and no pool that waits for itself', async () => {
  const replies = await two.callBoth(64, (call, at) =>
    call('POST /api/auth/magic-link', {
      body: { email: 'keyed@example.com' },
      headers: { ...from(hotel), 'idempotency-key': `key-of-one-ask-${at}` },
    }),
  );
  expectPassed(replies, 5);
  expect((await mailsTo('keyed@example.com')).length).toBeLessThanOrEqual(5);
  world.clock.advance(3_600);
});

test('what strangers ask for takes nothing from the owner: not their asks, not their link', async () => {
  const email = 'owner@example.com';
  const owner = await ask(email, hotel);
  const token = await tokenTo(email);
  for (let stranger = 0; stranger < 2; stranger++)
    for (let more = 0; more < 8; more++) await ask(email, `198.51.100.${100 + stranger}`);
  expect(await mailsTo(email)).toHaveLength(1 + 2 * limits['link-asker'].amount);
  let last = owner;
  for (let more = 1; more < limits['link-asker'].amount; more++) {
    last = await ask(email, hotel, { cookie: `magic_link=${last.cookies.magic_link}` });
    expect(last.status).toBe(202);
  }
  // Each ask of the owner's own ends the one before.
  expect((await redeem(token, hotel, `magic_link=${owner.cookies.magic_link}`)).body.code).toBe('link_invalid');
  const newest = await tokenTo(email);
  expect((await ask(email, '198.51.100.103')).status).toBe(202);
  expect((await redeem(newest, hotel, `magic_link=${last.cookies.magic_link}`)).status).toBe(200);
  world.clock.advance(3_600);
});

test('a device that has signed in before is shut out by nobody, though it is signed out', async () => {
  const email = 'regular@example.com';
  const device = await aKnownDevice(email, hotel);
  world.clock.advance(3_600);
  await two.callBoth(140, (call, at) => ask(email, `198.51.100.${at}`, { call }));
  await two.callBoth(330, (call, at) => ask(`other-${at}@example.com`, hotel, { call }));
  await two.callBoth(700, (call) =>
    call('POST /api/auth/magic-link', { body: { email: 'nobody' }, headers: from(hotel) }),
  );
  expect((await ask(email, hotel)).status).toBe(429);
  const asked = await ask(email, hotel, { cookie: device });
  expect(asked.status).toBe(202);
  // Nor by those who flood the redemption of links.
  await two.callBoth(1_100, (call) => redeem('x', hotel, undefined, call));
  expect((await redeem('x', hotel)).status).toBe(429);
  const cookie = `${device}; magic_link=${asked.cookies.magic_link}`;
  expect((await redeem(await tokenTo(email), hotel, cookie)).status).toBe(200);
  world.clock.advance(3_600);
});

test('a device has five asks too, for the addresses it has signed in to, and a forged cookie is none', async () => {
  const [first, second] = ['first@example.com', 'second@example.com'];
  const device = await aKnownDevice(second!, hotel, await aKnownDevice(first!, hotel));
  world.clock.advance(3_600);
  const network = '203.0.113.22';
  const asks = async (email: string, cookie: string, times: number) =>
    statusesOf(await two.callBoth(times, (call) => ask(email, network, { call, cookie })));
  // The network's own share first, then the device's.
  for (const email of [first!, second!]) {
    expect(await asks(email, '', 8)).toEqual({ 202: 5, 429: 3 });
    expect(await asks(email, device, 8)).toEqual({ 202: 5, 429: 3 });
  }
  const [id, seal, ...proofs] = device.slice('device='.length).split('.');
  expect(proofs).toHaveLength(2);
  const flipped = (text: string) => (text[0] === 'A' ? 'B' : 'A') + text.slice(1);
  await asks('third@example.com', '', 5);
  for (const forged of [
    device.slice(7),
    `${flipped(id!)}.${seal}.${proofs.join('.')}`,
    `${id}.${flipped(seal!)}.${proofs.join('.')}`,
    `${id}.${seal}.${flipped(proofs[0]!)}`,
    `${id}.${seal}`,
    'x'.repeat(4_000),
  ])
    expect(await asks('third@example.com', `device=${forged}`, 1)).toEqual({ 429: 1 });
  world.clock.advance(3_600);
});

test('known or unknown, within the limit or over it: the same answer in its size, by the same statements', async () => {
  await world.aUser({ email: 'has-account@example.com' });
  const statements = async (email: string) => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const reply = await ask(email, '203.0.113.23');
    const texts = asked.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as pg.QueryConfig).text,
    );
    asked.mockRestore();
    // Without what is asked and written beside the requests, and what the process takes of limits now and then.
    return {
      reply,
      texts: texts.filter((text) => !/security_events|rate_counters|^select 1$/.test(text)),
    };
  };
  await statements('warms-up-at@example.com');
  const known = await statements('has-account@example.com');
  const unknown = await statements('no-account-@example.com');
  expect(known.texts.length).toBeGreaterThan(3);
  expect(unknown.texts).toEqual(known.texts);
  expect([unknown.reply.status, unknown.reply.raw]).toEqual([202, known.reply.raw]);
  for (const email of ['has-account@example.com', 'no-account-@example.com'])
    for (let more = 1; more < limits['link-asker'].amount; more++) await ask(email, '203.0.113.23');
  const knownOver = await statements('has-account@example.com');
  const unknownOver = await statements('no-account-@example.com');
  // Nothing is looked up, made or sent, for the one as for the other.
  expect([knownOver.texts, unknownOver.texts]).toEqual([[], []]);
  expect([knownOver.reply.status, unknownOver.reply.status]).toEqual([429, 429]);
  const plain = ({ reply: { raw, headers } }: typeof knownOver) => [
    raw.replace(/"request_id":"[^"]*"/, ''),
    headers['retry-after'],
    headers['set-cookie'],
  ];
  expect(plain(unknownOver)).toEqual(plain(knownOver));
});
