import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { ProductProcess, report, until } from './product-process.ts';

const kills = process.env.PROVE === '1' ? 10 : 2;
const partners = 400;
const cents = 6_000;
/** The month before this one of Hawaiʻi, and an instant in it. */
const lastMonth = `date_trunc('month', now() at time zone 'Pacific/Honolulu') - interval '1 month'`;
const inIt = `((${lastMonth}) + interval '9 days') at time zone 'Pacific/Honolulu'`;

const name = `product_${randomBytes(6).toString('hex')}`;
let web: ProductProcess;
let workers: [ProductProcess, ProductProcess];
let owner: pg.Client;

beforeAll(async () => {
  const connection = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  // Nobody takes the mail: it stays where it can be counted.
  const mail = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` };
  const common = { DATABASE_URL: connectionUrl(connection), SECRET_KEY: 'k'.repeat(32), DEMO_DATA: 'off', ...mail };
  web = await ProductProcess.make({ ...common, ROLE: 'web' });
  workers = [
    await ProductProcess.make({ ...common, ROLE: 'worker' }),
    await ProductProcess.make({ ...common, ROLE: 'worker' }),
  ];
  await web.start();
  owner = new pg.Client(clientConfig(connection));
  await owner.connect();
  await owner.query(`insert into listings (name, description, category, price_range)
    values ('Reef walk', repeat('A walk on the reef. ', 10), 'Activities & Tours', '$$')`);
  await owner.query(
    `insert into users (email) select 'partner-' || n || '@example.com' from generate_series(1, $1::int) n`,
    [partners],
  );
  await owner.query(`insert into profiles (user_id, role) select id, 'partner' from users`);
  await owner.query(
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, partner_id)
      select 'txn_' || id, id, (select id from listings), 'fareharbor', 40000, false, 'completed', ${inIt}, id from users`,
  );
  // What each earned last month.
  await owner.query(`insert into ledger_accounts (kind, platform, state) values ('platform', 'fareharbor', 'earned')`);
  await owner.query(
    `insert into ledger_accounts (kind, organisation_id, state) select 'partner', id, 'payable' from organisations`,
  );
  await owner.query(
    `insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
        amount_cents, partner_cents, platform_cents)
      select b.id, o.id, 1, 0.15, 0.2, b.listing_id, b.booked_at, 'payable', 'earned', 40000, $1::int, 8000
      from bookings b join organisations o on o.owner_id = b.partner_id`,
    [cents],
  );
  await owner.query(
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
      select ${inIt}, 'earn', (select id from ledger_accounts where kind = 'platform'), a.id, $1::int, c.booking_id, 'test'
      from commissions c join ledger_accounts a on a.organisation_id = c.organisation_id`,
    [cents],
  );
  await owner.query(`insert into statement_months (month) values ((${lastMonth})::date)`);
}, 120_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([web, ...workers].map((one) => one.dispose()));
});

const count = async (what: string) => Number((await owner.query(`select ${what} as count`)).rows[0].count);
const made = () => count('(select count(*) from partner_statements)');

test(`a worker that makes statements is killed ${kills} times: each partner has one, and one mail`, {
  timeout: 2_400_000,
}, async () => {
  let [alive, dead] = workers;
  alive.spawn();
  const cutOff: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    // Of all that are to be made: one that is cut off late leaves some for the next.
    const enough = Math.round((kill * partners) / (kills + 1)) - randomInt(partners / (4 * kills));
    await until(`kill ${kill}`, 300_000, async () => (await made()) >= enough);
    // A run is tried again five times, and then on the next day: here it is killed more often than that, and a busy machine may cost some.
    await owner.query(`update jobs.job set retry_limit = $1 where name = 'partner-statements'`, [kills + 5]);
    dead.spawn();
    await alive.kill();
    cutOff.push(await made());
    expect(cutOff.at(-1)).toBeLessThan(partners);
    [alive, dead] = [dead, alive];
  }
  const isDone = '(select count(*) from statement_months where done_at is not null)';
  await until('the month', 240_000, async () => (await count(isDone)) === 1);
  expect(await made()).toBe(partners);
  expect(await count('(select count(*) from partner_statement_lines)')).toBe(partners);
  expect(
    await count(`(select count(*) from partner_statements where earned_cents = ${cents} and line_count = 1)`),
  ).toBe(partners);
  const mails = `from jobs.job where name = 'mail' and data ->> 'subject' like 'Your commission statement, %'`;
  expect(await count(`(select count(*) ${mails})`)).toBe(partners);
  expect(await count(`(select count(distinct data ->> 'to') ${mails})`)).toBe(partners);
  report(`statements of ${partners} partners, cut off after ${cutOff.join(', ')}: each made and mailed once`);
});
