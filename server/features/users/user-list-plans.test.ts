import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { readPage } from '../../platform/lists.ts';
import { findUsers, type UserFilter } from './users.store.ts';

let world: World;
const middle = { value: 'person 5', id: '00000000-0000-4000-8000-000000000000' };
const noon = { value: '1790000000000000', id: middle.id };
beforeAll(async () => {
  world = await createWorld();
  await onServer(
    await ownerOf(world),
    `insert into users (email, name, created_at)
       select 'person-' || n || '@example.com', 'Person ' || n, timestamptz '2026-11-01' - n * interval '1 minute'
       from generate_series(1, 10000) n;
     insert into profiles (user_id, role, is_active)
       select id, case when n % 100 = 0 then 'admin' else 'traveler' end, n % 50 <> 7
       from (select id, row_number() over (order by id) as n from users) u;
     insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
       select sha256(convert_to(id::text, 'utf8')), id, created_at, created_at, timestamptz '2030-01-01', timestamptz '2030-01-01'
       from users;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

test.each<[string, UserFilter, string, typeof middle | undefined]>([
  ['name', {}, 'users_by_name', undefined],
  ['-name', {}, 'users_by_name', middle],
  ['joined', {}, 'users_by_joining', noon],
  ['-last_seen', {}, 'users_by_last_seen', noon],
  ['name', { search: 'person 77' }, 'users_by_words', undefined],
  ['joined', { role: 'admin' }, 'profiles_by_role', undefined],
])('a page of 10,000 accounts by %s of %o is read by index: %s', async (sort, filter, index, after) => {
  const explaining = new Explaining({ analyze: true });
  const page = { ...readPage({ sort }, () => true), after };
  await findUsers(world.db.withPlugin(explaining), world.clock.now(), filter, page).catch(() => {});
  const nodes = nodesOf(explaining.plans[0]!.plan);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  // What is counted of a row is counted of those shown alone.
  const sessions = nodes.filter((node) => node['Relation Name'] === 'sessions');
  expect(sessions).not.toEqual([]);
  for (const { 'Actual Loops': loops } of sessions) expect(loops).toBeLessThanOrEqual(50);
});
