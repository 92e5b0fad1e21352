import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('the update marks the bookings whose commission is missing or does not follow from them, and no others', async () => {
  const name = `marks_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0088_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  // What a commission was posted from, and what its booking is by now.
  await client.query(`
    insert into users (email) values ('traveler@example.com');
    insert into listings (name, description, category, price_range, commission_rate)
      values ('x', repeat('x', 100), 'Restaurants', '$$$', 0.21);
    create table stands (called text, status text, cents integer, day date, basis text, posted integer, travel_day date, completed date);
    insert into stands values
      ('estimated',   'pending',   100, null,         'estimated', 100,  null,         null),
      ('said a day',  'pending',   100, '2026-12-01', 'estimated', 100,  null,         null),
      ('confirmed',   'confirmed', 100, '2026-12-01', 'pending',   100,  '2026-12-01', null),
      ('completed',   'completed', 100, null,         'earned',    100,  '2026-10-01', '2026-10-01'),
      ('cancelled',   'cancelled', 100, '2026-12-01', 'none',      0,    null,         null),
      ('1 confirmed', 'confirmed', 100, '2026-12-01', 'estimated', 100,  null,         null),
      ('2 completed', 'completed', 100, '2026-10-01', 'pending',   100,  '2026-10-01', null),
      ('3 cancelled', 'cancelled', 100, '2026-10-01', 'earned',    100,  '2026-10-01', '2026-10-01'),
      ('4 amount',    'pending',   200, null,         'estimated', 100,  null,         null),
      ('5 moved',     'confirmed', 100, '2026-12-24', 'pending',   100,  '2026-12-01', null),
      ('6 revived',   'confirmed', 100, '2026-12-01', 'none',      0,    null,         null),
      ('7 never',     'cancelled', 100, null,         null,        null, null,         null);
    insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, status, check_in_date)
      select called, (select id from users), (select id from listings), 'external', cents, now(), status, day from stands;
    insert into commissions (booking_id, partner_share, platform_rate, listing_id, booked_at, basis, amount_cents, travel_day, completed_on)
      select b.id, 0, 0.21, b.listing_id, b.booked_at, basis, posted, travel_day, completed
      from stands join bookings b on b.transaction_id = called where basis is not null`);
  const marked = async () =>
    (
      await client.query(
        `select transaction_id as called from commission_marks m join bookings b on b.id = m.booking_id order by 1`,
      )
    ).rows.map(({ called }) => called);

  await migrate(database);

  expect(await marked()).toEqual([
    ...['1 confirmed', '2 completed', '3 cancelled', '4 amount', '5 moved', '6 revived', '7 never'],
  ]);
  await client.query(`delete from commission_marks; update bookings set claimed_reference = null, guest_count = 2;
    update bookings set status = 'cancelled' where transaction_id in ('confirmed', 'cancelled')`);
  expect(await marked()).toEqual(['confirmed']);
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
