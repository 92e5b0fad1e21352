import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission, moneyOf } from '../../../tests/ledger-rows.ts';
import { permutations } from '../../../tests/permutations.ts';
import { silent } from '../../../tests/platform-news.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { newsHandlersOf } from '../../news-sources.ts';
import { isUnavailable, withTransaction } from '../../platform/database/database.ts';
import { takeUpNews } from '../../platform/news/news.ts';
import { decideHold, setHold } from './commission.ts';

const whole = process.env.PROVE === '1';
const secret = 'n'.repeat(40);
const canary = 'zzcanary';
let world: World;
let admin: TestUser;
let partner: TestUser;
let listing: number;
beforeAll(async () => {
  world = await createWorld({ environment: { NEWS_SECRETS: `demo:${secret}`, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  partner = await world.aUser({ role: 'partner' });
  listing = await world.aListing({ commission_rate: 0.2, price_range: '$$$' });
});
afterAll(() => world.close());

/** A traveler who scanned a code of the partner's place follows a link and is recorded. @returns the booking */
async function aConversion(): Promise<{ id: string; transaction: string }> {
  const code = await world.aCode({ location_id: await world.aPlace({ partner_id: partner.id, listings: [] }) });
  const traveler = await world.aUser();
  const scanned = await untilServed(() =>
    world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie: traveler.cookie }),
  );
  const cookie = `${traveler.cookie}; visit=${scanned.cookies.visit}`;
  const sent = { cookie, body: { business_listing_id: listing } };
  const { body } = await untilServed(() => world.call('POST /api/qr/booking-conversion', sent));
  return { id: body.booking_id, transaction: body.transaction_id };
}

/** A platform's server tells of a booking, and a worker takes it up. */
async function tell(transaction_id: string, said: object): Promise<void> {
  const payload = JSON.stringify({ transaction_id, ...said });
  const sent = await untilServed(async () => {
    const { statusCode } = await world.app.inject({ method: 'POST', url: `/api/news/demo/${secret}`, payload });
    return { status: statusCode };
  });
  expect(sent.status).toBe(202);
}
/** As the queue does: again where the database was busy. */
async function takeUp(id: number): Promise<void> {
  await takeUpNews(world.db, world.clock.now(), newsHandlersOf(world.settings), id, silent).catch(async (error) => {
    if (!isUnavailable(error)) throw error;
    await sleep(100);
    await takeUp(id);
  });
}
async function takeUpAll(atOnce: number): Promise<void> {
  const waiting = await world.db.selectFrom('inbox').select('id').where('state', '=', 'new').orderBy('id').execute();
  const ids = waiting.map(({ id }) => id);
  const lane = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) await takeUp(id);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Where a booking's money is, in cents by account, and its commission as it is kept. */
async function positionOf(id: string) {
  const kept = world.db
    .selectFrom('commissions')
    .select([
      'state',
      'basis',
      'partner_cents',
      'platform_cents',
      'travel_day',
      'payable_on',
      'partner_share',
      'platform_rate',
    ])
    .where('booking_id', '=', id);
  return { ...(await moneyOf(world, id)), kept: await kept.executeTakeFirstOrThrow() };
}
const kindsOf = async (id: string) =>
  (await world.db.selectFrom('ledger_entries').select('kind').where('booking_id', '=', id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  );

type Event = (booking: { id: string; transaction: string }) => Promise<unknown>;
const news =
  (said: object): Event =>
  async ({ transaction }) => {
    await tell(transaction, said);
    await takeUpAll(1);
  };
const held =
  (rule: string): Event =>
  ({ id }) =>
    withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: id, rule }));

describe("all orders of a booking's events end in one state", () => {
  const confirmed = news({ status: 'confirmed', amount: 90.05, booking_reference: undefined });
  const completed = news({ status: 'completed', amount: 90.05 });
  const cancelled = news({ status: 'cancelled' });
  test.each<[string, Event[], object]>([
    ['confirmed twice and cancelled twice, held', [confirmed, confirmed, cancelled, cancelled, held('burst')], {}],
    [
      'confirmed, completed twice and held by two rules',
      [confirmed, completed, completed, held('burst'), held('own_account')],
      { 'partner held': 1_351, 'platform pending': -1_801, 'house pending': 450 },
    ],
  ])(
    '%s',
    async (_what, events, end) => {
      const all = permutations([...events.keys()]);
      expect(all).toHaveLength(120);
      const seen = new Set<string>();
      for (const order of whole ? all : all.filter((_, at) => at % 5 === 0)) {
        const booking = await aConversion();
        for (const at of order) await events[at]!(booking);
        const { kept, ...accounts } = await positionOf(booking.id);
        expect(accounts).toEqual(end);
        seen.add(JSON.stringify(kept));
      }
      expect([...seen]).toHaveLength(1);
    },
    600_000,
  );
});

test('a thousand duplicates of what a platform tells, 64 at a time, make one commission', async () => {
  const duplicates = whole ? 1_000 : 200;
  const booking = await aConversion();
  for (let sent = 0; sent < duplicates; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        tell(booking.transaction, { status: 'confirmed', amount: 100, booking_reference: 'FH-1' }),
      ),
    );
  await takeUpAll(64);
  expect(await kindsOf(booking.id)).toEqual(['estimate', 'estimate', 'reversal', 'reversal', 'confirm', 'confirm']);
  expect(await positionOf(booking.id)).toMatchObject({
    'partner pending': 1_500,
    'house pending': 500,
    'platform pending': -2_000,
  });
  const unread = world.db.selectFrom('inbox').select('id').where('state', '<>', 'done');
  expect(await unread.execute()).toEqual([]);
}, 120_000);

