import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRollup } from '../../../server/features/analytics/analytics.ts';
import { codeKeys } from '../../../server/features/scanning/scanning.ts';
import { startSession } from '../../../server/platform/sessions/sessions.ts';
import { Books, type Sale } from '../../../simulators/books.ts';
import { differences, recount } from '../../../tests/recount.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { loadSeed } from '../load.ts';
import { seed } from '../world.ts';
import { passHistory } from './history.ts';

const worlds: World[] = [];
const booksOf = new Map<World, Books>();
const aWorld = async () => {
  const world = await createWorld();
  worlds.push(world);
  booksOf.set(world, Books.open());
  return world;
};
const never = new AbortController().signal;
const pass = (world: World, signal = never) => {
  const { settings, database, clock } = world;
  const logger = pino({ level: 'silent' });
  return passHistory({ settings, database, logger, books: booksOf.get(world)! }, clock.now(), signal);
};
const load = ({ db, settings, clock }: World) => loadSeed(db, seed, codeKeys(settings)[0]!, clock.now());
const query = async <Row>(world: World, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.database.pool.query(text, values)).rows;
const one = async <Row>(world: World, text: string, values: unknown[] = []) =>
  (await query<Row>(world, text, values))[0]!;

const booksNow = () => {
  const books = booksOf.get(world)!;
  return { sales: books.sales, changes: books.changes, toldOf: (id: string) => books.toldOf(id) };
};

/** Breaks the history off once there are so many scans. */
async function passUntil(world: World, scans: number): Promise<boolean> {
  const stop = new AbortController();
  const passing = pass(world, stop.signal);
  let isOver = false;
  void passing.finally(() => (isOver = true));
  while (
    !isOver &&
    (
      await one<{ n: number }>(
        world,
        `select count(*)::int as n from scans where location_id in (select id from locations where deleted_at is null)`,
      )
    ).n < scans
  )
    await sleep(10);
  stop.abort();
  return await passing;
}

let world: World;
beforeAll(async () => {
  world = await aWorld();
  await load(world);
  // Two processes begin at once: one of them lets it pass.
  expect((await Promise.all([pass(world), pass(world)])).sort()).toEqual([false, true]);
}, 600_000);
afterAll(() => Promise.all(worlds.map((each) => each.close())));

