import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('the update takes networks out of the words of what stands for several events, and leaves all other words', async () => {
  const name = `words_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0180_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  const ofOne = '15 more from one network, counted and not kept one by one.';
  const words: [before: string, after: string][] = [
    ['15 more from 203.0.113.9, counted and not kept one by one.', ofOne],
    ['15 more from 2001:db8:7:1, counted and not kept one by one.', ofOne],
    ['15 more, counted and not kept one by one.', '15 more, counted and not kept one by one.'],
    [ofOne, ofOne],
    // Words of others that are alike.
    ...['GET /15 more from here, and there.', '15 more from 203.0.113.9, counted and not kept one by one. Or so.'].map(
      (other): [string, string] => [other, other],
    ),
  ];
  for (const [before] of words)
    await client.query(
      `insert into security_events (occurred_at, event_type, severity, description) values (now(), 'sign_in', 'info', $1)`,
      [before],
    );
  await migrate(database);
  const { rows } = await client.query('select description from security_events order by id');
  expect(rows.map(({ description }) => description)).toEqual(words.map(([, after]) => after));
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
