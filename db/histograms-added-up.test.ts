import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { addHistograms, fromNumber, type Histogram } from '../server/platform/request-metrics/histogram.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('histograms that are there, and those that a process of the version before writes, add up as numbers as their arrays do', async () => {
  const name = `histograms_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0173_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  const all: Histogram[] = [
    { buckets: [0, 7, 120], counts: [3, 2_147_483_647, 1] },
    { buckets: [7], counts: [2_147_483_647] },
    { buckets: [8, 119], counts: [1, 999] },
    { buckets: [], counts: [] },
  ];
  /** As a version before does. */
  const add = async (endpoint: string, { buckets, counts }: Histogram) =>
    await client.query(
      `insert into request_metrics (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
       values ('day', now() - $1::integer * interval '1 day', $1, 1, 0, 0, 1, $2, $3)
       on conflict (grain, starts_at, endpoint) do update set (buckets, counts) = (excluded.buckets, excluded.counts)`,
      [endpoint, buckets, counts],
    );
  const sum = async () => {
    const { rows } = await client.query('select coalesce(sum(histogram), 0)::text as sum from request_metrics');
    return fromNumber(rows[0].sum);
  };
  for (const [at, one] of all.entries()) await add(String(at), one);

  await migrate(database);

  expect(await sum()).toEqual(addHistograms(all));
  const since: Histogram = { buckets: [5], counts: [10] };
  await add('10', since);
  expect(await sum()).toEqual(addHistograms([...all, since]));
  await client.query(`update request_metrics set (buckets, counts) = ('{6}', '{11}') where endpoint = '10'`);
  expect(await sum()).toEqual(addHistograms([...all, { buckets: [6], counts: [11] }]));
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
