import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventTypes } from '../../../contract/analytics.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
// Each test has a second of its own, and looks at nothing earlier.
beforeEach(() => world.clock.advance(1));

const send = (body: unknown, options: { cookie?: string; headers?: Record<string, string> } = {}) =>
  world.call('POST /api/analytics/events', { body, ...options });
const kept = () => world.db.selectFrom('events').selectAll().where('received_at', '=', world.clock.now()).execute();

describe('an event', () => {
  test.each(eventTypes)('%s is kept', async (event_type) => {
    const reply = await send({ event_type, timestamp: '2026-11-21T09:59:58.123-10:00' });
    expect([reply.status, reply.body]).toEqual([202, { accepted: 1 }]);
    expect(await kept()).toEqual([
      {
        received_at: world.clock.now(),
        occurred_at: new Date('2026-11-21T19:59:58.123Z'),
        event_type,
        audience: 'visitor',
        user_id: null,
        visit_id: null,
        listing_id: null,
        qr_code_id: null,
        data: {},
        location_id: null,
        partner_id: null,
      },
    ]);
  });

  test('keeps every known field of its data, and no other', async () => {
    const event_data = {
      experience_name: 'Reef walk ʻāina',
      platform: 'viator',
      price_range: '$$',
      transaction_id: 'txn_1',
      accuracy: 12.5,
      source: 'map',
      error: 'timeout',
      pins_count: 15,
      clusters_count: 2,
      has_user_location: true,
      map_mode: 'satellite',
      distance: 3.2,
      is_featured: false,
      zoom_level: 15,
      listing_name: 'Reef walk',
      category: 'Restaurants',
      user_authenticated: true,
      recommendation_score: 0.7,
      original_category: 'Shopping',
      time_compatibility: 'same_day',
      list: 'location/7',
    };
    await send({ event_type: 'map_pin_clicked', event_data: { ...event_data, email: 'a@example.com', extra: [1] } });
    expect((await kept())[0]?.data).toEqual(event_data);
  });

  test('is of whom the session says, and of the visit, listing and code that exist', async () => {
    const user = await world.aUser();
    const partner = await world.aUser({ role: 'partner' });
    const code = await world.aCode({ location_id: await world.aPlace({ partner_id: partner.id }) });
    const listing = await world.aListing();
    const { cookies } = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code } });
    const event = { event_type: 'booking_initiated', user_id: 'somebody-else', business_listing_id: listing };
    await send(
      { ...event, qr_code_id: code.code.toLowerCase().replaceAll('-', '') },
      {
        cookie: `${user.cookie}; visit=${cookies.visit}`,
      },
    );
    const { id } = await world.db.selectFrom('visits').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect((await kept())[0]).toMatchObject({
      user_id: user.id,
      visit_id: id,
      listing_id: listing,
      qr_code_id: code.id,
      location_id: code.locationId,
      partner_id: partner.id,
    });
    world.clock.advance(1);
    await send({ ...event, business_listing_id: 2_000_000_000, qr_code_id: 'AAAA-BBBB-CCCC-DDDD' });
    expect((await kept())[0]).toMatchObject({
      ...{ user_id: null, visit_id: null, listing_id: null, qr_code_id: null, location_id: null, partner_id: null },
    });
  });

  test.each([
    { event_type: 'page_view' },
    { event_type: null },
    {},
    { event_type: 'map_initialized', business_listing_id: 0 },
    { event_type: 'map_initialized', business_listing_id: '7' },
    { event_type: 'map_initialized', qr_code_id: 'x'.repeat(65) },
    { event_type: 'map_initialized', qr_code_id: 7 },
    { event_type: 'map_initialized', timestamp: 'yesterday' },
    { event_type: 'map_initialized', timestamp: 1_700_000_000 },
    { event_type: 'map_initialized', event_data: [] },
    { event_type: 'map_initialized', event_data: 'text' },
    ...[
      { experience_name: 'x'.repeat(201) },
      { experience_name: 'a\u0000b' },
      { listing_name: 7 },
      { category: {} },
      { original_category: 'x'.repeat(101) },
      { price_range: '$$$$$' },
      { platform: 'x'.repeat(41) },
      { transaction_id: 'x'.repeat(65) },
      { source: false },
      { error: 'x'.repeat(501) },
      { accuracy: -1 },
      { accuracy: '12' },
      { distance: 20_101 },
      { zoom_level: 31 },
      { map_mode: 'terrain' },
      { pins_count: 1.5 },
      { clusters_count: 100_001 },
      { has_user_location: 'yes' },
      { is_featured: 1 },
      { user_authenticated: 'true' },
      { recommendation_score: -0.1 },
      { time_compatibility: 'never' },
    ].map((event_data) => ({ event_type: 'map_initialized', event_data })),
  ])('is refused as %j', async (body) => {
    const reply = await send(body);
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    expect(await kept()).toEqual([]);
  });

  test.each(['2026-11-21T20:00:00+16:00', '2026-11-21T20:00:00-23:59', `2026-11-21T20:00:00.${'1'.repeat(200)}Z`])(
    'is refused at the field of its time %s, which the database cannot read',
    async (timestamp) => {
      const reply = await send({ event_type: 'map_initialized', timestamp });
      expect([reply.status, reply.body.fields?.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        ['body.timestamp'],
      ]);
    },
  );

  test.each(['0001-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '2026-10-01T00:00:00Z'])(
    'of a phone whose clock says %s counts without that time',
    async (timestamp) => {
      expect((await send({ event_type: 'map_initialized', timestamp })).status).toBe(202);
      expect(await kept()).toMatchObject([{ occurred_at: null, received_at: world.clock.now() }]);
    },
  );

  const day = 86_400_000;
  test.each([
    ['31 days ago', -31 * day, false],
    ['a moment less than 31 days ago', -31 * day + 1, true],
    ['a moment less than a day ahead', day - 1, true],
    ['a day ahead', day, false],
  ])('of a clock that says %s keeps that where it can be right', async (_, offset, isKept) => {
    const said = new Date(world.clock.now().getTime() + offset);
    await send({ event_type: 'map_initialized', timestamp: said.toISOString() });
    expect((await kept()).map(({ occurred_at }) => occurred_at)).toEqual([isKept ? said : null]);
  });

  test('with nothing in its optional fields is one without them', async () => {
    const none = { business_listing_id: null, qr_code_id: null, timestamp: null };
    await send({ event_type: 'map_initialized', ...none, event_data: { source: null, category: null } });
    await send({ event_type: 'map_initialized', ...none, event_data: null });
    expect((await kept()).map((event) => event.data)).toEqual([{}, {}]);
  });
});

