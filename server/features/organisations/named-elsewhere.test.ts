import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Where a client could name whom it calls for, were it asked. */
const namings = (id: string): [string, { headers?: Record<string, string>; cookie?: string; query?: string }][] => [
  ...['x-organisation-id', 'x-organization-id', 'x-organisation', 'x-tenant-id', 'x-partner-id', 'organisation'].map(
    (name): [string, { headers: Record<string, string> }] => [`header ${name}`, { headers: { [name]: id } }],
  ),
  ...['organisation', 'organisation_id', 'organization_id', 'tenant', 'partner_id'].map(
    (name): [string, { cookie: string }] => [`cookie ${name}`, { cookie: `${name}=${id}` }],
  ),
  ['query', { query: `?organisation_id=${id}` }],
];

test('in a header, a cookie and a query another organisation is read nowhere', async () => {
  const [owner, theirOwner] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'partner' })];
  const [id, other] = [(await organisationOf(world, owner.id))!, (await organisationOf(world, theirOwner.id))!];
  for (const one of [id, other]) {
    await aCommission(world, one);
    await aMember(world, one);
  }
  const asked = [
    ...['/api/organisation', '/api/organisation/invitations', '/api/profiles', '/api/users/me'],
    ...['members', 'earnings', 'payouts', 'statements/2026-11'].map((what) => `/api/organisations/${id}/${what}`),
  ];
  const ask = async (path: string, headers = {}, cookie = '') => {
    const { status, body } = await world.call(`GET ${path}`, { cookie: `${cookie}${owner.cookie}`, headers });
    return { status, body };
  };
  for (const named of [id, other])
    for (const path of asked) {
      const plain = await ask(path);
      expect(plain.status, path).toBe(200);
      for (const [where, { headers, cookie, query = '' }] of namings(named)) {
        // A query is refused where the contract has none of that name, or is not read.
        if (query && (await ask(`${path}${query}`)).status === 400) continue;
        expect(await ask(`${path}${query}`, headers, cookie && `${cookie}; `), `${path} with ${where}`).toEqual(plain);
      }
    }

  // Of what is the other's, in the path, none of them makes more than of what is not there.
  for (const [where, { headers = {}, cookie }] of namings(other))
    expect((await ask(`/api/organisations/${other}/earnings`, headers, cookie && `${cookie}; `)).status, where).toBe(
      404,
    );

  // What is written is the session's.
  const headers = Object.fromEntries(namings(other).flatMap(([, one]) => Object.entries(one.headers ?? {})));
  const cookies = namings(other).flatMap(([, one]) => one.cookie ?? []);
  const email = 'by-header@organisations.example';
  const cookie = [...cookies, owner.cookie].join('; ');
  const reply = await world.call('POST /api/organisation/invitations', {
    body: { invited_email: email },
    cookie,
    headers,
  });
  expect(reply.status).toBe(201);
  const kept = world.db.selectFrom('invitations').select('organisation_id').where('invited_email', '=', email);
  expect(await kept.execute()).toEqual([{ organisation_id: id }]);
  expect((await world.call('GET /api/organisation/invitations', theirOwner)).body).toEqual([]);
});
