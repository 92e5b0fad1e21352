import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { mayCall, type Role, roles } from '../contract/roles.ts';
import { createWorld, type TestUser, type World } from './world.ts';

let world: World;
const people = {} as Record<Role, TestUser>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  for (const role of roles) people[role] = await world.aUser({ role });
});
afterAll(() => world.close());

const another = '0f8fad5b-d9cb-469f-a165-70867728950e';
const endpoints: readonly Endpoint[] = contract;
/** But of what acts for whom a secret or a link names, whoever is signed in. */
const writing = endpoints.filter(({ method, origin }) => method !== 'GET' && origin === undefined);

test('no endpoint that writes takes from a page what it shows of another account', async () => {
  expect(writing.length).toBeGreaterThan(50);
  for (const { method, path, access } of writing) {
    const role = roles.find((one) => mayCall(access, { role: one }))!;
    const address = path.replace(/\{\w+\}/g, another);
    const headers = { 'x-shown-account': another, 'idempotency-key': 'shown-account-01' };
    const { cookie } = people[role];
    const { status, body } = await world.call(`${method} ${address}`, { cookie, headers });
    expect([status, body.code], `${method} ${path}`).toEqual([412, 'other_account']);
  }
});

test('what it shows of one’s own is taken, and of a guest, whoever it showed, is asked who they are', async () => {
  const { cookie, id } = people.traveler;
  const save = (headers: Record<string, string>, by?: string) =>
    world.call('PUT /api/profiles', { cookie: by, headers, body: { location: 'Hilo' } });
  expect((await save({ 'x-shown-account': id }, cookie)).status).toBeLessThan(300);
  expect((await save({ 'x-shown-account': id })).status).toBe(401);
  const read = { cookie, headers: { 'x-shown-account': another } };
  expect((await world.call('GET /api/profiles', read)).status).toBe(200);
});
