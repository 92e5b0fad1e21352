import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ProductProcess, until } from './product-process.ts';

const secret = 'n'.repeat(40);
const name = `product_${randomBytes(6).toString('hex')}`;
let proxy: FaultProxy;
let web: ProductProcess;
let worker: ProductProcess;
let owner: pg.Client;

beforeAll(async () => {
  const cluster = inject('databaseServer');
  const direct = inDatabase(cluster, name);
  await onServer(cluster, `create database ${name}`);
  proxy = await FaultProxy.open(cluster);
  const common = { SECRET_KEY: 'k'.repeat(32), DEMO_DATA: 'off', NEWS_SECRETS: `demo:${secret}` };
  web = await ProductProcess.make({ ...common, DATABASE_URL: proxy.urlOf(direct), ROLE: 'web' });
  worker = await ProductProcess.make({ ...common, DATABASE_URL: connectionUrl(direct), ROLE: 'worker' });
  await web.start();
  owner = new pg.Client(clientConfig(direct));
  await owner.connect();
  await owner.query(`insert into users (email) values ('kai@example.com')`);
  await owner.query(`insert into listings (name, description, category, price_range)
    values ('Reef walk', repeat('A walk on the reef. ', 10), 'Activities & Tours', '$$')`);
  await owner.query(`insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at)
    select 'txn_1', (select id from users), (select id from listings), 'fareharbor', 4500, now()`);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([web.dispose(), worker.dispose()]);
  await proxy.close();
});

/** @returns the status, or nothing where no answer came. */
async function tell(): Promise<number | undefined> {
  const body = JSON.stringify({ transaction_id: 'txn_1', status: 'confirmed', booking_reference: 'FH-1' });
  const reply = await fetch(`${web.url}/api/news/demo/${secret}`, { method: 'POST', body }).catch(() => undefined);
  return reply?.status;
}
const count = async (rows: string) =>
  Number((await owner.query<{ count: string }>(`select count(*) from ${rows}`)).rows[0]!.count);
const bookingNow = async () => (await owner.query('select status, reference, amount_cents from bookings')).rows;

test('news that was kept and never answered, as the process was killed in between, is kept; told again it changes nothing', {
  timeout: 180_000,
}, async () => {
  proxy.keepCommits(true);
  const first = tell();
  await until('the news is kept', 10_000, async () => (await count('inbox')) === 1);
  await web.kill();
  expect(await first).toBeUndefined();
  proxy.keepCommits(false);

  // What was kept is done, though its sender was told nothing.
  worker.spawn();
  await until('the news is done', 60_000, async () => (await count(`inbox where state = 'done'`)) === 1);
  const told = await bookingNow();
  expect(told).toEqual([{ status: 'confirmed', reference: 'FH-1', amount_cents: 4500 }]);
  const entries = `audit_entries where subject_kind = 'booking'`;
  await until('its entry in the audit log', 60_000, async () => (await count(entries)) === 1);

  await web.start();
  expect(await tell()).toBe(202);
  await until('all news is done', 60_000, async () => (await count(`inbox where state <> 'done'`)) === 0);
  expect(await bookingNow()).toEqual(told);
  await until('all entries in the audit log', 60_000, async () => (await count('audit_inbox')) === 0);
  expect(await count(entries)).toBe(1);
  expect(await count(`jobs.job where name in ('news', 'news-dead') and state <> 'completed'`)).toBe(0);
});
