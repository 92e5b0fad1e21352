import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodesOf } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { keyedScanStatement, scanStatement } from './scanning.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

// A connection keeps the plan of the statement: made while a table was empty it would read all of it when it has grown.
test('a scan reads no table that grows with scans: their unique keys alone decide', async () => {
  const { code } = await world.aCode();
  const values = [code, Buffer.alloc(32), null, new Date(), 'scanner', null, 'mistyped', true, null, null, true];
  const origin = [null, 'same-origin', null, 'phone', [21.3, -157.8]];
  const call = ['k'.repeat(36), 'POST /api/qr/scan', Buffer.alloc(32), 'anyone'];
  for (const [statement, given] of [
    [scanStatement, [...values, ...origin]],
    [keyedScanStatement, [...values, ...origin, ...call]],
  ] as [string, unknown[]][]) {
    const { rows } = await world.database.pool.query(`explain (format json) ${statement}`, given);
    const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    const named = nodes.filter((node) => node['Relation Name']);
    const written = named.filter((node) => node['Node Type'] === 'ModifyTable').map((node) => node['Relation Name']);
    const read = named.filter((node) => node['Node Type'] !== 'ModifyTable').map((node) => node['Relation Name']);
    expect(written).toEqual(expect.arrayContaining(['visits', 'counted_scans', 'scans']));
    expect([...new Set(read)].sort()).toEqual(['curated_listings', 'listings', 'locations', 'qr_codes']);
  }
});
