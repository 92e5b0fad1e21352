import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
  const now = world.clock.now().getTime();
  const crowd = Array.from({ length: 250 }, (_, at) => ({
    token_hash: createHash('sha256').update(`listed-${at}`).digest(),
    invited_email: `listed-${at}@hotel.example`,
    stakeholder_type: 'advertiser',
    organization_name: at < 3 ? 'Hale Few' : 'Hale Many',
    permissions: [],
    // Many at one moment: their ids tell where a page ends.
    created_at: new Date(now - (at % 10) * 60_000),
    sent_at: new Date(now),
    expires_at: new Date(now + 86_400_000),
  }));
  await world.db.insertInto('invitations').values(crowd).execute();
});
afterAll(() => world.close());

const list = (query: string) => world.call(`GET /api/stakeholder/invitations?${query}`, { cookie: admin.cookie });
type Row = { id: string; invited_email: string; created_at: string };

test('page after page each invitation is listed once, in either order', async () => {
  for (const sort of ['-invited', 'invited']) {
    const rows: Row[] = [];
    let after = '';
    do {
      const { body } = await list(`sort=${sort}&limit=60${after}`);
      expect(body.total).toBe(250);
      rows.push(...body.rows);
      after = body.next && `&after=${body.next}`;
    } while (after);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(250);
    const moments = rows.map(({ created_at }) => created_at);
    const sorted = [...moments].sort();
    expect(moments).toEqual(sort === 'invited' ? sorted : sorted.reverse());
  }
});

test('a part of the address or of the organization finds one, large letters or small', async () => {
  const found = async (search: string) => (await list(`search=${search}`)).body;
  expect((await found('LISTED-249@')).rows.map((row: Row) => row.invited_email)).toEqual(['listed-249@hotel.example']);
  expect(await found('hale%20few')).toMatchObject({ total: 3, next: null });
  expect(await found('100%25')).toEqual({ rows: [], total: 0, next: null });
});

test('what is no page, order or status is refused, and nobody but administrators is answered', async () => {
  for (const query of [
    'after=none',
    'sort=email',
    'status=lost',
    'limit=0',
    'limit=201',
    `search=${'x'.repeat(101)}`,
  ]) {
    const { status, body } = await list(query);
    expect([query, status, body.code]).toEqual([query, 400, 'invalid_request']);
  }
  const { next } = (await list('limit=1')).body;
  expect((await list(`sort=invited&after=${next}`)).body.code).toBe('invalid_request');
  const partner = await world.aUser({ role: 'partner' });
  expect((await world.call('GET /api/stakeholder/invitations', { cookie: partner.cookie })).status).toBe(403);
});
