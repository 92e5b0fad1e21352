import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../contract/hawaii-time.ts';
import { codeKeys } from '../../../server/features/scanning/scanning.ts';
import { startSession } from '../../../server/platform/sessions/sessions.ts';
import { Books } from '../../../simulators/books.ts';
import { aGuest } from '../../../tests/campaigns-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { loadSeed } from '../load.ts';
import { seed } from '../world.ts';
import { passHistory } from './history.ts';

let world: World;
let advertiser: Asker;
let admin: Asker;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const { db, settings, database, clock } = world;
  await loadSeed(db, seed, codeKeys(settings)[0]!, clock.now());
  const present = { settings, database, books: Books.open(), logger: pino({ level: 'silent' }) };
  expect(await passHistory(present, clock.now(), new AbortController().signal)).toBe(true);
  advertiser = await askerOf('advertiser@example.com');
  admin = await askerOf('admin@example.com');
}, 600_000);
afterAll(() => world.close());

// biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
type Asker = (path: string) => Promise<any>;

async function askerOf(email: string): Promise<Asker> {
  const { db, clock } = world;
  const of = db.selectFrom('users').innerJoin('profiles', 'profiles.user_id', 'users.id');
  const { id, role } = await of
    .select(['users.id', 'profiles.role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const given = { userId: id, role: role as 'admin', now: clock.now(), userAgent: 'test', previous: undefined };
  const cookie = `session=${(await startSession(db, given)).token}`;
  return async (path) => {
    const { status, body, raw } = await world.call(`GET ${path}`, { cookie });
    expect(status, raw).toBe(200);
    return body;
  };
}

const query = async <Row>(text: string): Promise<Row[]> => (await world.database.pool.query(text)).rows;
const guest: Asker = async (path) => (await world.call(`GET ${path}`)).body;
const cents = (dollars: number) => Math.round(dollars * 100);

test('the advertiser has listings in each state, with pictures, facts and what was asked of the administrator', async () => {
  const { rows, counts } = await advertiser('/api/own-listings?limit=50');
  expect(counts).toEqual({ draft: 1, submitted: 1, declined: 1, live: 11, paused: 1, hidden: 0 });
  const named = (name: string) => rows.find((one: { name: string }) => one.name === name);
  const { id } = named('Star Canoe Evenings');
  const own = await advertiser(`/api/own-listings/${id}`);
  expect(own).toMatchObject({ state: 'live', asked: { state: 'approved' }, links: [] });
  const { pictures, sent } = await advertiser(`/api/own-listings/${id}/pictures`);
  expect([pictures.length, sent]).toEqual([2, []]);
  expect(await advertiser(`/api/own-listings/${named('Kūhiō Canoe Rides').id}`)).toMatchObject({
    price_range: '$$$',
    instead: [{ field: 'price_range', now: '$$' }],
  });
  const details = await guest(`/api/business-listings/${id}/details`);
  expect(details).toMatchObject({ open_months: expect.any(Array), steps: 'few', meeting_latitude: 21.3179 });
  expect(details.pictures).toHaveLength(2);
  for (const { url } of details.pictures) expect((await world.call(`GET ${url}`)).status).toBe(200);
  const rated = await guest(`/api/business-listings/${id}`);
  expect(rated).toMatchObject({ has_details: true, image_words: 'A double canoe under sail in the evening' });
});

test('the administrator has listings to review, and has decided others', async () => {
  const count = async (state: string) => (await admin(`/api/admin/listing-proposals?state=${state}`)).total;
  expect([await count('submitted'), await count('approved'), await count('declined')]).toEqual([2, 3, 2]);
  const { needs } = await admin('/api/admin/today');
  expect(needs.find((one: { need: string }) => one.need === 'listing_proposals')).toMatchObject({ count: 2 });
});

test('there are campaigns in each state, and one that waits for its first day', async () => {
  for (const ask of [advertiser, admin]) {
    const { rows, counts } = await ask('/api/campaigns?limit=50');
    expect(counts).toEqual({ draft: 1, running: 3, paused: 1, ended: 2 });
    const shown = rows.filter((one: { state: string; waits: string }) => one.state === 'running');
    expect(shown.map((one: { waits: string | null }) => one.waits).sort()).toEqual(['not_begun', null, 'out_of_hours']);
    expect(new Set(rows.map((one: { pricing: string }) => one.pricing))).toEqual(new Set(['fixed', 'click']));
    const seen = rows.filter((one: { impressions: number; cost: number }) => one.impressions > 20 && one.cost > 0);
    expect(seen).toHaveLength(5);
  }
});

test('what was counted of each campaign, its days and the ledger’s charges are the same', async () => {
  const wrong = await query(
    `select c.name, c.impressions, c.clicks, c.charged_cents, d.*, t.*, e.* from campaigns c
      cross join lateral (select coalesce(sum(impressions), 0) as day_impressions, coalesce(sum(clicks), 0) as day_clicks,
        coalesce(sum(opens), 0) as day_opens, coalesce(sum(cents), 0) as day_cents from campaign_days where campaign_id = c.id) d
      cross join lateral (select count(*) filter (where kind = 'impression') as seen, count(*) filter (where kind = 'click') as clicked,
        count(*) filter (where kind = 'open') as opened, coalesce(sum(cents), 0) as touch_cents from campaign_touches where campaign_id = c.id) t
      cross join lateral (select coalesce(sum(cents) filter (where kind = 'charge'), 0) as charges,
        coalesce(sum(cents) filter (where kind = 'credit'), 0) as credits from ledger_entries where campaign_id = c.id) e
      where (c.impressions, c.impressions) is distinct from (d.day_impressions, t.seen) or (c.clicks, c.clicks) is distinct from (d.day_clicks, t.clicked)
        or d.day_opens <> t.opened or (c.charged_cents, c.charged_cents, c.charged_cents) is distinct from (d.day_cents, t.touch_cents, e.charges)
        or c.credited_cents <> e.credits`,
  );
  expect(wrong).toEqual([]);
});

test('each month that is over has an invoice of what it was charged, of which all but the newest are paid', async () => {
  const { rows, open, paid, total } = await advertiser('/api/campaign-invoices?sort=number');
  expect(rows.map(({ month, paid_at }: { month: string; paid_at: string }) => [month, paid_at !== null])).toEqual([
    ['2026-09', true],
    ['2026-10', false],
  ]);
  expect([open.count, paid.count, total]).toEqual([1, 1, 2]);
  const charged = await query<{ month: string; cents: string }>(
    `select to_char(posted_at at time zone 'Pacific/Honolulu', 'YYYY-MM') as month,
      sum(case kind when 'charge' then cents else -cents end)::text as cents
    from ledger_entries where campaign_id is not null group by 1 order by 1`,
  );
  expect(charged.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11']);
  for (const { id, month, total: sum } of rows) {
    expect(String(cents(sum))).toBe(charged.find((one) => one.month === month)!.cents);
    const { lines } = await admin(`/api/campaign-invoices/${id}`);
    expect(lines.reduce((all: number, line: { amount: number }) => all + cents(line.amount), 0)).toBe(cents(sum));
  }
  // What they still owe is what stands on their account.
  const owed = await query<{ cents: string }>(
    `select sum(case when a.id = e.from_account then e.cents else -e.cents end)::text as cents
    from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account)
    where a.kind = 'advertiser' and a.state = 'owed'`,
  );
  expect(owed[0]!.cents).toBe(String(cents(open.amount) + Number(charged[2]!.cents)));
});

test('results have something in each of their figures, by day, listing, campaign and place, and without a campaign', async () => {
  const { total, days, listings, campaigns, places, without } = await advertiser('/api/campaign-results?range=90d');
  for (const [name, value] of Object.entries(total))
    if (name !== 'unconfirmed_bookings' && name !== 'beyond') expect(value, name).toBeGreaterThan(0);
  const sum = (rows: Record<string, number>[], name: string) => rows.reduce((all, row) => all + row[name]!, 0);
  for (const name of ['impressions', 'opens', 'clicks', 'bookings', 'own', 'programs'])
    for (const rows of [days, listings, campaigns, places]) expect(sum(rows, name), name).toBe(total[name]);
  for (const rows of [days, listings, campaigns, places])
    expect(rows.reduce((all: number, row: { cost: number }) => all + cents(row.cost), 0)).toBe(cents(total.cost));
  expect(places.filter((one: { place: string | null }) => one.place !== null)).toHaveLength(seed.places.length);
  expect(days.filter((one: { impressions: number }) => one.impressions > 0).length).toBeGreaterThan(60);
  expect(campaigns).toHaveLength(5);
  expect(
    without.listings.filter((one: { bookings: number; revenue: number }) => one.revenue > 0).length,
  ).toBeGreaterThan(4);
});

test('whoever opens a place of the demo by a code finds a sponsored card, at each hour of days to come', async () => {
  const places = await query<{ id: number; name: string }>(
    'select id, name from locations where deleted_at is null order by id',
  );
  expect(places).toHaveLength(seed.places.length);
  const cookie = await aGuest(world);
  const scanned: Asker = async (path) => (await world.call(`GET ${path}`, { cookie })).body;
  const start = world.clock.now().toISOString();
  const last = addDays(start.slice(0, 10), 3);
  for (; world.clock.now().toISOString().slice(0, 10) <= last; world.clock.advance(2 * 3_600))
    for (const { id, name } of places) {
      const cards = await scanned(`/api/sponsored?location=${id}`);
      expect(cards.length, `${name} ${world.clock.now().toISOString()}`).toBeGreaterThan(0);
      const { experiences } = await guest(`/api/locations/${id}`);
      const own = experiences.map((one: { id: number }) => one.id);
      for (const { experience } of cards) expect(own).not.toContain(experience.id);
    }
});
