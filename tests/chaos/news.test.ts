import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { ProductProcess, report, until } from './product-process.ts';

const whole = process.env.PROVE === '1';
const pieces = whole ? 1_000 : 200;
const kills = whole ? 10 : 2;
const atOnce = 64;

const secret = 'n'.repeat(40);
const name = `product_${randomBytes(6).toString('hex')}`;
let web: ProductProcess;
let worker: ProductProcess;
let owner: pg.Client;

beforeAll(async () => {
  const server = inject('databaseServer');
  await onServer(server, `create database ${name}`);
  const common = {
    DATABASE_URL: connectionUrl(inDatabase(server, name)),
    SECRET_KEY: 'k'.repeat(32),
    DEMO_DATA: 'off',
    NEWS_SECRETS: `demo:${secret}`,
  };
  web = await ProductProcess.make({ ...common, ROLE: 'web' });
  worker = await ProductProcess.make({ ...common, ROLE: 'worker' });
  await web.start();
  owner = new pg.Client(clientConfig(inDatabase(server, name)));
  await owner.connect();
  await owner.query(`insert into users (email) values ('kai@example.com')`);
  await owner.query(`insert into listings (name, description, category, price_range)
    values ('Reef walk', repeat('A walk on the reef. ', 10), 'Activities & Tours', '$$')`);
  await owner.query(
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at)
     select 'txn_' || n, (select id from users), (select id from listings), 'fareharbor', 4500, now()
     from generate_series(0, $1::int - 1) n`,
    [pieces],
  );
}, 120_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([web.dispose(), worker.dispose()]);
});

/** Sends a piece of news as its platform does: again, until it is told that it was received. */
async function tell(at: number): Promise<void> {
  const body = JSON.stringify({ transaction_id: `txn_${at}`, status: 'confirmed', booking_reference: `FH-${at}` });
  for (;;) {
    const reply = await fetch(`${web.url}/api/news/demo/${secret}`, { method: 'POST', body }).catch(() => undefined);
    if (reply?.status === 202) return;
    await sleep(100);
  }
}

async function tellAll(): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < pieces) await tell(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

const count = async (statement: string) =>
  Number((await owner.query(`select count(*) from ${statement}`)).rows[0].count);

test(`${pieces} pieces of news, ${atOnce} at a time, with the worker killed ${kills} times: each is taken up once, none is lost`, {
  timeout: 600_000,
}, async () => {
  const starts = () => worker.output.split('is at work').length;
  const startWorker = async () => {
    const before = starts();
    worker.spawn();
    await until('the worker', 60_000, () => starts() > before);
  };
  const telling = tellAll();
  const cutOff: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await startWorker();
    // Killed in the middle of work: when something was settled since, and something is left.
    const enough = Math.floor((pieces * kill) / (kills + 1));
    await until(`kill ${kill}`, 120_000, async () => (await count(`inbox where state = 'done'`)) >= enough);
    await sleep(randomInt(30));
    await worker.kill();
    cutOff.push(await count(`inbox where state = 'taken'`));
  }
  await telling;
  await startWorker();
  await until('all news taken up', 240_000, async () => (await count(`inbox where state <> 'done'`)) === 0);

  // Each booking has changed once, and each change has its one entry in the audit log.
  expect(await count(`bookings where status = 'confirmed' and reference = 'FH-' || substr(transaction_id, 5)`)).toBe(
    pieces,
  );
  expect(await count(`audit_entries where action = 'booking_told_of'`)).toBe(pieces);
  expect(await count(`(select distinct subject_id from audit_entries where action = 'booking_told_of') one`)).toBe(
    pieces,
  );
  expect(await count(`inbox where attempts > 1`)).toBeLessThanOrEqual(3 * kills);
  expect(await count(`jobs.job where name in ('news', 'news-dead') and state <> 'completed'`)).toBe(0);
  report(
    `${pieces} pieces of news and ${kills} kills of the worker: ${cutOff.join(', ')} in hand when it was killed, ` +
      `${await count('inbox where attempts > 1')} begun again, all done once`,
  );
});
