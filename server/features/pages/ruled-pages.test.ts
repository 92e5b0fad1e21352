import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ListRules, noRules } from '../../../contract/list-rules.ts';
import { anotherApp, builtWeb, navigation, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
/** A second server, which keeps pages too, and one that makes each anew. */
let other: FastifyInstance;
let fresh: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  other = await anotherApp(world);
  fresh = await anotherApp(world, { pageCacheBytes: 0 });
}, 60_000);
afterAll(async () => {
  await Promise.all([other.close(), fresh.close()]);
  await world.close();
});
beforeEach(() => {
  // The hour is the test's own: eight in the morning of the next Hawaiian day.
  const next = Math.ceil((world.clock.now().getTime() + 1) / 86_400_000) * 86_400_000;
  moveTo(new Date(next + 18 * 3_600_000));
});

function moveTo(instant: Date): void {
  world.clock.advance((instant.getTime() - world.clock.now().getTime()) / 1_000);
}
const dayNow = () => new Date(world.clock.now().getTime() - 10 * 3_600_000).toISOString().slice(0, 10);
/** Moves the clock on to a time in Hawaiʻi, of a day so many days later. */
const moveToTime = (time: string, days = 0) =>
  moveTo(new Date(Date.parse(`${dayNow()}T${time}-10:00`) + days * 86_400_000));

type Given = readonly (Partial<ListRules> | null)[];
/** A place with a listing for each of these rules, and its code. */
async function aRuledPlace(given: Given) {
  const listings: number[] = [];
  for (const _ of given) listings.push(await world.aListing());
  const place = await world.aPlace({ listings });
  for (const [at, rules] of given.entries())
    await world.db
      .updateTable('curated_listings')
      .set({ rules: rules && JSON.stringify({ ...noRules, ...rules }) })
      .where('location_id', '=', place)
      .where('listing_id', '=', listings[at]!)
      .execute();
  const { code } = await world.aCode({ location_id: place });
  return { place, code, listings };
}

/** A browser: which language it reads, and its visit once it has scanned. */
interface Browser {
  language: string;
  visit?: string;
}
const headersOf = ({ language, visit }: Browser) => ({
  'accept-language': language,
  ...(visit && { cookie: `visit=${visit}` }),
});
/** What a browser's page of the place shows, asked for twice of each server, and made anew. */
async function seenBy(place: number, browser: Browser): Promise<string[]> {
  const headers = headersOf(browser);
  const made = await openPage(fresh, `/location/${place}`, headers);
  for (const app of [world.app, world.app, other, other])
    expect((await openPage(app, `/location/${place}`, headers)).html).toBe(made.html);
  const api = await world.call(`GET /api/locations/${place}`, { headers });
  const ids = [...made.html.matchAll(/data-listing="(\d+)"/g)].map(([, id]) => id!);
  expect(api.body.experiences.map(({ id }: { id: number }) => String(id))).toEqual(ids);
  return ids;
}
/** Scans by opening the code's address, and keeps the visit. */
async function scanBy(browser: Browser, place: number, code: string): Promise<void> {
  const headers = { ...navigation, ...headersOf(browser) };
  const reply = await world.app.inject({ method: 'GET', url: `/location/${place}?qr=${code}`, headers });
  expect(reply.statusCode).toBe(200);
  browser.visit = reply.cookies.find(({ name }) => name === 'visit')?.value ?? browser.visit!;
}
const texts = (...ids: (number | undefined)[]) => ids.map(String);

test('a listing comes and goes with its time to the second, on kept pages of every server, in both languages, on day 1 and on day 3', async () => {
  const evening = { time_from: '17:00', time_until: '22:00' };
  const { place, code, listings } = await aRuledPlace([null, evening]);
  const [always, market] = listings;
  const browsers: Browser[] = [{ language: 'en-US' }, { language: 'ja' }];
  for (const one of browsers) await scanBy(one, place, code);
  for (const days of [0, 2]) {
    for (const [time, shown] of [
      ['16:59:59.999', texts(always)],
      ['17:00:00', texts(always, market)],
      ['21:59:59.999', texts(always, market)],
      ['22:00:00', texts(always)],
    ] as const) {
      moveToTime(time, time.startsWith('16') ? days : 0);
      for (const one of [...browsers, { language: 'ja' }]) expect(await seenBy(place, one), time).toEqual(shown);
    }
  }
});

test('what is shown over midnight is gone at two', async () => {
  const { place, listings } = await aRuledPlace([{ time_from: '23:00', time_until: '02:00' }]);
  const guest = { language: 'en-US' };
  for (const [time, days, count] of [
    ['22:59:59', 0, 0],
    ['23:00', 0, 1],
    ['00:00', 1, 1],
    ['01:59:59', 0, 1],
    ['02:00', 0, 0],
  ] as const) {
    moveToTime(time, days);
    expect(await seenBy(place, guest), time).toEqual(texts(...listings).slice(0, count));
  }
});

