import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { ProductProcess, report } from './product-process.ts';

/** The same connection as a URL; a socket's folder stands in its query. */
function urlOf(connection: Connection): string {
  if ('url' in connection) return connection.url;
  const { user, port, database, socketDir } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`;
}

const told = process.env.PROVE === '1' ? 20_000 : 4_000;
const cap = told / 4;
const secretKey = 'k'.repeat(32);

const name = `campaigns_${randomBytes(6).toString('hex')}`;
const database = inDatabase(inject('databaseServer'), name);
const sql = new pg.Client(clientConfig(database));
let servers: ProductProcess[] = [];

beforeAll(async () => {
  await onServer(inject('databaseServer'), `create database ${name}`);
  const settings = { DATABASE_URL: urlOf(database), SECRET_KEY: secretKey };
  servers = await Promise.all(Array.from({ length: 4 }, () => ProductProcess.make(settings)));
  // The first one migrates and fills it.
  for (const server of servers) await server.start();
  await sql.connect();
}, 300_000);
afterAll(async () => {
  await sql.end();
  await Promise.all(servers.map((server) => server.dispose()));
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});

/** A campaign that runs these days with a fixed fee. @returns its id and what its listing is */
async function aCampaign(cents: number): Promise<{ id: string; listing: number; organisation: string }> {
  const made = await sql.query(`insert into users (email) values ('reef@example.com') returning id`);
  const user = made.rows[0].id;
  await sql.query(`insert into profiles (user_id, role) values ($1, 'advertiser')`, [user]);
  const { organisation } = (
    await sql.query('select organisation_id as organisation from members where user_id = $1', [user])
  ).rows[0];
  const listing = (
    await sql.query(`update listings set organisation_id = $1 where id = (select min(id) from listings) returning id`, [
      organisation,
    ])
  ).rows[0].id;
  const days = [hawaiiDay(new Date()), hawaiiDay(new Date(Date.now() + 86_400_000))];
  const campaign = await sql.query(
    `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, most_impressions, first_day, last_day,
       created_at, updated_at) values ($1, $2, 'The reef', 'running', 'fixed', $3, $4, $5, $6, now(), now()) returning id`,
    [organisation, listing, cents, cap, ...days],
  );
  return { id: campaign.rows[0].id, listing, organisation };
}

/** Visits that there are. @returns their cookies */
async function visits(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newVisitToken({ secretKeys: [secretKey] }));
  await sql.query(
    `insert into visits (token_hash, created_at, last_seen_at) select decode(hash, 'hex'), now(), now() from unnest($1::text[]) as given (hash)`,
    [tokens.map(({ hash }) => hash.toString('hex'))],
  );
  return tokens.map(({ token }) => `visit=${token}`);
}

test(`${told} impressions told to four processes are ${cap} counted and charged where the cap is that`, {
  timeout: 600_000,
}, async () => {
  const budget = 777_77;
  const { id, listing, organisation } = await aCampaign(budget);
  const guests = await visits(told);
  const body = JSON.stringify({
    event_type: 'listing_impression',
    business_listing_id: listing,
    event_data: { list: 'explore', campaign: id },
  });
  const tell = async (at: number, cookie: string) => {
    const { url } = servers[at % servers.length]!;
    const reply = await fetch(`${url}/api/analytics/events`, {
      method: 'POST',
      headers: {
        ...{ origin: url, 'content-type': 'application/json', cookie },
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
      },
      body,
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const begun = performance.now();
  const statuses: Record<number, number> = {};
  let next = 0;
  const lane = async () => {
    while (next < guests.length) {
      const at = next++;
      // Every tenth is told to two processes at once.
      const to = at % 10 === 0 ? [at, at + 1] : [at];
      for (const status of await Promise.all(to.map((one) => tell(one, guests[at]!))))
        statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  const seconds = (performance.now() - begun) / 1_000;
  report(`${told} impressions told to four processes in ${seconds.toFixed(1)} s: ${JSON.stringify(statuses)}`);
  const { rows } = await sql.query(
    `select c.impressions, c.charged_cents,
       (select count(*) from campaign_touches t where t.campaign_id = c.id) as touches,
       (select count(distinct visit_id) from campaign_touches t where t.campaign_id = c.id) as visits,
       (select sum(t.cents) from campaign_touches t where t.campaign_id = c.id) as touched_cents,
       (select sum(d.impressions) from campaign_days d where d.campaign_id = c.id) as of_days,
       (select sum(d.cents) from campaign_days d where d.campaign_id = c.id) as day_cents,
       (select sum(e.cents) from ledger_entries e where e.campaign_id = c.id and e.kind = 'charge') as ledger,
       (select sum(b.cents) from ledger_balances b join ledger_accounts a on a.id = b.account_id
         where a.kind = 'advertiser' and a.organisation_id = $2) as owed
     from campaigns c where c.id = $1`,
    [id, organisation],
  );
  const numbers = Object.fromEntries(Object.entries(rows[0]).map(([column, value]) => [column, Number(value)]));
  expect(numbers).toEqual({
    ...{ impressions: cap, touches: cap, visits: cap, of_days: cap },
    ...{ charged_cents: budget, touched_cents: budget, day_cents: budget, ledger: budget, owed: -budget },
  });
});
