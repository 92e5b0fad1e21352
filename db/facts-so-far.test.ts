import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { supplierOf } from '../server/features/platforms/platforms.ts';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

let name: string;
let database: Connection;
let client: pg.Client;
beforeAll(async () => {
  name = `facts_${randomBytes(6).toString('hex')}`;
  database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0049_z.sql');
  client = new pg.Client(clientConfig(database));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});

const links = [
  ['fareharbor', 'https://fareharbor.com/embeds/book/Reef-Walk_2/items/1/?full-items=yes'],
  ['fareharbor', 'https://www.fareharbor.com/embeds/calendar/reefwalk/items/1/'],
  ['fareharbor', 'https://fareharbor.com/reefwalk/'],
  ['viator', 'https://www.viator.com/tours/Maui/d671-1'],
  ['external', 'https://WWW.Lanai.example:8443/book?x=1'],
  ['external', 'https://molokai.example'],
] as const;

test('what was there before is kept as it was held until then, and every day is counted again', async () => {
  const one = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows[0].id;
  const owner = await one(`insert into users (email) values ('partner@example.com') returning id`);
  const user = await one(`insert into users (email) values ('traveler@example.com') returning id`);
  const place = (partner: string | null) =>
    one(
      `insert into locations (name, description, address, island, latitude, longitude, partner_id)
        values ('x', 'x', 'x', 'Maui', 21, -157, $1) returning id`,
      [partner],
    );
  const places = [await place(owner), await place(null)];
  const listing = await one(
    `insert into listings (name, description, category, price_range, commission_rate)
      values ('x', repeat('x', 100), 'Restaurants', '$$$', 0.21) returning id`,
  );
  const visit = await one(
    `insert into visits (token_hash, created_at, last_seen_at) values ('x', now(), now()) returning id`,
  );
  const at = '2026-11-20T20:20:00Z';
  const codes = [];
  for (const [number, place] of places.entries()) {
    const code = await one(`insert into qr_codes (code, location_id) values ($1, $2) returning id`, [
      `AAAA-AAAA-AAAA-AAA${number}`,
      place,
    ]);
    codes.push(code);
    await client.query(
      `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source) values ($1, $2, $3, $4, true, 'camera')`,
      [visit, code, place, at],
    );
    await client.query(
      `insert into events (received_at, event_type, audience, qr_code_id, data) values ($1, 'map_initialized', 'visitor', $2, '{}')`,
      [at, code],
    );
  }
  for (const [number, [platform, url]] of links.entries()) {
    const click = await one(
      `insert into clicks (click_id, user_id, listing_id, qr_code_id, location_id, platform, url, clicked_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
      [`click-${number}`, user, listing, codes[0], places[0], platform, url, at],
    );
    await client.query(
      `insert into bookings (transaction_id, click_id, user_id, listing_id, qr_code_id, location_id, platform, amount_cents, booked_at)
        values ($1, $2, $3, $4, $5, $6, $7, 4500, $8)`,
      [`txn-${number}`, click, user, listing, codes[0], places[0], platform, at],
    );
  }
  await client.query('delete from rollup_marks');
  await client.query(
    `insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending,
        bookings_confirmed, bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
      values ('hour', 'total', '', '2026-11-19T07:00Z', 2, 2, 1, 6, 6, 0, 0, 0, 0, 0, 2)`,
  );

  await migrate(database);

  const rows = async (text: string) => (await client.query(text)).rows;
  const both = [{ partner_id: owner }, { partner_id: null }];
  expect(await rows('select partner_id from scans order by id')).toEqual(both);
  expect(await rows('select partner_id, location_id from events order by qr_code_id')).toEqual(
    both.map((one, at) => ({ ...one, location_id: places[at] })),
  );
  const frozen = { partner_id: owner, commission_rate: '0.21', price_range: '$$$' };
  expect(await rows('select distinct partner_id, commission_rate::text, price_range from clicks')).toEqual([frozen]);
  const suppliers = await rows('select supplier, partner_id, click_ordinal from bookings order by transaction_id');
  expect(suppliers).toEqual(
    links.map(([, url]) => ({ supplier: supplierOf(url), partner_id: owner, click_ordinal: 1 })),
  );
  expect(suppliers.map(({ supplier }) => supplier)).toEqual([
    ...['reef-walk_2', 'reefwalk', '', ''],
    ...['lanai.example', 'molokai.example'],
  ]);
  expect((await rows('select hour from rollup_marks')).map(({ hour }) => hour.toISOString())).toContain(
    '2026-11-19T07:00:00.000Z',
  );
  const { rows: indexes } = await client.query(
    `select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
      where indisvalid and relname = 'rollups_by_first_part'`,
  );
  expect(indexes).toHaveLength(1);
});