describe('events in one call', () => {
  const event = { event_type: 'map_initialized' };

  test('are at most 100, and all or none are kept', async () => {
    expect((await send({ events: Array(100).fill(event) })).body).toEqual({ accepted: 100 });
    expect(await kept()).toHaveLength(100);
    const bad = { event_type: 'map_initialized', event_data: { zoom_level: 99 } };
    for (const body of [
      { events: Array(101).fill(event) },
      { events: [] },
      { events: event },
      { events: [event], ...event },
      { events: [event, event, bad] },
    ]) {
      expect((await send(body)).status).toBe(400);
    }
    expect((await send({ events: [event, event, bad] })).body.error).toContain('events.2.event_data.zoom_level');
    expect(await kept()).toHaveLength(100);
  });

  test('may be large in every field, and not larger', async () => {
    const event_data = { error: '🌺'.repeat(250), listing_name: 'ʻ'.repeat(200), category: 'ā'.repeat(100) };
    const large = { events: Array(100).fill({ ...event, event_data }) };
    expect((await send(large)).status).toBe(202);
    const padded = JSON.stringify({ ...large, padding: 'x'.repeat(200_000) });
    expect((await send(padded)).body.code).toBe('payload_too_large');
  });
});

describe('nothing is kept of a visitor who asks for privacy', () => {
  test.each([
    ['Global Privacy Control', { headers: { 'sec-gpc': '1' } }],
    ['the privacy setting', { cookie: 'analytics=off' }],
  ])('by %s', async (_, options) => {
    const reply = await send({ event_type: 'map_initialized' }, options);
    expect([reply.status, reply.body]).toEqual([202, { accepted: 0 }]);
    expect(await kept()).toEqual([]);
  });

  test('and other values of the header ask for nothing', async () => {
    expect((await send({ event_type: 'map_initialized' }, { headers: { 'sec-gpc': '0' } })).body.accepted).toBe(1);
  });
});

test('programs and staff are kept apart', async () => {
  for (const role of ['traveler', 'partner', 'advertiser', 'admin'] as const) {
    await send({ event_type: 'map_initialized' }, { cookie: (await world.aUser({ role })).cookie });
  }
  for (const agent of ['Googlebot/2.1', 'curl/8.5', '']) {
    await send({ event_type: 'map_initialized' }, { headers: { 'user-agent': agent } });
  }
  const audiences = (await kept()).map((event) => event.audience);
  expect(audiences).toEqual(['visitor', 'staff', 'staff', 'staff', 'bot', 'bot', 'bot']);
});

test('a batch that a device repeats with its key is kept once, though its person has signed in meanwhile', async () => {
  const user = await world.aUser();
  const batch = { events: [{ event_type: 'booking_initiated' }, { event_type: 'external_navigation' }] };
  const headers = { 'idempotency-key': '0b9c2f6e-4f0e-4d8e-9a55-1a2b3c4d5e6f' };
  const replies = [
    await send(batch, { headers }),
    await send(batch, { headers, cookie: user.cookie }),
    await send(batch, { headers, cookie: `visit=${'A'.repeat(43)}` }),
  ];
  expect(replies.map((reply) => [reply.status, reply.body.accepted])).toEqual(Array(3).fill([202, 2]));
  expect(await kept()).toHaveLength(2);
  const other = await send({ events: [batch.events[0]] }, { headers });
  expect(other.body.code).toBe('idempotency_mismatch');
});
