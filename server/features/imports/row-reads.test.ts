import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { newsKeysOf } from '../platforms/platforms.ts';
import { findRawRows } from './import-rows.store.ts';
import { findOpenImport } from './imports.store.ts';
import { takeRow } from './take-row.ts';

const bookings = 20_000;
/** More than a connection tries before it keeps to one plan. */
const rows = 12;
let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const admin = await world.aUser({ role: 'admin' });
  by = new Importer(world, admin);
  const listing = await world.aListing();
  // Every second booking is one that its platform has told of, under two names.
  await onServer(
    await ownerOf(world),
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, status, supplier, reference, estimated)
       select 'read_' || n, '${admin.id}', ${listing}, case n % 4 when 0 then 'viator' else 'fareharbor' end, 10000, '2026-11-01',
         'confirmed', case n % 4 when 0 then '' else 'reefwalk' end, case n % 4 when 0 then 'BR-' || n else n::text end, false
       from generate_series(1, ${bookings}) n;
     insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
         last_news_at, state, match_kind, confidence, booking_id)
       select platform, supplier, reference, array[regexp_replace(reference, '\\W', ''), 'FH' || reference], 'confirmed', now(), '\\x00',
         now(), now(), 'matched', 'reference', 100, id from bookings
       where substring(transaction_id from 6)::int % 4 in (0, 1);
     analyze`,
  );
}, 120_000);
afterAll(() => world.close());

/** How many rows of all tables a connection has read in its transaction, one after another and by indexes. */
async function readSoFar(tx: Tx): Promise<{ scanned: number; found: number }> {
  const { rows: sums } = await sql<{ scanned: string; found: string }>`select sum(seq_tup_read) as scanned,
    sum(idx_tup_fetch) as found from pg_stat_xact_user_tables`.execute(tx);
  return { scanned: Number(sums[0]!.scanned), found: Number(sums[0]!.found) };
}

test.each([
  [
    'FareHarbor',
    [
      fareharborHeader,
      ...Array.from({ length: rows }, (_, at) =>
        aRow({ id: at % 3 === 0 ? 60_000_000 + at : 4 * at + (at % 3), total: '90.00' }),
      ),
    ],
  ],
  [
    'Viator',
    [
      viatorHeader,
      ...Array.from({ length: rows }, (_, at) => [
        `BR-${4 * (at + 1)}`,
        '',
        'Confirmed',
        '2026-12-24',
        'X',
        '90.00',
        'USD',
        '9.00',
      ]),
    ],
  ],
])("a row of %s's statement reads no table of bookings, however many there are", async (_name, table) => {
  await expectFewReads(world, by, table);
});

test('nor does one of an operator whose bookings statistics do not know yet', { timeout: 120_000 }, async () => {
  const fresh = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  await onServer(
    await ownerOf(fresh),
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
         last_news_at, state)
       select 'fareharbor', 'reefwalk', n::text, array[n::text, 'FH' || n], 'confirmed', now(), '\\x00', now(), now(), 'unmatched'
       from generate_series(1, ${bookings}) n`,
  );
  const table = [fareharborHeader, ...Array.from({ length: rows }, (_, at) => aRow({ id: 60_000_000 + at }))];
  await expectFewReads(fresh, new Importer(fresh, await fresh.aUser({ role: 'admin' })), table);
  await fresh.close();
});

/** Tries each row of a statement: what it reads is none of the tables of bookings. */
async function expectFewReads(there: World, importer: Importer, table: Parameters<typeof aTable>[0]): Promise<void> {
  const id = await importer.preview(aTable(table));
  const given = (await findOpenImport(there.db, id))!;
  const keys = newsKeysOf(there.settings);
  const raw = await findRawRows(there.db, id, 0, rows);
  expect(raw).toHaveLength(rows);
  for (const row of raw) {
    const read = await withTransaction(there.db, async (tx) => {
      const before = await readSoFar(tx);
      await takeRow(tx, there.clock.now(), given, row, keys);
      const after = await readSoFar(tx);
      return { scanned: after.scanned - before.scanned, found: after.found - before.found };
    });
    expect.soft(read.scanned, `row ${row.number}`).toBeLessThan(bookings / 20);
    expect.soft(read.found, `row ${row.number}`).toBeLessThan(bookings / 20);
  }
}
