import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aCampaign,
  aGuest,
  aLongPlace,
  anAdvertiser,
  aVisit,
  countedOf,
  sponsoredIn,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { call, createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Moves the clock on to a time of the clock in Hawaiʻi. */
const moveTo = (instant: string) =>
  world.clock.advance((Date.parse(`${instant}-10:00`) - world.clock.now().getTime()) / 1_000);

const daytime = { time_from: '08:00', time_until: '20:00' };
const hours = ['06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '19:50', '20:00', '22:00'];
/** Half of 48 on each of two days: four in two hours, and one ahead of that. */
const even = [0, 1, 5, 9, 13, 17, 21, 24, 24, 24];
/** The same of 24, with room for a quarter ahead. */
const halfSo = [0, 1, 3, 5, 7, 9, 11, 12, 12, 12];

test.each([
  ['a fixed fee', '22', { most_impressions: 48 }, hours, even],
  ['a most of a day', '24', { most_impressions: 48, most_a_day: 12 }, hours, halfSo],
  ['clicks', '26', { pricing: 'click', budget: 24, click_price: 1, most_impressions: null }, hours, halfSo],
  [
    'hours over midnight, of which the morning is of its own day',
    '28',
    { most_impressions: 48, time_from: '22:00', time_until: '04:00' },
    ['00:00', '01:00', '02:00', '03:00', '03:55', '04:00', '21:00', '22:00', '23:00', '23:50'],
    [1, 5, 9, 13, 17, 17, 17, 17, 21, 24],
  ],
])(
  'with more guests than a campaign asks for %s are delivered evenly over two days and their hours, and to the cap',
  {
    timeout: 120_000,
  },
  async (_, first, given, times, ofDay) => {
    const own = await Promise.all(Array.from({ length: 4 }, () => world.aListing()));
    const place = await world.aPlace({ listings: own });
    const { code } = await world.aCode({ location_id: place });
    const days = [first, `${Number(first) + 1}`].map((day) => `2026-11-${day}`);
    const whole = { ...daytime, first_day: days[0], last_day: days[1], places: [place] };
    const id = await aCampaign(world, await anAdvertiser(world), { ...whole, ...given });
    const isClicked = 'pricing' in given;
    const at = async (instant: string) => {
      moveTo(instant);
      // As many as come: each sees what every process has heard of, and tells of it.
      for (let guest = 0; guest < 6; guest++) {
        world.clock.advance(11);
        const body = await sponsoredIn(world, place);
        const seen = { campaign: id, list: `location/${place}` };
        const events = isClicked ? [seen, { ...seen, type: 'sponsored_click' }] : [seen];
        if (body.length > 0) await tell(world, await aVisit(world, code), events);
      }
      const { impressions, clicks } = await countedOf(world, id);
      return isClicked ? clicks : impressions;
    };
    const counted: number[] = [];
    for (const day of days) for (const time of times) counted.push(await at(`${day}T${time}:00`));
    expect(counted).toEqual([...ofDay, ...ofDay.map((one) => one + ofDay.at(-1)!)]);
  },
);

test('two processes that are asked at once deliver one plan together, evenly over the day and to the cap', {
  timeout: 120_000,
}, async () => {
  const second = await openSecondApp(world);
  try {
    const place = await aLongPlace(world);
    const { code } = await world.aCode({ location_id: place });
    const day = { ...daytime, first_day: '2026-12-05', last_day: '2026-12-05', places: [place] };
    const id = await aCampaign(world, await anAdvertiser(world), { ...day, most_impressions: 24 });
    const processes = [world, second].map(
      ({ app }): Pick<World, 'call'> => ({
        call: (request, options = {}) => call(app, world.settings, request, options),
      }),
    );
    const counted: number[] = [];
    const cookie = await aGuest(world);
    for (const time of hours) {
      moveTo(`2026-12-05T${time}:00`);
      for (let turn = 0; turn < 6; turn++) {
        world.clock.advance(11);
        const shown = await Promise.all(
          processes.map((one) => one.call(`GET /api/sponsored?location=${place}`, { cookie })),
        );
        for (const [at, { body }] of shown.entries())
          if (body.length > 0)
            await tell({ ...world, ...processes[at] }, await aVisit(world, code), [
              { campaign: id, list: `location/${place}` },
            ]);
      }
      counted.push((await countedOf(world, id)).impressions);
    }
    // Both may show the one that the plan has room for.
    for (const [at, count] of counted.entries()) expect([even[at], even[at]! + 1], hours[at]).toContain(count);
    expect(counted.at(-1)).toBe(24);
  } finally {
    await second.close();
  }
});

/** A place with one slot. @returns how guests who come at a time see its sponsored card and tell so, but never click. */
async function aSlot() {
  const place = await world.aPlace({ listings: await Promise.all(Array.from({ length: 4 }, () => world.aListing())) });
  const { code } = await world.aCode({ location_id: place });
  const come = async (instant: string, guests: number) => {
    moveTo(instant);
    for (let guest = 0; guest < guests; guest++) {
      world.clock.advance(11);
      const body = await sponsoredIn(world, place);
      const shown = body.map((one: { campaign_id: string }) => one.campaign_id);
      for (const campaign of shown)
        await tell(world, await aVisit(world, code), [{ campaign, list: `location/${place}` }]);
    }
  };
  return { place, come };
}
const impressionsOf = async (id: string) => (await countedOf(world, id)).impressions;
const byTheClick = { pricing: 'click', most_impressions: null };

test('a campaign that nobody clicks waits at its part of what is planned for its clicks', {
  timeout: 120_000,
}, async () => {
  const { place, come } = await aSlot();
  const day = { ...daytime, first_day: '2026-12-06', last_day: '2026-12-06', places: [place] };
  const id = await aCampaign(world, await anAdvertiser(world), { ...byTheClick, budget: 1, click_price: 1, ...day });
  const counted = [];
  for (const time of hours) {
    await come(`2026-12-06T${time}:00`, 12);
    counted.push(await impressionsOf(id));
  }
  // Of 50.
  expect(counted).toEqual([0, 2, 10, 18, 27, 35, 43, 50, 50, 50]);
});

test('one that nobody clicks, whatever its budget, leaves another one in the same slot its plan', {
  timeout: 120_000,
}, async () => {
  const { place, come } = await aSlot();
  const days = { first_day: '2026-12-07', places: [place] };
  const least = { ...byTheClick, budget: 1_000_000, click_price: 0.05, ...days, last_day: '2027-01-05' };
  const free = await aCampaign(world, await anAdvertiser(world), least);
  const paid = await aCampaign(world, await anAdvertiser(world), {
    ...days,
    last_day: '2026-12-07',
    most_impressions: 40,
  });
  const counted = [];
  for (const time of ['02:00', '05:00', '08:00', '11:00', '14:00', '17:00', '20:00', '23:50']) {
    await come(`2026-12-07T${time}:00`, 20);
    counted.push(await impressionsOf(paid));
  }
  expect(counted.slice(3)).toEqual([20, 25, 30, 35, 40]);
  // What nobody else wants it has.
  expect(await impressionsOf(free)).toBe(160 - 40);
});