/** The Cookie header of one of the demo's people. */
async function cookieOf({ db, clock }: World, email: string): Promise<string> {
  const { id, role } = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select(['users.id', 'profiles.role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const session = { userId: id, role: role as 'traveler', now: clock.now(), userAgent: 'test', previous: undefined };
  return `session=${(await startSession(db, session)).token}`;
}

describe('the days that have passed', () => {
  test('are ninety of Hawaiʻi up to the moment at which the world was loaded, each with its scans', async () => {
    const { days, first, last } = await one<{ days: number; first: string; last: Date }>(
      world,
      `select count(distinct (scanned_at at time zone 'Pacific/Honolulu')::date)::int as days,
        min((scanned_at at time zone 'Pacific/Honolulu')::date)::text as first, max(scanned_at) as last
        from scans s join qr_codes c on c.id = s.qr_code_id join locations p on p.id = c.location_id where p.deleted_at is null`,
    );
    expect([days, first]).toEqual([90, '2026-08-24']);
    expect(last < world.clock.now()).toBe(true);
  });

  test('never pass again, and not where somebody’s own places are', async () => {
    const before = await one(world, 'select count(*) from scans');
    expect(await pass(world)).toBe(false);
    expect(await one(world, 'select count(*) from scans')).toEqual(before);
    const own = await aWorld();
    await own.aCode();
    expect([await load(own), await pass(own)]).toEqual([false, false]);
    expect(await one(own, 'select count(*)::int as n from scans')).toEqual({ n: 0 });
  });

  test('send no mail and leave no work behind', async () => {
    expect(await world.mail()).toEqual([]);
    expect(await one(world, 'select count(*)::int as n from jobs.job where name in ($$news$$, $$long-work$$)')).toEqual(
      {
        n: 0,
      },
    );
    expect(await one(world, `select count(*)::int as n from inbox where state in ('new', 'taken')`)).toEqual({ n: 0 });
  });

  test('have frozen with each scan and click whose place it was and what was agreed', async () => {
    const wrong = await one<Record<string, number>>(
      world,
      `select
        (select count(*)::int from scans s join locations p on p.id = s.location_id
          where s.partner_id is distinct from p.partner_id or s.device_class = 'unknown' or s.fetch_site is null) as scans,
        (select count(*)::int from scans s join qr_codes c on c.id = s.qr_code_id join locations p on p.id = s.location_id
          where s.scanned_at < greatest(c.created_at, p.created_at)) as too_early,
        (select count(*)::int from clicks c join listings l on l.id = c.listing_id left join scans s on s.id = c.scan_id
          where c.commission_rate is distinct from l.commission_rate or c.price_range <> l.price_range
            or s.scanned_at > c.clicked_at or s.partner_id is distinct from c.partner_id
            or s.id is null and exists (select from scans o join visits v on v.id = o.visit_id
              where v.user_id = c.user_id and o.scanned_at <= c.clicked_at)) as clicks,
        (select count(*)::int from bookings where status in ('confirmed', 'completed') and click_id is not null
          and (reference is null or estimated and (platform <> 'viator' or check_in_date < '2026-11-01'))) as untold,
        (select count(*)::int from reviews r join bookings b on b.id = r.booking_id where b.status <> 'completed') as early,
        (select count(*)::int from bookings b where click_id is not null and status <> 'pending' and not exists (
          select from audit_entries a where a.subject_kind = 'booking' and a.subject_id = b.id::text)) as unaudited`,
    );
    expect(wrong).toEqual({ scans: 0, too_early: 0, clicks: 0, untold: 0, early: 0, unaudited: 0 });
  });

  test('have the rhythm of their places, one of which is closed for a while', async () => {
    const closed = await one<{ n: number }>(
      world,
      `select count(*)::int as n from visits v join scans s on s.visit_id = v.id and s.scanned_at = v.created_at
        join locations p on p.id = s.location_id where p.name = 'Four Breezes, Hanalei'
        and (s.scanned_at at time zone 'Pacific/Honolulu')::date between '2026-09-29' and '2026-10-16'`,
    );
    expect(closed.n).toBe(0);
    const cafes = await one<{ early: number; all: number }>(
      world,
      `select count(*) filter (where extract(hour from scanned_at at time zone 'Pacific/Honolulu') < 12)::int as early,
        count(*)::int as all from scans s join locations p on p.id = s.location_id where p.name like 'Second Cup%'`,
    );
    expect(cafes.early / cafes.all).toBeGreaterThan(0.6);
    const old = await query<{ reason: string }>(world, 'select distinct reason from orphan_scans order by 1');
    expect(old.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['paused', 'replaced']));
  });

  test.each(['total', 'code', 'place', 'partner', 'listing', 'platform', 'event', 'partner_listing'] as const)(
    'are rolled up by %s as their rows say',
    async (dimension) => {
      const span = { from: new Date(world.clock.now().getTime() - 91 * 86_400_000), to: world.clock.now() };
      const rollups = await readRollup(world.db, { dimension, grain: 'day', ...span });
      const recounted = await recount(world.db, dimension, 'day');
      // Of the year before there are the bookings of those who reviewed the demo's listings.
      const within = new Map(
        [...recounted].filter(
          ([name]) => Date.parse(name.slice(name.lastIndexOf(' ') + 1)) >= Date.parse('2026-08-24'),
        ),
      );
      const since = rollups.filter(({ startsAt }) => startsAt >= new Date('2026-08-24T10:00:00Z'));
      expect(since.length).toBeGreaterThan(80);
      expect(differences(within, since)).toEqual([]);
    },
  );
});

describe('what the demo’s people are shown', () => {
  test.each([
    ['traveler@example.com', { pending: 1, confirmed: 1, completed: 2, cancelled: 1 }, 1],
    ['traveler2@example.com', { pending: 1, confirmed: 1, completed: 2, cancelled: 1 }, 2],
  ])('%s has bookings in every state, places visited and saved', async (email, states, reviews) => {
    const cookie = await cookieOf(world, email);
    const { body: figures } = await world.call('GET /api/analytics/traveler?time_range=30d', { cookie });
    const rows = await one<Record<string, number>>(
      world,
      `select count(distinct s.id)::int as scans, count(distinct s.location_id)::int as places,
        (select count(*)::int from saved_listings k where k.user_id = u.id) as saved,
        (select count(note)::int from saved_listings k where k.user_id = u.id) as notes,
        (select sum(amount_cents)::int from bookings b where b.user_id = u.id and not estimated and status <> 'cancelled') as cents,
        (select count(*)::int from reviews r where r.user_id = u.id) as reviews
      from users u join visits v on v.user_id = u.id join scans s on s.visit_id = v.id and s.counted
      where u.email = $1 group by u.id`,
      [email],
    );
    expect(figures.bookings).toEqual(states);
    expect(rows).toMatchObject({ places: 2, reviews });
    expect(rows.notes).toBeGreaterThan(0);
    expect([figures.scans, figures.places_visited, figures.saved]).toEqual([rows.scans, rows.places, rows.saved]);
    expect(figures.confirmed_amount * 100).toBe(rows.cents);
    const { body: activity } = await world.call('GET /api/activity', { cookie });
    expect(activity.counts).toEqual({ scanned: rows.scans, booked: 5, saved: rows.saved });
    const { body: bookings } = await world.call('GET /api/bookings?status=confirmed', { cookie });
    expect(bookings).toHaveLength(1);
    expect(bookings[0].check_in_date > '2026-11-21').toBe(true);
    expect(bookings[0].booking_reference).toMatch(/^\d{8}$/);
  });

  test('the administrator has figures that are those of the rows', async () => {
    const cookie = await cookieOf(world, 'admin@example.com');
    const ask = async (path: string) => (await world.call(`GET ${path}`, { cookie })).body;
    const rows = await one<Record<string, number>>(
      world,
      `select (select count(*)::int from users) as users, (select count(*)::int from bookings) as bookings,
        (select count(*)::int from bookings where status in ('confirmed', 'completed')) as held,
        (select sum(amount_cents)::int from bookings where status <> 'cancelled') as cents,
        (select count(*)::int from faults where state = 'open') as faults, (select count(*)::int from reviews) as reviews,
        (select count(*)::int from long_work) as work, (select count(*)::int from inbox where state = 'unreadable') as news,
        (select count(*)::int from profiles where not is_active) as suspended`,
    );
    expect(rows).toMatchObject({ faults: 2, news: 2, suspended: 4 });
    // Statements are previewed and applied; all else that takes long stands below.
    expect(rows.work).toBeGreaterThan(3);
    expect((await ask('/api/admin/users')).total).toBe(rows.users);
    expect((await ask('/api/admin/users?state=suspended')).total).toBe(rows.suspended);
    expect((await ask('/api/reviews')).total).toBe(rows.reviews);
    expect((await ask('/api/reviews?hidden=true')).total).toBe(1);
    const { total, total_value, confirmed_or_completed } = await ask('/api/bookings/summary');
    expect([total, Math.round(total_value * 100), confirmed_or_completed]).toEqual([
      rows.bookings,
      rows.cents,
      rows.held,
    ]);
    expect(await ask('/api/admin/work')).toEqual({ in_progress: 0, dead_letters: 0, unreadable_news: rows.news });
    const faults = await ask('/api/admin/faults');
    expect([faults.open, faults.total]).toEqual([rows.faults, 3]);
    expect(faults.rows.map((fault: { reopened: boolean }) => fault.reopened).filter(Boolean)).toHaveLength(1);
    const { rows: all } = await ask('/api/long-work?everybody=true&limit=200');
    expect(new Set(all.map(({ state }: { state: string }) => state))).toEqual(new Set(['done']));
    expect(all.filter(({ kind }: { kind: string }) => kind === 'payout-run')).toHaveLength(3);
    const others = /^(statement-|payout-run)/;
    const work = all.filter(({ kind }: { kind: string }) => !others.test(kind));
    expect(work.map((each: { state: string; result: unknown }) => [each.state, each.result !== null])).toEqual([
      ['done', true],
      ['done', false],
      ['done', false],
    ]);
    const { bookings: held } = await ask('/api/admin/holds/rules');
    const { rows: released } = await ask('/api/admin/holds?state=released');
    const { rows: voided } = await ask('/api/admin/holds?state=voided');
    expect([held, released.length, voided.length]).toEqual([1, 1, 1]);
    const { rows: payouts, waiting } = await ask('/api/admin/payouts?limit=50');
    const ofState = (state: string) => payouts.filter((payout: { state: string }) => payout.state === state);
    expect([ofState('prepared').length, ofState('withdrawn').length]).toEqual([waiting.partners, 1]);
    expect(ofState('released').length).toBeGreaterThan(3);
    const { rows: invitations } = await ask('/api/stakeholder/invitations');
    expect(invitations.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'revoked',
      'expired',
      'accepted',
    ]);
    const { rows: inquiries } = await ask('/api/bookings/inquiries');
    expect(inquiries.map(({ status }: { status: string }) => status)).toEqual(['open', 'dismissed', 'resolved']);
  });

  test.each(['partner@example.com', 'partner2@example.com'])(
    '%s sees how many opened an experience before they went to a booking page',
    async (email) => {
      const cookie = await cookieOf(world, email);
      const { body } = await world.call('GET /api/partner-portal/performance?range=90d', { cookie });
      expect(body.clicks).toBeGreaterThan(0);
      expect(body.openings).toBeGreaterThan(body.clicks);
    },
  );

  test('two partners have staff of their own, and a wall between them', async () => {
    const members = async (email: string) => {
      const cookie = await cookieOf(world, email);
      const { id } = (await world.call('GET /api/organisation', { cookie })).body;
      const reply = await world.call(`GET /api/organisations/${id}/members`, { cookie });
      return { id, cookie, emails: reply.body.map((member: { email: string }) => member.email) };
    };
    const [kaiona, breezes] = [await members('partner@example.com'), await members('partner2@example.com')];
    expect([kaiona.emails.length, breezes.emails.length]).toEqual([3, 2]);
    expect(kaiona.emails.filter((email: string) => breezes.emails.includes(email))).toEqual([]);
    const { cookie } = breezes;
    expect((await world.call(`GET /api/organisations/${kaiona.id}/members`, { cookie })).status).toBe(404);
    const { scans } = await one<{ scans: number }>(
      world,
      `select count(distinct partner_id)::int as scans from scans s join users u on u.id = s.partner_id
        where u.email in ('partner@example.com', 'partner2@example.com')`,
    );
    expect(scans).toBe(2);
    const noted = await query<{ event_type: string }>(world, 'select distinct event_type from security_events');
    const types = noted.map(({ event_type }) => event_type);
    expect(types).toEqual(
      expect.arrayContaining(['access_denied', 'invitation', 'role_changed', 'sign_in', 'webhook_refused']),
    );
  });
});

