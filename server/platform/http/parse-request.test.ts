import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a refused request is told every field that is at fault, with its path and its kind', async () => {
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = {
    invited_email: '',
    stakeholder_type: 'guest',
    organization_name: 'x'.repeat(201),
    permissions: ['qr_code_management', 'everything'],
  };
  const { status, body: refused } = await world.call('POST /api/stakeholder/invite', { cookie, body });
  expect([status, refused.code]).toEqual([400, 'invalid_request']);
  expect(refused.fields.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
    ['body.invited_email', 'too_small'],
    ['body.stakeholder_type', 'invalid_value'],
    ['body.organization_name', 'too_big'],
    ['body.permissions.1', 'invalid_value'],
  ]);
  expect(refused.error).toBe(`The request is not valid: body.invited_email: ${refused.fields[0].message}`);
});

test('of the path and the query as well, and of no more than fifty', async () => {
  const { cookie } = await world.aUser();
  const paths = async (request: `${string} ${string}`, sent?: unknown) =>
    (await world.call(request, { cookie, body: sent })).body.fields.map(({ path }: { path: string }) => path);
  expect(await paths('GET /api/business-listings?limit=no&offset=no')).toEqual(['query.limit', 'query.offset']);
  expect(await paths('PUT /api/saved/none', { note: 1 })).toEqual(['path.listing_id', 'body.note']);
  const items = Array.from({ length: 60 }, () => ({}));
  expect(await paths('POST /api/saved/merge', { items })).toHaveLength(50);
});

test('a refusal that is about no field tells none', async () => {
  const { body } = await world.call('GET /api/locations/999999');
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'request_id']);
});
