import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { limits, networkOf } from './limits.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const token = 'A'.repeat(43);

test.each([
  ['passkey', 'POST /api/passkeys/registration-options'],
  ['passkey', 'POST /api/passkeys/confirm'],
  ['invitation', `GET /api/stakeholder/validate/${token}`],
  ['invitation', `POST /api/stakeholder/accept/${token}`],
] as const)('the limit %s is its own: %s floods it, and signing in goes on', async (name, request) => {
  const { cookie } = await world.aUser();
  const statuses: number[] = [];
  for (let call = 0; call <= limits[name].perMinute; call++)
    statuses.push((await world.call(request, { cookie, body: request.startsWith('POST') ? {} : undefined })).status);
  expect(statuses.slice(0, -1)).not.toContain(429);
  expect(statuses.at(-1)).toBe(429);
  const verified = await world.call('POST /api/auth/magic-link/verify', { cookie, body: { token } });
  expect(verified.body.code).toBe('link_invalid');
  const other = await world.aUser();
  expect((await world.call('GET /api/passkeys', other)).status).toBe(200);
  world.clock.advance(60);
  expect((await world.call(request, { cookie, body: {} })).status).not.toBe(429);
});

test('every limit that is named is spent somewhere', () => {
  const spent = new Set<string>(contract.flatMap((one) => ('limit' in one ? [one.limit] : [])));
  // Spent by the scan itself, which knows whether there is a visit.
  expect(Object.keys(limits).filter((name) => !spent.has(name))).toEqual(['scan-network']);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['1:2:3::4:5:192.0.2.7', '1:2:3:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.7:4711', '192.0.2.7'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['[2001:db8::1]:443', '2001:db8:0:0'],
  ['[192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:x', 'unknown'],
  ['192.0.2.777', 'unknown'],
  ['[x]', 'unknown'],
  ['192.0.2', 'unknown'],
  ['evil', 'unknown'],
  [':::::', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
  ['x'.repeat(8_000), 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