test('what the simulated platforms have sold was told of, and each change of it was taken', () => {
  const { sales, changes, toldOf } = booksNow();
  const count = (status: Sale['status']) => sales.filter((sale) => sale.status === status).length;
  expect(sales.length).toBeGreaterThan(100);
  expect(Math.min(count('booked'), count('cancelled'), count('rebooked'))).toBeGreaterThan(2);
  expect(new Set(sales.map(({ platform, click }) => [platform, click !== null].join(' ')))).toEqual(
    new Set(['fareharbor true', 'viator true', 'getyourguide true', 'operator true']),
  );
  const late = changes.at(-1)!.changedAt;
  const untaken = sales.filter(({ id, change, platform, changedAt }) => {
    if (platform === 'getyourguide' || platform === 'operator') return false;
    const told = toldOf(id);
    // The last hour of Viator's feed is still to be read.
    if (platform === 'viator' && Date.parse(changedAt) > Date.parse(late) - 3_600_000) return false;
    return told?.change !== change || told.status !== 200;
  });
  expect(untaken).toEqual([]);
});

/** All that people did, by what it says and not by the ids and codes that it happened to get. */
const contents = (world: World) =>
  one<Record<string, string>>(
    world,
    `select
      (select md5(string_agg(concat_ws('|', s.scanned_at, q.label, p.name, s.counted, s.source, s.device_class, o.email, u.email), E'\\n'
        order by s.scanned_at, q.label)) from scans s join qr_codes q on q.id = s.qr_code_id
        join locations p on p.id = s.location_id join visits v on v.id = s.visit_id
        left join users u on u.id = v.user_id left join users o on o.id = s.partner_id) as scans,
      (select md5(string_agg(concat_ws('|', scanned_at, reason, source), E'\\n' order by scanned_at)) from orphan_scans) as orphans,
      (select md5(string_agg(concat_ws('|', e.received_at, event_type, audience, l.name, e.data - 'campaign'), E'\\n'
        order by e.received_at, event_type, l.name, (e.data - 'campaign')::text)) from events e left join listings l on l.id = e.listing_id) as events,
      (select md5(string_agg(concat_ws('|', b.booked_at, u.email, l.name, b.status, b.amount_cents, b.reference, b.claimed_reference,
        b.check_in_date, b.guest_count, b.estimated), E'\\n' order by b.booked_at, u.email, l.name, b.reference))
        from bookings b join users u on u.id = b.user_id join listings l on l.id = b.listing_id) as bookings,
      (select md5(string_agg(concat_ws('|', r.created_at, u.email, rating, words, hidden), E'\\n' order by r.created_at, u.email, words))
        from reviews r join users u on u.id = r.user_id) as reviews,
      (select md5(string_agg(concat_ws('|', k.saved_at, u.email, l.name, note), E'\\n' order by k.saved_at, u.email, l.name))
        from saved_listings k join users u on u.id = k.user_id join listings l on l.id = k.listing_id) as saved,
      (select md5(string_agg(concat_ws('|', recorded_at, action, subject_kind), E'\\n' order by recorded_at, action)) from audit_entries) as audit,
      (select md5(string_agg(concat_ws('|', i.file_name, i.state, r.number, r.outcome, r.reference, r.amount_cents, r.commission_cents,
        r.applied_at), E'\\n' order by i.file_name, r.number)) from statement_imports i join statement_rows r on r.import_id = i.id) as statements,
      (select md5(string_agg(concat_ws('|', posted_at, kind, cents), E'\\n' order by posted_at, kind, cents)) from ledger_entries) as ledger,
      (select md5(string_agg(concat_ws('|', o.name, p.cents, p.state, prepared_at, settled_at), E'\\n' order by prepared_at, o.name))
        from payouts p join organisations o on o.id = p.organisation_id) as payouts,
      (select md5(string_agg(concat_ws('|', h.rule, h.state, h.details, opened_at, decided_at, decision_reason), E'\\n'
        order by opened_at, h.rule)) from commission_holds h) as holds,
      (select md5(string_agg(concat_ws('|', c.name, c.state, d.day, p.name, d.impressions, d.opens, d.clicks, d.cents, d.own, d.programs), E'\\n'
        order by c.name, d.day, p.name)) from campaigns c left join campaign_days d on d.campaign_id = c.id
        left join locations p on p.id = d.location_id) as campaigns,
      (select md5(string_agg(concat_ws('|', i.month, i.cents, e.posted_at), E'\\n' order by i.month)) from campaign_invoices i
        left join ledger_entries e on e.invoice_id = i.id) as invoices,
      (select md5(string_agg(concat_ws('|', l.name, l.is_active, l.held, p.state, p.submitted_at, p.decided_at, (select count(*)
        from listing_pictures f where f.listing_id = l.id and f.state = 'done')), E'\\n' order by l.name, p.submitted_at))
        from listings l left join listing_proposals p on p.listing_id = l.id where l.organisation_id is not null) as own_listings,
      (select md5(string_agg(concat_ws('|', source, received_at, state), E'\\n' order by source, received_at, state)) from inbox) as inbox,
      (select md5(string_agg(concat_ws('|', message, state, first_seen, last_seen, reports), E'\\n' order by message)) from faults) as faults,
      (select md5(string_agg(concat_ws('|', email, name, created_at), E'\\n' order by email)) from users) as users`,
  );

test('days that were broken off go on where they stood, and come out the same', { timeout: 600_000 }, async () => {
  const broken = await aWorld();
  await load(broken);
  for (const scans of [150, 700, 1_900]) expect(await passUntil(broken, scans)).toBe(false);
  expect(await pass(broken)).toBe(true);
  expect(await contents(broken)).toEqual(await contents(world));
});
