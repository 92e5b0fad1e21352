import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig, openDatabase } from '../../server/platform/database/database.ts';
import { startSession } from '../../server/platform/sessions/sessions.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { untilServed } from '../until-served.ts';
import { ProductProcess, report, until } from './product-process.ts';

const kills = process.env.PROVE === '1' ? 10 : 2;
const partners = 150;
const perPartner = 5;
const bookings = partners * perPartner;
/** 15 % of 400 dollars. */
const share = 6_000;

const name = `product_${randomBytes(6).toString('hex')}`;
let web: ProductProcess;
let workers: [ProductProcess, ProductProcess];
let owner: pg.Client;
let cookies: string[];

beforeAll(async () => {
  const connection = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  const common = { DATABASE_URL: connectionUrl(connection), SECRET_KEY: 'k'.repeat(32), DEMO_DATA: 'off' };
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
  // Each traveler has booked once: many bookings of one are held.
  await owner.query(
    `insert into users (email) select 'traveler-' || n || '@example.com' from generate_series(1, ${bookings}) n`,
  );
  await owner.query(
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, check_in_date, partner_id)
     select 'txn_' || n, t.id, (select id from listings), 'fareharbor', 40000, false, 'completed', now(), current_date - 40, p.id
     from generate_series(1, ${bookings}) n join users t on t.email = 'traveler-' || n || '@example.com'
       join users p on p.email = 'partner-' || (n % ${partners} + 1) || '@example.com'`,
  );
  cookies = [await anAdmin('first@example.com'), await anAdmin('second@example.com')];
}, 120_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([web, ...workers].map((one) => one.dispose()));
});

/** The cookie of a signed-in administrator. */
async function anAdmin(email: string): Promise<string> {
  const database = openDatabase(inDatabase(inject('databaseServer'), name), { max: 1, onError: () => {} });
  const { rows } = await owner.query('insert into users (email) values ($1) returning id', [email]);
  const userId: string = rows[0].id;
  await owner.query(`insert into profiles (user_id, role) values ($1, 'admin')`, [userId]);
  const asked = { userId, role: 'admin', now: new Date(), userAgent: 'test', previous: undefined } as const;
  const { token } = await startSession(database.db, asked);
  await database.close();
  return `session=${token}`;
}

// biome-ignore lint/suspicious/noExplicitAny: each call knows what it asked for
async function post(path: string, body: object, cookie = cookies[0]!): Promise<any> {
  const headers = { cookie, origin: web.url, 'content-type': 'application/json' };
  const reply = await untilServed(() =>
    fetch(`${web.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  const answer = await reply.json();
  expect([path, reply.status, answer]).toEqual([path, reply.status < 300 ? reply.status : 'a success', answer]);
  return answer;
}
const count = async (what: string, values: unknown[] = []) =>
  Number((await owner.query(`select ${what} as count`, values)).rows[0].count ?? 0);
const standing = (state: string) =>
  count(
    `(select sum(cents) from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.kind = 'partner' and a.state = $1)`,
    [state],
  );
const startWorker = async (worker: ProductProcess) => {
  const starts = () => worker.output.split('is at work').length;
  const before = starts();
  worker.spawn();
  await until('a worker', 60_000, () => starts() > before);
};

/** What there is in a run once it is over: every partner's payout, every booking in one of them, each once. */
async function expectOnce(run: string): Promise<void> {
  const ofRun = '(select id from payouts where run_id = $1)';
  expect(await count('(select count(*) from payouts where run_id = $1)', [run])).toBe(partners);
  expect(await count('(select count(distinct organisation_id) from payouts where run_id = $1)', [run])).toBe(partners);
  const taken = `from ledger_entries where kind = 'payout' and payout_id in ${ofRun}`;
  expect(await count(`(select count(*) ${taken})`, [run])).toBe(bookings);
  expect(await count(`(select count(distinct booking_id) ${taken})`, [run])).toBe(bookings);
  expect(await count(`(select sum(cents) from payouts where run_id = $1)`, [run])).toBe(bookings * share);
  expect([await standing('payable'), await standing('in_payout')]).toEqual([0, bookings * share]);
  expect(await count('(select sum(cents) from ledger_balances)')).toBe(0);
  expect(
    await count(
      `(select count(*) from audit_entries where action = 'payout_prepared' and subject_id in
    (select id::text from payouts where run_id = $1))`,
      [run],
    ),
  ).toBe(partners);
}

/** Settles all prepared payouts, as many at a time as may be. */
async function settleAll(how: 'release' | 'withdraw', body: object): Promise<void> {
  const { rows } = await owner.query(`select id from payouts where state = 'prepared'`);
  for (let from = 0; from < rows.length; from += 25)
    await post(
      `/api/admin/payouts/${how}`,
      { ids: rows.slice(from, from + 25).map(({ id }) => id), ...body },
      cookies[1],
    );
}

test(`two workers, of which one is killed in the middle of a payout run, ${kills} times: no entry twice, none missing`, {
  timeout: 1_200_000,
}, async () => {
  // The first day posts what there is: begun by two at once, one of which is killed at it.
  await Promise.all(workers.map(startWorker));
  await until(
    'half of the bookings posted',
    120_000,
    async () => (await count('(select count(*) from commissions)')) > bookings / 2,
  );
  await workers[1].kill();
  await until('all posted', 240_000, async () => (await standing('payable')) === bookings * share);
  let [alive, dead] = workers;
  const cutOff: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    const { id, parameters } = await post('/api/admin/payout-runs', {});
    const prepared = () => count('(select count(*) from payouts where run_id = $1)', [parameters.run]);
    const enough = randomInt(1, partners / 2);
    await until(`kill ${kill}`, 120_000, async () => (await prepared()) >= enough);
    dead.spawn();
    await sleep(randomInt(10));
    await alive.kill();
    cutOff.push(await prepared());
    expect(cutOff.at(-1)).toBeLessThan(partners);
    const state = async () => (await owner.query('select state from long_work where id = $1', [id])).rows[0].state;
    await until('the run', 240_000, async () => (await state()) === 'done');
    await expectOnce(parameters.run);
    [alive, dead] = [dead, alive];
    if (kill < kills) {
      await settleAll('withdraw', { reason: 'Once more' });
      expect([await standing('payable'), await standing('in_payout')]).toEqual([bookings * share, 0]);
    }
  }
  await settleAll('release', {});
  expect([await standing('payable'), await standing('in_payout'), await standing('paid')]).toEqual([
    0,
    0,
    bookings * share,
  ]);
  report(`${kills} payout runs of ${partners} partners, cut off after ${cutOff.join(', ')}: each paid once`);
});
