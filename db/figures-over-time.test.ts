import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('the update has past hours with clicks and bookings counted again, and those of which a commission is another by then', async () => {
  const name = `figures_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0151_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  const figures = 'scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed, bookings_completed';
  await client.query(`
    insert into rollups (grain, dimension, key, starts_at, ${figures}, bookings_cancelled, estimated_cents, confirmed_cents, events)
      select grain, dimension, key, starts_at::timestamptz, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 from (values
        ('hour', 'platform', 'viator', '2026-03-01T20:00Z'), ('hour', 'platform', 'external', '2026-03-01T20:00Z'),
        ('day', 'platform', 'viator', '2026-03-01T10:00Z'), ('hour', 'total', '', '2026-03-02T20:00Z')) as r (grain, dimension, key, starts_at);
    insert into users (email) values ('traveler@example.com');
    insert into listings (name, description, category, price_range, commission_rate)
      values ('x', repeat('x', 100), 'Restaurants', '$$$', 0.21);
    insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, status)
      select 'one', (select id from users), (select id from listings), 'external', 100, '2026-04-05T06:07Z', 'confirmed';
    insert into commissions (booking_id, partner_share, platform_rate, listing_id, booked_at, state, basis, partner_cents, platform_cents)
      select id, 0.15, 0.21, listing_id, booked_at, 'pending', 'pending', 15, 21 from bookings;
    delete from rollup_marks`);
  const marked = async () => {
    const { rows } = await client.query('select distinct hour, events from rollup_marks order by hour');
    await client.query('truncate rollup_marks');
    return rows.map(({ hour, events }) => [hour.toISOString(), events]);
  };

  await migrate(database, '0152_z.sql');

  expect(await marked()).toEqual([['2026-03-01T20:00:00.000Z', false]]);
  await client.query(`update commissions set state = 'payable', basis = 'earned'`);
  expect(await marked()).toEqual([]);
  await client.query(`update commissions set state = 'voided', partner_cents = 0`);
  expect(await marked()).toEqual([['2026-04-05T06:00:00.000Z', false]]);

  // Before the next one a process of the version before has taken them.
  await client.query(`
    insert into organisations (kind, name, owner_id) values ('partner', 'Hale Kai', (select id from users));
    update commissions set organisation_id = (select id from organisations), rate_card_id = (select min(id) from rate_cards);
    insert into reviews (booking_id, listing_id, user_id, rating, created_at, updated_at)
      select id, listing_id, user_id, 4, '2026-05-02T05:00Z', now() from bookings;
    truncate rollup_marks`);
  await migrate(database);
  expect(await marked()).toEqual([['2026-03-01T20:00:00.000Z', false]]);
  const days = await client.query('select * from review_days order by organisation_id nulls first');
  const [user, organisation] = ['users', 'organisations'].map((table) => client.query(`select id from ${table}`));
  const of = { day: new Date('2026-05-01T10:00Z'), rating: 4, reviews: 1 };
  expect(days.rows).toEqual([
    { ...of, organisation_id: null, guests: [] },
    { ...of, organisation_id: (await organisation!).rows[0].id, guests: [(await user!).rows[0].id] },
  ]);
  // What it takes from then on is kept apart, once, for one that knows all that is added up.
  const take = async (definition: string) => {
    await client.query(`select set_config('holoholo.rollup_definition', $1, false)`, [definition]);
    await client.query('delete from rollup_marks');
    const rows = async (of: string) => (await client.query(`select distinct hour, events from ${of}`)).rows;
    return [await rows('rollup_marks'), await rows('partial_rollup_marks')];
  };
  const mark = { hour: new Date('2026-05-01T20:00Z'), events: true };
  const change = () => client.query(`insert into rollup_marks values ($1, true), ($1, true)`, [mark.hour]);
  await change();
  expect(await take('166')).toEqual([[], []]);
  for (const older of ['', '158', '159']) {
    await change();
    expect(await take(older)).toEqual([[], [mark]]);
  }
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