test('days of a stay, languages and dates decide for each guest, whoever was sent the page before', async () => {
  const tomorrow = new Date(world.clock.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10);
  const { place, code, listings } = await aRuledPlace([
    { stay_until: 1 },
    { stay_from: 2 },
    { stay_from: 3, stay_until: 3 },
    { languages: ['ja'] },
    { last_day: tomorrow },
  ]);
  const [first, second, third, japanese, dated] = listings;
  const early: Browser = { language: 'en-US' };
  await scanBy(early, place, code);
  const stranger = { language: 'ja' };
  expect(await seenBy(place, early)).toEqual(texts(first, dated));
  expect(await seenBy(place, stranger)).toEqual(texts(first, japanese, dated));
  moveToTime('00:00', 1);
  const late: Browser = { language: 'en-US' };
  await scanBy(late, place, code);
  expect(await seenBy(place, early)).toEqual(texts(second, dated));
  expect(await seenBy(place, late)).toEqual(texts(first, dated));
  moveToTime('00:00', 1);
  expect(await seenBy(place, early)).toEqual(texts(second, third));
  // Another scan begins no other stay.
  await scanBy(early, place, code);
  expect(await seenBy(place, early)).toEqual(texts(second, third));
  expect(await seenBy(place, late)).toEqual(texts(second));
  expect(await seenBy(place, stranger)).toEqual(texts(first, japanese));
});

test('the scanner, the pack and a signed-in traveler follow the same rules', async () => {
  const { place, code, listings } = await aRuledPlace([
    null,
    { time_from: '17:00', time_until: '22:00' },
    { languages: ['ja'] },
  ]);
  const traveler = await world.aUser();
  const idsOf = ({ body }: { body: { experiences: { id: number }[] } }) => body.experiences.map(({ id }) => id);
  const scan = async (language: string, cookie?: string) =>
    idsOf(
      await world.call('POST /api/qr/scan', {
        body: { qr_code_id: code },
        headers: { 'accept-language': language },
        ...(cookie && { cookie }),
      }),
    );
  const [always, market, japanese] = listings;
  for (const [time, evening] of [
    ['16:59', []],
    ['17:00', [market]],
    ['22:00', []],
  ] as const) {
    moveToTime(time);
    for (const cookie of [undefined, traveler.cookie]) {
      expect(await scan('en', cookie)).toEqual([always, ...evening]);
      expect(await scan('ja', cookie)).toEqual([always, ...evening, japanese]);
    }
    const own = await world.call(`GET /api/locations/${place}`, { cookie: traveler.cookie });
    expect(idsOf(own)).toEqual([always, ...evening]);
    const pack = await world.call(`GET /api/locations/${place}/pack`);
    const { raw } = await world.call(`GET /api/locations/${place}`);
    expect(pack.body.files[0].bytes).toBe(Buffer.byteLength(raw));
  }
});

test('a rule that is changed holds with the next request, and one that reads alike at another time is another page', async () => {
  const { place, listings } = await aRuledPlace([{ time_from: '07:00', time_until: '09:00' }]);
  const guest = { language: 'en-US' };
  expect(await seenBy(place, guest)).toEqual(texts(...listings));
  const set = (rules: Partial<ListRules>) =>
    world.db
      .updateTable('curated_listings')
      .set({ rules: JSON.stringify({ ...noRules, ...rules }) })
      .where('location_id', '=', place)
      .execute();
  await set({ time_from: '17:00', time_until: '22:00' });
  expect(await seenBy(place, guest)).toEqual([]);
  moveToTime('17:00');
  expect(await seenBy(place, guest)).toEqual(texts(...listings));
  await set({ stay_from: 2 });
  expect(await seenBy(place, guest)).toEqual([]);
});

test('a page that a rule has turned off and on again comes from the cache, and the pages of other places do', async () => {
  const { place } = await aRuledPlace([null, { time_from: '17:00', time_until: '22:00' }]);
  const plain = await world.aPlace();
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const counted = async (of: number) => {
    query.mockClear();
    await openPage(world.app, `/location/${of}`);
    const texts = query.mock.calls.map(([given]) =>
      typeof given === 'string' ? given : (given as { text: string }).text,
    );
    return texts.filter((text) => text.includes('from curated_listings')).length;
  };
  try {
    for (const of of [place, plain]) await counted(of);
    for (const time of ['16:00', '17:00', '22:00']) {
      moveToTime(time);
      // Nothing of another place, and of this one what it has not shown yet.
      expect([await counted(plain), await counted(place)], time).toEqual([0, time === '17:00' ? 1 : 0]);
      expect(await counted(place), time).toBe(0);
    }
    moveToTime('17:00', 1);
    expect(await counted(place)).toBe(0);
  } finally {
    query.mockRestore();
  }
});
