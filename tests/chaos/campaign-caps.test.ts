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

const guests = process.env.PROVE === '1' ? 20_000 : 4_000;
const cap = guests / 4;
const secretKey = 'k'.repeat(32);

const name = `campaigns_${randomBytes(6).toString('hex')}`;
const database = inDatabase(inject('databaseServer'), name);
const sql = new pg.Client(clientConfig(database));
let servers: ProductProcess[] = [];

const rows = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await sql.query<Row>(text, values)).rows;

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

/** What a campaign may cost and show. */
interface Caps {
  pricing: 'fixed' | 'click';
  budget_cents: number;
  click_cents: number | null;
  most_impressions: number | null;
  most_a_day: number | null;
}

/** This day, of which all is planned for; shortly before midnight the next one, too. */
const days = [hawaiiDay(new Date()), hawaiiDay(new Date(Date.now() + 600_000))] as const;

/** A campaign of an advertiser of its own that runs these days. */
async function aCampaign(caps: Caps): Promise<{ id: string; listing: number; organisation: string }> {
  const [user] = await rows<{ id: string }>('insert into users (email) values ($1) returning id', [
    `reef-${randomBytes(6).toString('hex')}@example.com`,
  ]);
  await sql.query(`insert into profiles (user_id, role) values ($1, 'advertiser')`, [user!.id]);
  const [own] = await rows<{ listing: number; organisation: string }>(
    `update listings l set organisation_id = m.organisation_id from members m where m.user_id = $1
       and l.id = (select id from listings where is_active and organisation_id is null
         order by is_featured, rating nulls first, review_count, id desc limit 1)
     returning l.id as listing, l.organisation_id as organisation`,
    [user!.id],
  );
  const { listing, organisation } = own!;
  const { pricing, budget_cents, click_cents, most_impressions, most_a_day } = caps;
  const [made] = await rows<{ id: string }>(
    `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, click_cents, most_impressions, most_a_day,
       first_day, last_day, created_at, updated_at)
     values ($1, $2, 'The reef', 'running', $3, $4, $5, $6, $7, $8, $9, now(), now()) returning id`,
    [organisation, listing, pricing, budget_cents, click_cents, most_impressions, most_a_day, ...days],
  );
  return { id: made!.id, listing, organisation };
}

/** What was counted of a campaign, as each table has it. */
async function countedOf({ id, organisation }: { id: string; organisation: string }) {
  const [row] = await rows<object>(
    `select c.impressions, c.clicks, c.charged_cents, t.*, d.*,
       (select sum(e.cents) from ledger_entries e where e.campaign_id = c.id and e.kind = 'charge') as ledger,
       (select sum(b.cents) from ledger_balances b join ledger_accounts a on a.id = b.account_id
         where a.kind = 'advertiser' and a.organisation_id = $2) as owed
     from campaigns c,
       lateral (select count(*) filter (where kind = 'impression') as touches, count(*) filter (where kind = 'click') as click_touches,
         count(distinct visit_id) as visits, sum(cents) as touched_cents from campaign_touches where campaign_id = c.id) t,
       lateral (select sum(day) as of_days, max(day) as most_of_a_day, sum(cents) as day_cents from
         (select sum(impressions) as day, sum(cents) as cents from campaign_days where campaign_id = c.id group by campaign_days.day) s) d
     where c.id = $1`,
    [id, organisation],
  );
  return Object.fromEntries(Object.entries(row!).map(([column, value]) => [column, Number(value)]));
}

/** So many impressions that cost so much, in whichever table one looks. */
const told = (impressions: number, cents: number) => ({
  ...{ impressions, touches: impressions, visits: impressions, of_days: impressions },
  ...{ charged_cents: cents, touched_cents: cents, day_cents: cents, ledger: cents, owed: -cents },
});

/** Visits that there are. @returns their cookies */
async function visits(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newVisitToken({ secretKeys: [secretKey] }));
  await sql.query(
    `insert into visits (token_hash, created_at, last_seen_at) select decode(hash, 'hex'), now(), now() from unnest($1::text[]) as given (hash)`,
    [tokens.map(({ hash }) => hash.toString('hex'))],
  );
  return tokens.map(({ token }) => `visit=${token}`);
}

test(`of what ${guests} guests tell four processes each cap lets through what it allows, counted and charged exactly`, {
  timeout: 600_000,
}, async () => {
  const fixed = { pricing: 'fixed', click_cents: null, most_impressions: cap, most_a_day: null } as const;
  const [whole, daily, clicked] = [
    await aCampaign({ ...fixed, budget_cents: 777_77 }),
    // No table keeps this one's cap.
    await aCampaign({ ...fixed, budget_cents: 777_77, most_a_day: cap / 2 + 7 }),
    // What is left of its budget is less than a click costs.
    await aCampaign({ ...fixed, pricing: 'click', budget_cents: 100_00, click_cents: 35, most_impressions: null }),
  ];
  const event = ({ id, listing }: typeof whole, event_type = 'listing_impression') => ({
    ...{ event_type, business_listing_id: listing, event_data: { list: 'explore', campaign: id } },
  });
  const body = JSON.stringify({
    events: [...[whole, daily, clicked].map((one) => event(one)), event(clicked, 'sponsored_click')],
  });
  const cookies = await visits(guests);
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
  // Every tenth is told to two processes at once.
  const line = cookies.flatMap((cookie, at) => (at % 10 === 0 ? [at, at + 1] : [at]).map((to) => ({ to, cookie })));
  const calls = line.length;
  const lane = async () => {
    for (let one = line.shift(); one; one = line.shift()) {
      const status = await tell(one.to, one.cookie);
      statuses[status] = (statuses[status] ?? 0) + 1;
      // Whom a busy server cannot answer in time tells it again, as browsers do, behind the others.
      if (status === 503) line.push(one);
    }
  };
  await Promise.all(Array.from({ length: 64 }, lane));
  const seconds = (performance.now() - begun) / 1_000;
  report(`${guests} guests told of by four processes in ${seconds.toFixed(1)} s: ${JSON.stringify(statuses)}`);
  const { 503: _, ...answers } = statuses;
  expect(answers).toEqual({ 202: calls });
  // Of two days neither is charged all that is planned for both.
  if (days[0] !== days[1]) return;
  expect(await countedOf(whole)).toMatchObject(told(cap, 777_77));
  const ofDaily = await countedOf(daily);
  expect(ofDaily.most_of_a_day).toBe(cap / 2 + 7);
  expect(ofDaily).toMatchObject(told(ofDaily.impressions!, Math.ceil((777_77 * ofDaily.impressions!) / cap)));
  // Whoever saw it clicked it: 285 times 35 cents, while a further one was in the budget.
  expect(await countedOf(clicked)).toMatchObject({ ...told(285, 99_75), clicks: 285, click_touches: 285 });
});
