import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { readPage } from '../../platform/lists.ts';
import { type FaultFilter, findFaults } from './faults.store.ts';

let world: World;
const middle = { value: '1790000000000000', id: '00000000-0000-4000-8000-000000000000' };
beforeAll(async () => {
  world = await createWorld();
  await onServer(
    await ownerOf(world),
    `insert into faults (id, kind, message, place, state, severity, first_seen, last_seen, reports)
       select gen_random_uuid(), 'TypeError', 'Fault ' || n, '/chunks/ticket.js',
         case when n % 10 = 0 then 'resolved' else 'open' end, n % 4,
         timestamptz '2026-11-01' - n * interval '1 minute', timestamptz '2026-11-02' - n * interval '1 minute', n % 500
       from generate_series(1, 10000) n;
     insert into error_reports (kind, error_id, received_at, network, message, fault_id)
       select 'page', 'report-' || row_number() over (), last_seen, 'network', message, id from faults limit 5000;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

test.each<[string, FaultFilter, string, typeof middle | undefined]>([
  ['-last_seen', {}, 'faults_by_last_seen', undefined],
  ['last_seen', {}, 'faults_by_last_seen', middle],
  ['-first_seen', {}, 'faults_by_first_seen', middle],
  ['-reports', {}, 'faults_by_reports', undefined],
  ['-severity', {}, 'faults_by_severity', undefined],
  ['-last_seen', { state: 'resolved' }, 'faults_by_last_seen', undefined],
  ['-last_seen', { search: 'fault 77' }, 'faults_by_last_seen', undefined],
])('a page of 10,000 faults by %s of %o is read by index: %s', async (sort, filter, index, after) => {
  const explaining = new Explaining({ analyze: true });
  const page = { ...readPage({ sort }, () => true), after };
  await findFaults(world.db.withPlugin(explaining), filter, page).catch(() => {});
  const nodes = nodesOf(explaining.plans[0]!.plan);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  // Whom it was seen by is counted for the faults shown alone.
  const reports = nodes.filter((node) => node['Relation Name'] === 'error_reports');
  expect(reports).not.toEqual([]);
  for (const { 'Actual Loops': loops } of reports) expect(loops).toBeLessThanOrEqual(50);
});
