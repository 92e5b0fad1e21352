import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { erase } from '../../../tests/erasure-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin', email: 'zz-admin@example.com' });
});
afterAll(() => world.close());

const list = (query: Record<string, string> = {}) =>
  world.call(`GET /api/admin/users?${new URLSearchParams(query)}`, admin);
const emails = (body: { rows: { email: string }[] }) => body.rows.map(({ email }) => email);
const named = async (name: string | null, email: string) => {
  const user = await world.aUser({ email });
  await world.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
  return user;
};
/** Every page of a list, one row at a time or as many as are told. */
async function walk(query: Record<string, string>, limit = '1'): Promise<string[]> {
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await list({ ...query, limit, ...(after && { after }) });
    expect(status).toBe(200);
    seen.push(...emails(body));
    if (!body.next) return seen;
    after = body.next;
  }
}

describe('the list of accounts', () => {
  beforeAll(async () => {
    await named('Kalākaua ʻĀina', 'first@list.example');
    await named('Kalākaua ʻĀina', 'second@list.example');
    await named(null, 'third@list.example');
    await named('100%_of\\it', 'fourth@list.example');
  });

  test('says of each who they are, what they are of, and what they have', async () => {
    const partner = await world.aUser({ role: 'partner', email: 'said@row.example' });
    const { body } = await list({ search: 'said@row.example' });
    expect(body).toMatchObject({ total: 1, next: null });
    expect(body.rows[0]).toMatchObject({
      id: partner.id,
      name: null,
      email: partner.email,
      role: 'partner',
      state: 'active',
      organisation: partner.email,
      sessions: 1,
      passkeys: 0,
      last_seen_at: world.clock.now().toISOString(),
    });
  });

  test.each([
    ['kalakaua', ['first@list.example', 'second@list.example']],
    ['ʻaina second', ['second@list.example']],
    ['KAUA AIN', ['first@list.example', 'second@list.example']],
    ['hird@list.exam', ['third@list.example']],
    ['%_of', ['fourth@list.example']],
    ['of\\it', ['fourth@list.example']],
    ['_____@list.example', []],
    ['nobody here', []],
  ])('is searched by a part of name and address: %s', async (search, expected) => {
    const { status, body } = await list({ search });
    expect([status, emails(body).sort(), body.total]).toEqual([200, expected, expected.length]);
  });

  test.each(['name', '-name', 'joined', '-joined', 'last_seen', '-last_seen'])(
    'by %s has the same rows page by page as at once, also where they are alike',
    async (sort) => {
      const whole = await walk({ sort, search: 'list.example' }, '200');
      expect(whole).toHaveLength(4);
      expect(await walk({ sort, search: 'list.example' })).toEqual(whole);
      const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
      expect(await walk({ sort: opposite, search: 'list.example' })).toEqual([...whole].reverse());
    },
  );

  test('names the organisation of the role that one has, not of one that one had', async () => {
    const former = await world.aUser({ role: 'partner', email: 'former@row.example' });
    await world.call(`PUT /api/admin/users/${former.id}/role`, {
      body: { role: 'advertiser', reason: 'Has sold the hotel' },
      cookie: admin.cookie,
    });
    const kinds = await world.db
      .selectFrom('members as m')
      .innerJoin('organisations as o', 'o.id', 'm.organisation_id')
      .select(['o.kind', 'o.name'])
      .where('m.user_id', '=', former.id)
      .execute();
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['advertiser', 'partner']);
    await world.db
      .updateTable('organisations')
      .set({ name: 'The hotel' })
      .where('owner_id', '=', former.id)
      .where('kind', '=', 'partner')
      .execute();
    await world.db
      .updateTable('organisations')
      .set({ name: 'The agency' })
      .where('owner_id', '=', former.id)
      .where('kind', '=', 'advertiser')
      .execute();
    const named = async () => (await list({ search: former.email })).body.rows[0].organisation;
    expect(await named()).toBe('The agency');
    await world.db.updateTable('profiles').set({ role: 'partner' }).where('user_id', '=', former.id).execute();
    expect(await named()).toBe('The hotel');
  });

  test('has who was never seen at the end that is asked for', async () => {
    await world.db.insertInto('users').values({ email: 'unseen@list.example' }).execute();
    const seen = await walk({ sort: 'last_seen', search: 'list.example' });
    expect(seen[0]).toBe('unseen@list.example');
    const { body } = await list({ search: 'unseen@list.example' });
    expect(body.rows[0]).toMatchObject({ role: 'traveler', state: 'active', last_seen_at: null, sessions: 0 });
  });

  test('keeps when somebody was seen last, after their session is gone', async () => {
    const user = await world.aUser({ email: 'was@seen.example' });
    world.clock.advance(120);
    await world.call('GET /api/users/me', user);
    const seenAt = world.clock.now().toISOString();
    await world.call('POST /api/logout', user);
    const { body } = await list({ search: user.email });
    expect(body.rows[0]).toMatchObject({ last_seen_at: seenAt, sessions: 0 });
  });

  test('counts the sessions that live: not those that ran out of use, nor those of their last day', async () => {
    const user = await world.aUser({ email: 'three@sessions.example' });
    const now = world.clock.now().getTime();
    const ended = (idle: number, last: number) => ({
      ...{ token_hash: randomBytes(32), user_id: user.id, created_at: new Date(now), last_seen_at: new Date(now) },
      ...{ idle_expires_at: new Date(now + idle), expires_at: new Date(now + last) },
    });
    const rows = [ended(0, 60_000), ended(60_000, 0)];
    await world.db.insertInto('sessions').values(rows).execute();
    expect((await list({ search: user.email })).body.rows[0].sessions).toBe(1);
    const { body } = await world.call(`GET /api/admin/users/${user.id}`, admin);
    expect(body.live_sessions).toHaveLength(1);
  });

  test('is of one role or state where that is asked', async () => {
    const suspended = await world.aUser({ role: 'advertiser', email: 'one@filter.example' });
    await world.aUser({ role: 'advertiser', email: 'two@filter.example' });
    await world.aUser({ email: 'three@filter.example' });
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', suspended.id).execute();
    const of = async (query: object) => emails((await list({ search: 'filter.example', ...query })).body);
    expect(await of({ role: 'advertiser', state: 'suspended' })).toEqual(['one@filter.example']);
    expect(await of({ role: 'advertiser', state: 'active' })).toEqual(['two@filter.example']);
    expect(await of({ role: 'traveler' })).toEqual(['three@filter.example']);
    await world.db.insertInto('users').values({ email: 'newcomer@filter.example' }).execute();
    expect((await of({ state: 'active' })).sort()).toEqual([
      'newcomer@filter.example',
      'three@filter.example',
      'two@filter.example',
    ]);
  });

  test('has no account that was erased, in no count, and shows none', async () => {
    const stays = await world.aUser({ email: 'stays@gone.example' });
    const goes = await world.aUser({ email: 'goes@gone.example' });
    const all = async (query = {}) => (await list(query)).body.total;
    const [before, suspended] = [await all(), await all({ state: 'suspended' })];
    expect((await erase(world, goes)).status).toBe(200);
    expect([await all(), await all({ state: 'suspended' })]).toEqual([before - 1, suspended]);
    expect(await walk({ search: 'gone.example' })).toEqual([stays.email]);
    for (const search of ['erased.invalid', goes.id]) expect(await all({ search })).toBe(0);
    const { status, body } = await world.call(`GET /api/admin/users/${goes.id}`, admin);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test.each([
    'x',
    '%00',
    Buffer.from('["name","a"]').toString('base64url'),
    Buffer.from('["-name","a","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
    Buffer.from('["name","a\\u0000","00000000-0000-4000-8000-000000000000"]').toString('base64url'),
    Buffer.from('["name",null,"00000000-0000-4000-8000-000000000000"]').toString('base64url'),
    Buffer.from('["name","a","none"]').toString('base64url'),
    'a'.repeat(241),
  ])('refuses a cursor that is none: %s', async (after) => {
    const { status, body } = await list({ sort: 'name', after });
    expect([status, body.code, body.fields[0].path]).toEqual([400, 'invalid_request', 'query.after']);
  });

  test.each(['soon', '99999999999999999', '1e3'])('refuses a cursor of no moment: %s', async (value) => {
    const after = Buffer.from(JSON.stringify(['joined', value, admin.id])).toString('base64url');
    expect((await list({ sort: 'joined', after })).status).toBe(400);
  });

  test.each(['sort=email', 'limit=0', 'limit=201', 'role=king', 'state=gone', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      expect((await world.call(`GET /api/admin/users?${query}`, admin)).status).toBe(400);
    },
  );
});

describe('one account', () => {
  test('is shown with its sessions and what was done to it, and the look is noted', async () => {
    const user = await world.aUser({ role: 'partner' });
    const reason = 'Asked for by mail';
    await world.call(`PUT /api/admin/users/${user.id}/role`, {
      body: { role: 'traveler', reason },
      cookie: admin.cookie,
    });
    const { status, body } = await world.call(`GET /api/admin/users/${user.id}`, admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, role: 'traveler', live_sessions: [], own_passkeys: [] });
    expect(body.organisations).toEqual([expect.objectContaining({ standing: 'owner', state: 'active' })]);
    expect(body.history).toEqual([{ at: expect.any(String), action: 'role_changed', by: admin.email, reason }]);
    // However often somebody looked, what was done stays in sight.
    expect((await world.call(`GET /api/admin/users/${user.id}`, admin)).body.history).toHaveLength(1);
    const entries = world.db.selectFrom('audit_entries').select('actor_id').where('subject_id', '=', user.id);
    expect(await entries.where('action', '=', 'admin_user_view').execute()).toEqual(
      Array(2).fill({ actor_id: admin.id }),
    );
  });
});

test('a new role begins without the permissions that were chosen for the one before', async () => {
  const user = await world.aUser({ role: 'partner' });
  const chosen = { permissions: ['qr_code_management'] };
  await world.db.updateTable('profiles').set(chosen).where('user_id', '=', user.id).execute();
  const body = { role: 'advertiser', reason: 'Sells tours now' };
  expect((await world.call(`PUT /api/admin/users/${user.id}/role`, { body, cookie: admin.cookie })).status).toBe(200);
  const profile = world.db.selectFrom('profiles').select(['role', 'permissions']).where('user_id', '=', user.id);
  expect(await profile.executeTakeFirst()).toEqual({ role: 'advertiser', permissions: null });
});

describe('the export', () => {
  const ownScript = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  const get = (query: string, headers = ownScript) =>
    world.call(`GET /api/admin/users/export?${query}`, { cookie: admin.cookie, headers });

  test('has every account that matches, in order, no cell of it a formula, and is noted', async () => {
    await named('=HYPERLINK("x")', 'formula@export.example');
    await world.db
      .insertInto('users')
      .values([...Array(1_200).keys()].map((n) => ({ email: `u${n}@export.example` })))
      .execute();
    const { status, headers, raw } = await get('search=export.example&sort=name');
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toBe('attachment; filename="users.csv"');
    const lines = raw.trimEnd().split('\r\n');
    expect(lines[0]).toBe('name,email,role,state,organization,sessions,passkeys,joined_at_hawaii,last_seen_at_hawaii');
    expect(lines).toHaveLength(1 + 1_201);
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""x""\)",formula@export\.example,traveler,active,,1,0,/);
    expect(new Set(lines).size).toBe(lines.length);
    const entries = world.db.selectFrom('audit_entries').select('actor_id').where('action', '=', 'users_exported');
    expect(await entries.execute()).toEqual([{ actor_id: admin.id }]);
    expect(await auditContentOf(world, 'users_exported')).toEqual([
      { personId: admin.id, after: { sort: 'name', search: 'somebody' } },
    ]);
  });

  test('has the columns that are asked for, in their order, and no others', async () => {
    await named('Kekoa', 'kekoa@columns.example');
    const { raw } = await get('search=columns.example&columns=role,name,email');
    expect(raw.trimEnd().split('\r\n')).toEqual(['name,email,role', 'Kekoa,kekoa@columns.example,traveler']);
    for (const wrong of ['', 'name,name', 'name,password'])
      expect((await get(`columns=${wrong}`)).body.code).toBe('invalid_request');
  });

  test('has no account that was erased', async () => {
    const goes = await world.aUser({ email: 'goes@leaves.example' });
    expect((await get('')).raw).toContain(goes.email);
    await erase(world, goes);
    const { status, raw } = await get('');
    expect([status, raw.includes(admin.email)]).toEqual([200, true]);
    expect(raw).not.toMatch(/goes@leaves|erased\.invalid/);
  });

  test("is not begun by another site's page", async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await get('', headers)).body.code).toBe('cross_site');
  });

  test('tells times by the clocks of Hawaiʻi', async () => {
    const created_at = new Date('2026-09-29T04:43:41.136Z');
    const users = [
      { email: 'early@clock.example', created_at, last_seen_at: new Date('2026-10-01T10:00:00Z') },
      { email: 'late@clock.example', created_at: new Date('2026-09-29T04:43:41.999Z') },
    ];
    await world.db.insertInto('users').values(users).execute();
    const { raw } = await get('search=clock.example&columns=email,joined,seen&sort=joined');
    expect(raw.split('\r\n')).toEqual([
      'email,joined_at_hawaii,last_seen_at_hawaii',
      'early@clock.example,2026-09-28 18:43:41,2026-10-01 00:00:00',
      'late@clock.example,2026-09-28 18:43:41,',
      '',
    ]);
  });
});
