import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { type MailTrap, openMailTrap } from '../e2e/mail-trap.ts';
import { ProductProcess, report, until } from './product-process.ts';

/** As `backgroundConnections` of server/main.ts says. */
const backgroundConnections = 10;
/** More than all connections of the process, so that requests find none where they share them. */
const mails = 24;
const name = `product_${randomBytes(6).toString('hex')}`;
let mail: MailTrap;
let server: ProductProcess;
let owner: pg.Client;

beforeAll(async () => {
  const cluster = inject('databaseServer');
  await onServer(cluster, `create database ${name}`);
  mail = await openMailTrap();
  server = await ProductProcess.make({
    ...{ DATABASE_URL: connectionUrl(inDatabase(cluster, name)), SECRET_KEY: 'k'.repeat(32) },
    ...{ SMTP_URL: mail.url, DEMO_DATA: 'off' },
  });
  await server.start();
  owner = new pg.Client(clientConfig(inDatabase(cluster, name)));
  await owner.connect();
}, 120_000);
afterAll(async () => {
  await owner.end();
  await server.dispose();
  await mail.close();
});

const held = async () => {
  const waiting = `select count(*)::int as count from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'`;
  return (await owner.query<{ count: number }>(waiting, [name])).rows[0]!.count;
};

/** Asks for what reads the database and for what writes to it. */
async function ask(nth: number): Promise<number[]> {
  const body = JSON.stringify({ email: `guest-${nth}@example.com` });
  const headers = { origin: server.url, 'content-type': 'application/json' };
  const replies = await Promise.all([
    fetch(`${server.url}/api/business-listings`),
    fetch(`${server.url}/api/auth/magic-link`, { method: 'POST', headers, body }),
  ]);
  return replies.map(({ status }) => status);
}

test('slow jobs hold every connection of the background, and requests are answered', { timeout: 120_000 }, async () => {
  // A mail's job ends slowly: with its connection, as whatever takes long in the database does.
  await owner.query(`create function ends_slowly() returns trigger language plpgsql as
    $$ begin perform pg_sleep(25); return old; end $$`);
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c where relnamespace = 'jobs'::regnamespace and relkind = 'r'
      and relname like 'job\\_%' and exists (select from pg_inherits where inhrelid = c.oid)`,
  );
  for (const { name: table } of rows)
    await owner.query(`create trigger slowly before delete on ${table} for each row
      when (old.name in ('mail', 'sign-in-mail')) execute function ends_slowly()`);
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  await owner.query(
    `insert into jobs.job (name, data, group_id)
      select case n % 2 when 0 then 'mail' else 'sign-in-mail' end,
        jsonb_build_object('to', 'a@' || n || '.example', 'subject', 'x', 'text', 'x')
          || case n % 2 when 0 then '{}'::jsonb else jsonb_build_object('expiresAt', $2::text) end, n || '.example'
      from generate_series(1, $1::int) n`,
    [mails, expiresAt],
  );
  await until('all connections', 30_000, async () => (await held()) >= backgroundConnections);

  // So long that jobs had every connection of a pool that requests share.
  const begun = performance.now();
  let asked = 0;
  while (performance.now() - begun < 8_000) expect(await ask(asked++)).toEqual([200, 202]);
  // All the while.
  expect(await held()).toBe(backgroundConnections);
  report(`${backgroundConnections} connections held by jobs, ${2 * asked} requests answered meanwhile`);
});
