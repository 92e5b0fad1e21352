import { type DestinationStream, pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { bookingOf, takeUp, toldOf } from '../../../tests/platform-news.ts';
import { aTable, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { answering, aViatorEvent, ViatorServer } from '../../../tests/viator-server.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { completeTravelled } from '../bookings/bookings.ts';
import { newClickId } from '../links/links.ts';
import { readViatorFeed } from './viator-feed.ts';

const hour = 3_600;
let viator: ViatorServer;
let world: World;
let user: TestUser;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  viator = await ViatorServer.start();
  world = await createWorld({ environment: { VIATOR_API_URL: `${viator.url}/`, VIATOR_API_KEY: 'key-of-ours' } });
  user = await world.aUser();
});
beforeEach(async () => {
  viator.forget();
  lines = [];
  await world.db.deleteFrom('inbox').execute();
  const anew = { cursor: null, page_digest: null, failures: 0, next_at: world.clock.now() };
  await world.db.updateTable('feeds').set(anew).execute();
});
afterAll(async () => {
  await world.close();
  await viator.stop();
});

const log: DestinationStream = { write: (line) => void lines.push(JSON.parse(line)) };
const read = (services: Parameters<typeof readViatorFeed>[0] = world) => readViatorFeed(services, pino({}, log));
const feed = async () =>
  await world.db
    .selectFrom('feeds')
    .select(['cursor', 'next_at', 'failures'])
    .where('source', '=', 'viator')
    .executeTakeFirstOrThrow();
/** Which bookings the inbox has news of, in the order in which it came. */
const inbox = async () => {
  const rows = await world.db.selectFrom('inbox').select(['source', 'body']).orderBy('id').execute();
  expect(new Set(rows.map(({ source }) => source)).size).toBeLessThanOrEqual(1);
  return rows.map(({ body }) => JSON.parse(body.toString()).bookingRef as string);
};
const happen = (count: number) => {
  const events = Array.from({ length: count }, () => aViatorEvent());
  viator.events.push(...events);
  return events.map(({ bookingRef }) => bookingRef as string);
};
/** How long it waits from now on, in seconds. */
const waits = async () => ((await feed()).next_at.getTime() - world.clock.now().getTime()) / 1_000;

describe('the feed is read', () => {
  test('from thirty days ago, page by page, with our key, and then from its cursor on, once an hour', async () => {
    const first = happen(5);
    await read();
    expect(await inbox()).toEqual(first);
    const { key, query } = viator.asked[0]!;
    expect([key, query.get('modified-since'), query.get('cursor')]).toEqual([
      'key-of-ours',
      '2026-10-22T20:00:00.000Z',
      null,
    ]);
    expect(viator.asked.map((one) => one.query.get('cursor'))).toEqual([null, '2', '4', '5']);
    const later = happen(1);
    await read();
    world.clock.advance(hour - 1);
    await read();
    expect(viator.asked).toHaveLength(4);
    world.clock.advance(1);
    await read();
    expect(await inbox()).toEqual([...first, ...later]);
    expect(await feed()).toMatchObject({ cursor: '6', failures: 0 });
  });

  test('past what is none among the events, which is kept as unreadable', async () => {
    const events = happen(1);
    const odd = ['null', '7', '"x"', `${'['.repeat(50_000)}${']'.repeat(50_000)}`];
    const page = `{"bookings":[${[JSON.stringify(viator.events[0]), ...odd].join()}],"nextCursor":"1"}`;
    expect(events).toHaveLength(1);
    viator.instead.push(answering(200, {}, page));
    await read();
    expect(await feed()).toMatchObject({ cursor: '1', failures: 0 });
    const kept = await world.db.selectFrom('inbox').select('body').orderBy('id').execute();
    expect(kept.map(({ body }) => body.toString()).slice(1)).toEqual(['null', '7', '"x"', 'null']);
    await takeUp(world);
    const states = await world.db.selectFrom('inbox').select('state').orderBy('id').execute();
    expect(states.map(({ state }) => state).slice(1)).toEqual(Array(4).fill('unreadable'));
  });

  test('and the same page twice, or one without a next, is taken in once', async () => {
    const events = happen(2);
    const whole = JSON.stringify({ bookings: viator.events });
    viator.instead.push(answering(200, {}, whole));
    await read();
    world.clock.advance(hour);
    viator.instead.push(answering(200, {}, whole));
    await read();
    expect(await inbox()).toEqual(events);
    expect((await feed()).cursor).toBeNull();
    world.clock.advance(hour);
    viator.instead.push(answering(200, {}, viator.page('0')), answering(200, {}, viator.page('0')));
    await read();
    expect(await inbox()).toEqual(events);
  });

  test('by one of several processes, each event once', async () => {
    const events = happen(6);
    await Promise.all([read(), read(), read()]);
    world.clock.advance(hour);
    await read();
    expect(await inbox()).toEqual(events);
  });

  test('on from the page before, when a process ends in the middle', async () => {
    const events = happen(6);
    // It ends as the second page is put away: nothing of that is kept.
    let sent = 0;
    const jobs = {
      send: async (...given: Parameters<World['jobs']['send']>) => {
        sent += 1;
        if (sent === 4) throw new Error('the process ends');
        await world.jobs.send(...given);
      },
    } as World['jobs'];
    await expect(read({ ...world, jobs })).rejects.toThrow('the process ends');
    expect(await inbox()).toEqual(events.slice(0, 2));
    expect((await feed()).cursor).toBe('2');
    await read();
    expect(await inbox()).toEqual(events);
  });

  test('an event that no inbox takes keeps none of the others out', async () => {
    viator.events.push(aViatorEvent({ note: 'x'.repeat(1_100_000) }), aViatorEvent());
    await read();
    await takeUp(world);
    const states = await world.db.selectFrom('inbox').select(['state', 'problem']).orderBy('id').execute();
    expect(states).toEqual([
      { state: 'unreadable', problem: 'it is no JSON' },
      { state: 'done', problem: null },
    ]);
  });
});