test('what is told of a commission on hold changes what is held, and is called so', async () => {
  const { id, transaction } = await aConversion();
  await held('burst')({ id, transaction });
  await news({ status: 'confirmed', amount: 200 })({ id, transaction });
  expect(await positionOf(id)).toMatchObject({ 'partner held': 3_000, 'platform pending': -4_000 });
  const told = ['reversal', 'reversal', 'true_up', 'true_up'];
  expect(await kindsOf(id)).toEqual(['estimate', 'estimate', 'reversal', 'hold', ...told]);
});

test('from the click to what is payable: each day and each piece of news leaves its entries, and the whole is explained', async () => {
  const { id, transaction } = await aConversion();
  expect(await positionOf(id)).toMatchObject({ 'partner estimated': 1_125, 'house estimated': 375 });
  await tell(transaction, { status: 'confirmed', amount: 200, booking_reference: 'FH-2' });
  await takeUpAll(1);
  const actor = { userId: admin.id, requestId: 'test' };
  await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: id, rule: 'burst' }));
  const hold = await world.db
    .selectFrom('commission_holds')
    .select('id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await positionOf(id)).toMatchObject({ 'partner held': 3_000 });
  const decide = (state: 'released' | 'voided', replaces: 'open' | 'released') =>
    withTransaction(world.db, (tx) =>
      decideHold(tx, world.clock.now(), actor, hold.id, { state, replaces, reason: 'Known guests' }),
    );
  await decide('released', 'open');
  await decide('released', 'open');
  await expect(decide('voided', 'open')).rejects.toMatchObject({ code: 'hold_decided' });
  expect(await positionOf(id)).toMatchObject({ 'partner pending': 3_000 });
  // Asked again the rule holds it no second time.
  expect(
    await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: id, rule: 'burst' })),
  ).toBe(false);
  expect(await kindsOf(id)).toEqual([
    ...[
      'estimate',
      'estimate',
      'reversal',
      'reversal',
      'confirm',
      'confirm',
      'reversal',
      'hold',
      'reversal',
      'release',
    ],
  ]);
  const explained = await world.call(`GET /api/bookings/${id}/explanation`, { cookie: admin.cookie });
  expect(explained.body).toMatchObject({
    ...{ state: 'pending', amount: 200, share: 30, platform_rate: 0.2, platform_pays: 40, margin: 10 },
    rate_card: { id: 1, partner_share: 0.15, tier: 'standard', effective_from: '2000-01-01' },
    transaction_id: expect.stringMatching(/^txn_/),
    organisation: { id: await organisationOf(world, partner.id) },
    changes: [{ action: 'booking_told_of', status: 'confirmed', amount: 200, told_by: 'demo' }],
    holds: [
      { rule: 'burst', details: {}, state: 'released', decided_by: admin.email, decision_reason: 'Known guests' },
    ],
  });
  expect(explained.body.entries[0]).toMatchObject({
    kind: 'estimate',
    from: 'platform estimated',
    to: 'estimated',
    amount: 11.25,
  });
});

test('a partner reads the whole of it but what the platform pays, what the house keeps, who decided, and what is of others', async () => {
  const id = await aCommission(world, (await organisationOf(world, partner.id))!, 'Whale watch', {
    amount_cents: 77_777,
  });
  const other = await world.aUser({ role: 'partner' });
  const foreign = await aCommission(world, (await organisationOf(world, other.id))!, canary);
  await withTransaction(world.db, (tx) =>
    setHold(tx, world.clock.now(), { bookingId: id, rule: 'burst', details: { canary } }),
  );
  const organisation = (await organisationOf(world, partner.id))!;
  const read = (path: string) => untilServed(() => world.call(`GET ${path}`, { cookie: partner.cookie }));
  const explained = await read(`/api/bookings/${id}/explanation`);
  expect(explained.body).toMatchObject({
    ...{
      experience: 'Whale watch',
      state: 'held',
      amount: 777.77,
      share: 116.67,
      holds: [{ rule: 'burst', state: 'open' }],
    },
    rate_card: { partner_share: 0.15 },
    entries: [
      { kind: 'earn', from: null, to: 'payable', amount: 116.67 },
      { kind: 'reversal', from: 'payable', to: null, amount: 116.67 },
      { kind: 'hold', from: null, to: 'held', amount: 116.67 },
    ],
  });
  const all = [
    explained,
    await read(`/api/organisations/${organisation}/earnings`),
    await read(`/api/organisations/${organisation}/payouts`),
    await read(`/api/organisations/${organisation}/statements/2026-11`),
    await read(`/api/organisations/${organisation}/statements/2026-11/file`),
  ];
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  // A quarter of 777.77 is what the platform pays, and the house keeps what is left of it.
  const secrets = ['194.44', '77.77,', '0.25', 'margin', 'platform_', 'cause', 'decided_by', canary, foreign, other.id];
  const text = all.map(({ raw }) => raw.replaceAll('777.77', '')).join(' ');
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect((await read(`/api/bookings/${foreign}/explanation`)).status).toBe(404);
  const asAdmin = await world.call(`GET /api/bookings/${id}/explanation`, { cookie: admin.cookie });
  expect(secrets.filter((secret) => asAdmin.raw.includes(secret))).toEqual(
    expect.arrayContaining(['194.44', '0.25', 'margin', 'platform_', 'cause', 'decided_by']),
  );
});
