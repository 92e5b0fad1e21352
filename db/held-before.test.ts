import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('what an administrator paused before there was anything to hold it by is held by the update, where it is paused still', async () => {
  const name = `held_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0163_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  await client.query(`
    with owner as (insert into users (email) values ('advertiser@example.com') returning id)
      insert into organisations (kind, name, owner_id) select 'advertiser', 'Reef walks', id from owner;
    insert into listings (name, description, category, price_range, commission_rate)
      values ('x', repeat('x', 100), 'Restaurants', '$$$', 0.21)`);
  const reason = 'The invoice of October is open';
  const paused = (after: object) => ['campaign_paused', { state: 'paused', ...after }] as const;
  const started = (after: object) => ['campaign_started', { state: 'running', ...after }] as const;
  const campaigns: [name: string, state: string, steps: (readonly [action: string, after: object])[]][] = [
    ['by an administrator', 'paused', [started({}), paused({ reason })]],
    ['where it was paused already', 'paused', [paused({}), paused({ reason })]],
    ['by its advertiser', 'paused', [paused({ reason }), started({ reason }), paused({})]],
    ['resumed since', 'running', [paused({ reason }), started({ reason })]],
    ['ended since', 'ended', [paused({ reason }), ['campaign_ended', { state: 'ended' }]]],
    ['released since', 'paused', [paused({ reason, held: true }), ['campaign_released', { held: false, reason }]]],
    ['changed since', 'paused', [paused({ reason }), ['campaign_changed', { budget_cents: 100 }]]],
  ];
  for (const [name, state, steps] of campaigns) {
    const { rows } = await client.query(
      `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
         created_at, updated_at)
       select o.id, l.id, $1, $2, 'fixed', 100, 10, current_date, current_date, now(), now() from organisations o, listings l
       where o.name = 'Reef walks' returning id`,
      [name, state],
    );
    for (const [action, after] of steps)
      await client.query(
        `insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
         values (now(), $1, 'campaign', $2, sha256(''), $3)`,
        [action, rows[0].id, JSON.stringify({ after })],
      );
  }

  await migrate(database);

  const { rows } = await client.query('select name from campaigns where held order by name');
  expect(rows.map((row) => row.name)).toEqual(['by an administrator', 'changed since', 'where it was paused already']);
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