describe('what goes wrong puts it off and loses nothing', () => {
  test.each([
    ['asked to wait so many seconds', answering(429, { 'retry-after': '90' }), 'it answers 429', 90],
    [
      'asked to wait until then',
      answering(429, { 'retry-after': 'Sat, 21 Nov 2026 22:00:00 GMT' }),
      'it answers 429',
      null,
    ],
    ['told when the limit is over', answering(429, { 'ratelimit-reset': '7' }), 'it answers 429', 7],
    ['told so in the newer form', answering(503, { ratelimit: '"default";r=0;t=33' }), 'it answers 503', 33],
    ['asked to wait a year', answering(503, { 'retry-after': '31536000' }), 'it answers 503', 86_400],
    ['a fault of theirs', answering(500), 'it answers 500', 60],
    ['a key that is none', answering(401), 'it answers 401', 60],
    ['half an answer', answering(200, {}, '{"bookings":[{"bookingRef":'), 'its answer is no JSON', 60],
    ['no events', answering(200, {}, '{"bookings":{}}'), 'its answer has no events', 60],
    ['a cursor that is none', answering(200, {}, '{"bookings":[],"nextCursor":7}'), 'its cursor is none', 60],
    ['an answer without end', answering(200, {}, 'x'.repeat(9_000_000)), 'its answer is too large', 60],
    ['a way elsewhere', answering(302, { location: '/elsewhere' }), 'it cannot be reached', 60],
    [
      'a connection that breaks',
      (request: { socket: { destroy(): void } }) => request.socket.destroy(),
      'it cannot be reached',
      60,
    ],
  ] as const)('%s', async (_, answer, reason, seconds) => {
    const events = happen(3);
    viator.instead.push(undefined, answer as never);
    await read();
    expect(lines.map(({ msg, reason: told }) => [msg, told])).toEqual([['a feed was not read', reason]]);
    expect(JSON.stringify(lines)).not.toContain('key-of-ours');
    const waited = await waits();
    if (seconds !== null) expect(waited).toBe(seconds);
    expect(await inbox()).toEqual(events.slice(0, 2));
    await read();
    expect(viator.asked).toHaveLength(2);
    world.clock.advance(waited);
    await read();
    expect(await inbox()).toEqual(events);
    expect(await feed()).toMatchObject({ failures: 0 });
  });

  test('a date is waited for as far as it is away', async () => {
    const then = new Date(Math.ceil(world.clock.now().getTime() / 1_000) * 1_000 + 300_000);
    viator.instead.push(answering(429, { 'retry-after': then.toUTCString() }));
    await read();
    expect((await feed()).next_at).toEqual(then);
  });

  test('longer each time, an hour at most', async () => {
    const waited: number[] = [];
    for (let at = 0; at < 9; at++) {
      viator.instead.push(answering(500));
      await read();
      waited.push(await waits());
      world.clock.advance(waited.at(-1)!);
    }
    expect(waited).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600]);
  });
});

