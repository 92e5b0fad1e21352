import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadGeneratedYear } from '../../db/seed/generated-year.ts';
import { loadSeed } from '../../db/seed/load.ts';
import { seed as demo } from '../../db/seed/world.ts';
import { followMarked, releasePayable } from '../../server/features/commission/commission.ts';
import { codeKeys } from '../../server/features/scanning/scanning.ts';
import { createWorld, type World } from '../../tests/world.ts';
import { bytesPerRow, type GrowingTable, generatedPerScan, logBytes } from './measured-rows.ts';

const calls = 3_000;
const eventsPerCall = 50;
const generatedScans = 10_000;

/** One database is filled by real calls, the other with a generated year and its commissions. */
let called: World;
let generated: World;
const found = { scan: 0, event: 0 };
/** Rows that the demo has before its year. */
let before: Record<string, number>;
beforeAll(async () => {
  called = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const codes = await Promise.all(Array.from({ length: 20 }, () => called.aCode()));
  found.scan = await written(calls, (at) => scan(codes[at % codes.length]!));
  found.event = (await written(calls / eventsPerCall, sendEvents)) / eventsPerCall;
  generated = await createWorld();
  const until = generated.clock.now();
  await loadSeed(generated.db, demo, codeKeys(generated.settings)[0]!, until);
  before = await rowsOf(generated);
  await loadGeneratedYear(generated.db, { scans: generatedScans, seed: 17, until });
  await followMarked(generated, until);
  await releasePayable(generated, until);
}, 240_000);
afterAll(() => Promise.all([called, generated].map((world) => world?.close())));

const number = async ({ db }: World, expression: string) =>
  (await sql.raw<{ n: number }>(`select (${expression})::bigint as n`).execute(db)).rows[0]!.n;

/**
 * Bytes of the log for each of so many calls, one after the other. Others write to the same server meanwhile, and checkpoints let whole
 * pages follow: of all calls the first quartile is what a call by itself writes.
 */
async function written(times: number, one: (at: number) => Promise<void>): Promise<number> {
  const position = () => number(called, `pg_current_wal_insert_lsn() - '0/0'`);
  const each: number[] = [];
  for (let at = 0; at < times; at++) {
    const before = await position();
    await one(at);
    each.push((await position()) - before);
  }
  return each.sort((a, b) => a - b)[Math.floor(times / 4)]!;
}

/** A phone's scan with a key, of a new visit. */
async function scan({ code }: { code: string }): Promise<void> {
  called.clock.advance(1);
  const device_info = { type: 'mobile', scan_id: randomUUID() };
  const headers = { 'idempotency-key': randomUUID(), 'sec-fetch-site': 'same-origin' };
  const reply = await called.call('POST /api/qr/scan', { body: { qr_code_id: code, device_info }, headers });
  expect(reply.status).toBe(200);
}

const event = {
  event_type: 'map_pin_clicked',
  event_data: { listing_name: 'Kāneʻohe Bay Sail', category: 'Activities & Tours', distance: 3.2, zoom_level: 14 },
  timestamp: '2026-11-20T20:00:00.000Z',
};

/** A call as that of the benchmarks. */
async function sendEvents(): Promise<void> {
  called.clock.advance(1);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { events: Array.from({ length: eventsPerCall }, () => event) };
  expect((await called.call('POST /api/analytics/events', { body, headers })).status).toBe(202);
}

const byCalls: GrowingTable[] = ['visits', 'scans', 'counted_scans', 'idempotency_keys', 'events'];

const sizeOf = (table: string) =>
  table === 'events'
    ? `(select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'events'::regclass)`
    : `pg_total_relation_size('${table}')`;

/** Of the generated year, what is counted for each scan. */
async function rowsOf(world: World): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of ['scans', ...Object.keys(generatedPerScan)])
    rows[table] = await number(
      world,
      `select count(*) from ${table === 'scanner' ? `scans where source = 'scanner'` : table}`,
    );
  return rows;
}

test('rows take as many bytes, with their indexes, as the model says', async () => {
  const measured: Record<string, number> = {};
  for (const [table, bytes] of Object.entries(bytesPerRow)) {
    const world = byCalls.includes(table as GrowingTable) ? called : generated;
    const rows = await number(world, `select count(*) from ${table}`);
    expect(rows).toBeGreaterThan(400);
    measured[table] = near((await number(world, sizeOf(table))) / rows, bytes);
  }
  expect(measured).toEqual(bytesPerRow);
});

test('a scan and an event write as much of the log as the model says', () => {
  expect({ scan: near(found.scan, logBytes.scan), event: near(found.event, logBytes.event) }).toEqual(logBytes);
});

test('of each scan of the generated year there are as many rows of all else as the model says', async () => {
  const after = await rowsOf(generated);
  const perScan = (name: string) => (after[name]! - before[name]!) / (after.scans! - before.scans!);
  const measured = Object.entries(generatedPerScan).map(([name, expected]) => [name, near(perScan(name), expected)]);
  expect(Object.fromEntries(measured)).toEqual(generatedPerScan);
});

/** The expected figure where the found one is within a tenth of it. */
const near = (found: number, expected: number) => (Math.abs(found - expected) <= expected / 10 ? expected : found);
