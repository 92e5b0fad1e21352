import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../contract/index.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { limitOf, limits } from './limits.ts';

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
  for (let call = 0; call <= limits[name].amount; call++)
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

test('every limit that is named is spent by an endpoint, or by what knows whose it is', () => {
  const spent = new Set<string>(
    contract.flatMap((one) => [
      ...('limit' in one ? [one.limit, `${one.limit}-daily`, `${one.limit}-network`, `${one.limit}-device`] : []),
      ...('stores' in one ? one.stores : []),
    ]),
  );
  const names = Object.keys(limits) as (keyof typeof limits)[];
  expect(names.filter((name) => !spent.has(name) && !limitOf(name).withWork)).toEqual([]);
});

test('every limit is told of on the page of the API, with its amount', async () => {
  const { raw } = await world.call('GET /api/docs');
  for (const [name, { amount }] of Object.entries(limits)) {
    expect(raw).toContain(`<tr><td><code>${name}</code><td>${amount.toLocaleString('en')}`);
  }
});

test('who is over a limit is told how long it lasts, to the second', async () => {
  const { cookie } = await world.aUser();
  const call = () => world.call('POST /api/passkeys/confirm', { cookie, body: {} });
  await call();
  world.clock.advance(20);
  for (let more = 1; more < limits.passkey.amount; more++) await call();
  const refused = await call();
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40']);
  world.clock.advance(39);
  expect((await call()).headers['retry-after']).toBe('1');
  world.clock.advance(1);
  expect((await call()).status).not.toBe(429);
});