describe('what Viator tells', () => {
  const key = () => deriveKey(world.settings.secretKeys[0], 'click');
  async function aClick() {
    const listing = await world.aListing({ booking_url: 'https://www.viator.com/tours/Oahu/Reef/d672-5010SYDNEY' });
    const campaignValue = newClickId(key(), { visitId: 1, listingId: listing, madeAt: world.clock.now() });
    const { body } = await world.call('POST /api/qr/booking-conversion', {
      cookie: user.cookie,
      body: { business_listing_id: listing, booking_url: `https://www.viator.com/tours/x?campaign=${campaignValue}` },
    });
    return { id: body.booking_id as string, campaignValue };
  }

  test('of a click confirms its booking, whose amount stays an estimate until a statement tells it', async () => {
    const { id, campaignValue } = await aClick();
    const event = aViatorEvent({ campaignValue });
    viator.events.push(event);
    await read();
    await takeUp(world);
    const confirmed = { status: 'confirmed', reference: event.bookingRef, amount_cents: 4_500, estimated: true };
    expect(await bookingOf(world, id)).toMatchObject({
      ...confirmed,
      check_in_date: '2026-12-24',
      check_in_time: '09:15',
    });
    expect(await toldOf(world, event.bookingRef)).toMatchObject({
      match_kind: 'click',
      amount_cents: null,
      doubt: null,
    });
    viator.events.push({ ...event, eventType: 'CUSTOMER_CANCELLATION', lastUpdated: '2026-11-21T19:30:00Z' });
    world.clock.advance(hour);
    await read();
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe('cancelled');
  });

  test.each([
    ['CONFIRMATION', 'confirmed'],
    ['AMENDMENT', 'confirmed'],
    ['REJECTION', 'cancelled'],
    ['CANCELLATION', 'cancelled'],
    ['CUSTOMER_CANCELLATION', 'cancelled'],
  ])('%s is %s', async (eventType, status) => {
    const { id, campaignValue } = await aClick();
    viator.events.push(aViatorEvent({ campaignValue, eventType }));
    await read();
    await takeUp(world);
    expect((await bookingOf(world, id)).status).toBe(status);
  });

  test('in another order ends the same', async () => {
    const ends: unknown[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { id, campaignValue } = await aClick();
      const event = aViatorEvent({ campaignValue });
      const all = [
        event,
        {
          ...event,
          eventType: 'AMENDMENT',
          lastUpdated: '2026-11-21T19:10:00Z',
          bookedItem: { travelDate: '2026-12-26' },
        },
        {
          ...event,
          eventType: 'CANCELLATION',
          lastUpdated: '2026-11-21T19:20:00Z',
          bookedItem: { travelDate: '2026-12-26' },
        },
      ];
      viator.events.push(...order.map((at) => all[at]!));
      world.clock.advance(hour);
      await read();
      await takeUp(world);
      const { reference: _, ...end } = await bookingOf(world, id);
      ends.push(end);
    }
    expect(ends).toEqual(Array(3).fill(ends[0]));
    expect(ends[0]).toMatchObject({ status: 'cancelled', check_in_date: '2026-12-26' });
  });

  test.each([
    ['an event there is not', { eventType: 'PARTY' }, /^eventType/],
    ['no reference', { bookingRef: null }, /^bookingRef/],
  ])('%s stays listed as unreadable', async (_, given, problem) => {
    viator.events.push(aViatorEvent(given));
    await read();
    await takeUp(world);
    const [row] = await world.db.selectFrom('inbox').select(['state', 'problem']).execute();
    expect(row).toEqual({ state: 'unreadable', problem: expect.stringMatching(problem) });
  });

  test('keeps its estimate after travel, until the statement that comes then tells the amount: it is owed by that', async () => {
    const { id, campaignValue } = await aClick();
    const event = aViatorEvent({ campaignValue });
    viator.events.push(event);
    await read();
    await takeUp(world);
    world.clock.advance(45 * 24 * hour);
    await completeTravelled(world, world.clock.now());
    expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents: 4_500, estimated: true });
    const by = new Importer(world, await world.aUser({ role: 'admin' }));
    const state = async (total: string) => {
      world.clock.advance(60);
      const row = [event.bookingRef, '', 'CONFIRMED', '2026-12-24', '5010SYDNEY', total, 'USD', '9.87'];
      const taken = await by.preview(aTable([viatorHeader, row]));
      const outcomes = await by.outcomes(taken);
      await by.apply(taken);
      const { rows } = await world.database.pool.query(
        'select amount_cents::int as amount, platform_cents::int as owed from commissions where booking_id = $1',
        [id],
      );
      return [outcomes[2], rows[0]];
    };
    expect(await state('123.42')).toEqual(['matched', { amount: 12_342, owed: 1_481 }]);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents: 12_342, estimated: false });
    // What is no estimate any more is changed by a person alone.
    expect((await state('50.00'))[0]).toBe('in_doubt');
    expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents: 12_342 });
  });
});

test('a worker reads it and takes up what it says, and none does without a key', { timeout: 60_000 }, async () => {
  const events = happen(3);
  const { viatorFeed } = world.settings;
  world.settings.viatorFeed = undefined;
  const stopWithout = await startWork(world);
  await stopWithout();
  expect(viator.asked).toEqual([]);
  world.settings.viatorFeed = viatorFeed;
  const stop = await startWork(world);
  const told = async () =>
    (await world.db.selectFrom('platform_bookings').select('reference').where('reference', 'in', events).execute())
      .length;
  await expect.poll(told, { timeout: 30_000 }).toBe(3);
  await stop();
});

test('a stop while it does not answer puts nothing off: the next process reads it at once', async () => {
  const events = happen(3);
  viator.instead.push(() => {});
  await world.database.pool.query("delete from jobs.job where name = 'viator-feed'");
  const stop = await startWork(world, log);
  await expect.poll(() => viator.asked.length, { timeout: 20_000 }).toBe(1);
  const begun = performance.now();
  await stop();
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(lines.filter(({ msg }) => msg === 'a feed was not read')).toEqual([]);
  expect(await feed()).toMatchObject({ cursor: null, failures: 0 });
  const stopNext = await startWork(world);
  await expect.poll(async () => (await inbox()).length, { timeout: 10_000 }).toBe(events.length);
  await stopNext();
});
