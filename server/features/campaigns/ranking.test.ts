import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Moment } from '../../../contract/list-rules.ts';
import { lotOf, Ranking, type SlotList } from './ranking.ts';
import type { RunningCampaign } from './slots.store.ts';

const day = '2026-11-21';
const noon: Moment = { day, minute: 720, language: 'en', stay: 1 };

const aRunning = (n: number, given: Partial<RunningCampaign> = {}): RunningCampaign => ({
  ...{
    id: `campaign ${n}`,
    listing_id: n,
    organisation_id: `advertiser ${n}`,
    budget_cents: 100_000,
    click_cents: null,
  },
  pricing: 'fixed',
  ...{ most_impressions: 100_000, most_a_day: null, first_day: day, last_day: day, time_from: null, time_until: null },
  ...{
    languages: [],
    categories: [],
    category: 'Restaurants',
    open_months: null,
    places: [],
    impressions: 0,
    clicks: 0,
    charged_cents: 0,
  },
  today: { impressions: 0, cents: 0 },
  advertiser: { impressions: 0, clicks: 0 },
  ...given,
});

/** The same with what was counted of each advertiser, which has no other campaigns. */
const withAdvertisers = (running: readonly RunningCampaign[]): RunningCampaign[] => {
  const own = Map.groupBy(running, (one) => one.organisation_id);
  const sum = (of: readonly number[]) => of.reduce((so, one) => so + one, 0);
  const counts = new Map(
    [...own].map(([organisation, all]) => {
      const clicked = all.filter(({ pricing }) => pricing === 'click');
      const impressions = sum(clicked.map((one) => one.impressions));
      return [organisation, { impressions, clicks: sum(clicked.map(({ clicks }) => clicks)) }];
    }),
  );
  return running.map((one) => ({ ...one, advertiser: counts.get(one.organisation_id)! }));
};

const idsOf = (running: readonly RunningCampaign[], list: SlotList, moment = noon) =>
  [...new Ranking(withAdvertisers(running), day).of(list, moment)].map(({ id }) => id);

test('a list has those that name it and those that name none, as one order', () => {
  const running = [
    aRunning(1, { places: [7] }),
    aRunning(2),
    aRunning(3, { places: [8], categories: ['Shopping'], category: 'Shopping' }),
    aRunning(4),
    aRunning(5, { places: [7], today: { impressions: 60_000, cents: 0 }, impressions: 60_000 }),
    aRunning(6, { category: 'Shopping', today: { impressions: 90_000, cents: 0 }, impressions: 90_000 }),
    aRunning(7, { categories: ['Shopping'] }),
  ];
  const inOrder = (...numbers: number[]) => {
    const drawn = (n: number) => -Math.log(lotOf(`advertiser ${n}`, noon));
    return numbers.toSorted((one, other) => drawn(one) - drawn(other)).map((n) => `campaign ${n}`);
  };
  expect(idsOf(running, { location: 7 })).toEqual(inOrder(1, 2, 4));
  expect(idsOf(running, {})).toEqual(inOrder(2, 4));
  // A category's shows listings of that category alone.
  expect(idsOf(running, { category: 'Shopping' })).toEqual(['campaign 3']);
  expect(idsOf(running, { category: 'Restaurants' })).toEqual(inOrder(2, 4));
});

test('lots are drawn anew each minute: of two each comes first once in two, of many all as often', () => {
  const [first, firsts] = [new Map<string, number>(), new Set<string>()];
  const running = Array.from({ length: 8 }, (_, n) => aRunning(n));
  const minutes = Array.from({ length: 1_440 }, (_, minute) => ({ ...noon, minute }));
  for (const moment of minutes) {
    const order = idsOf(running, {}, moment);
    first.set(order[0]!, (first.get(order[0]!) ?? 0) + 1);
    firsts.add(order.join());
    expect(idsOf(running, {}, moment)).toEqual(order);
  }
  expect(firsts.size).toBeGreaterThan(1_400);
  for (const [id, count] of first) expect(Math.abs(count - 180), id).toBeLessThan(45);
  const pair = minutes.map((moment) => idsOf(running.slice(0, 2), {}, moment)[0]);
  for (let at = 0; at < pair.length; at += 2) expect(pair[at]).not.toBe(pair[at + 1]);
});

test('nothing that was counted moves a turn: whoever tells of views of a rival takes none of its turns', () => {
  const whole = { most_impressions: 1_000_000 };
  const told = { impressions: 9_000, today: { impressions: 9_000, cents: 0 } };
  const orders = [{}, told].map((given) => [
    aRunning(1, { ...whole, ...given }),
    aRunning(2, whole),
    aRunning(3, whole),
  ]);
  for (let minute = 700; minute < 760; minute++)
    expect(idsOf(orders[0]!, {}, { ...noon, minute })).toEqual(idsOf(orders[1]!, {}, { ...noon, minute }));
});

test('counts of yesterday say nothing of a new day, and the same minute of another day has another order', () => {
  const [usedUp, tomorrow] = [{ impressions: 10, today: { impressions: 10, cents: 0 } }, '2026-11-22'];
  const daily = aRunning(1, { most_a_day: 10, last_day: tomorrow, ...usedUp });
  expect(idsOf([daily], {})).toEqual([]);
  expect(idsOf([daily], {}, { ...noon, day: tomorrow })).toEqual(['campaign 1']);
  const alike = Array.from({ length: 8 }, (_, n) => aRunning(n, { last_day: tomorrow }));
  expect(idsOf(alike, {})).not.toEqual(idsOf(alike, {}, { ...noon, day: tomorrow }));
});

test('what is planned is spread over the days on which its listing is open', () => {
  const given = { most_impressions: 100, last_day: '2026-12-31' };
  const shownOf = (open_months: number[] | null, views: number) =>
    shownInDay([aRunning(1, { ...given, open_months })], { views });
  // Ten days of November are left, and the 31 of December.
  for (const [months, count] of [
    [null, 3],
    [[11, 12], 3],
    [[1, 11], 10],
  ] as const)
    expect(shownOf(months && [...months], 1_440).get('campaign 1'), `${months}`).toBe(count);
});

/** What campaigns were shown of a day's views, one a minute, of a list with one slot. */
function shownInDay(
  running: readonly RunningCampaign[],
  { views = 1_440, of = day }: { views?: number; of?: string } = {},
): Map<string, number> {
  const counts = new Map(running.map(({ id }) => [id, 0]));
  for (let minute = 0; minute < views; minute++) {
    const snapshot = running.map((one) => {
      const impressions = counts.get(one.id)!;
      return { ...one, impressions, today: { impressions, cents: 0 } };
    });
    const ranking = new Ranking(withAdvertisers(snapshot), of);
    const { value } = ranking.of({}, { ...noon, day: of, minute }).next();
    if (value) counts.set(value.id, counts.get(value.id)! + 1);
  }
  return counts;
}

test('each has its plan, or an equal share where that is less, whatever others plan', () => {
  const honest = aRunning(1, { most_impressions: 500 });
  const greedy = [2, 3].map((n) => aRunning(n, { most_impressions: 10_000_000, budget_cents: 1_000_000 }));
  const alone = shownInDay([honest]).get(honest.id)!;
  expect(alone).toBe(500);
  expect(shownInDay([honest, greedy[0]!]).get(honest.id)).toBeGreaterThanOrEqual(495);
  const shared = shownInDay([honest, ...greedy]);
  for (const [id, shown] of shared) expect(shown, id).toBeGreaterThan(430);
  expect([...shared.values()].reduce((sum, one) => sum + one)).toBe(1_440);
});

test('who divides a plan into many campaigns has no greater share by it, nor more that nobody clicks', () => {
  const honest = aRunning(1, { most_impressions: 1_000 });
  const parts = (count: number, given: Partial<RunningCampaign>) =>
    Array.from({ length: count }, (_, n) => aRunning(n + 2, { organisation_id: 'divided', ...given }));
  for (const count of [1, 10, 99]) {
    const shown = shownInDay([honest, ...parts(count, { most_impressions: Math.ceil(10_000 / count) })]);
    expect(shown.get(honest.id), `${count}`).toBeGreaterThan(700);
  }
  const byTheClick = { pricing: 'click', click_cents: 5, most_impressions: null } as const;
  const shown = shownInDay([honest, ...parts(99, byTheClick)]);
  expect(shown.get(honest.id)).toBeGreaterThan(990);
});

test('two share a day whose views come at any minutes, however many campaigns each has', () => {
  const whole = { most_impressions: 1_000_000 };
  const parts = Array.from({ length: 20 }, (_, n) => aRunning(n + 2, { organisation_id: 'divided', ...whole }));
  const running = withAdvertisers([aRunning(1, whole), ...parts]);
  let honest = 0;
  // Some come together, as from a ship.
  const minutes = Array.from({ length: 400 }, (_, view) => (view * view * 7 + view) % 1_440);
  for (const minute of minutes)
    if (new Ranking(running, day).of({}, { ...noon, minute }).next().value?.id === 'campaign 1') honest += 1;
  expect(Math.abs(honest - 200)).toBeLessThan(45);
});

test('what of a rival was shown for nothing takes no place from those of its campaigns whose clicks stand for all they were shown', () => {
  const byTheClick = { pricing: 'click', click_cents: 5, most_impressions: null } as const;
  const counted = (impressions: number, clicks: number) => ({ ...byTheClick, impressions, clicks });
  const rival = (n: number, impressions: number, clicks: number) =>
    aRunning(n, { organisation_id: 'rival', ...counted(impressions, clicks) });
  // Of the first somebody has told impressions that nobody saw.
  const running = [rival(1, 2_000, 1), rival(2, 490, 10), rival(3, 0, 0), aRunning(4)];
  const first = new Map<string, number>();
  for (let minute = 0; minute < 1_440; minute++) {
    const { value } = new Ranking(withAdvertisers(running), day).of({}, { ...noon, minute }).next();
    first.set(value!.id, (first.get(value!.id) ?? 0) + 1);
  }
  expect([...first.keys()].toSorted()).toEqual(['campaign 2', 'campaign 4']);
  expect(Math.abs(first.get('campaign 2')! - 720)).toBeLessThan(45);
});

test('whoever nobody follows is shown a tenth as often as whoever pays, and as often again once somebody does', () => {
  const byTheClick = { pricing: 'click', click_cents: 5, most_impressions: null, budget_cents: 1_000_000 } as const;
  const [fixed, unclicked] = [aRunning(1, { most_impressions: 1_000_000 }), aRunning(2, byTheClick)];
  const shown = shownInDay([fixed, unclicked]).get('campaign 2')!;
  // As often as the other one until it was shown for more than one click.
  expect(Math.abs(shown - (50 + 1_340 / 11))).toBeLessThan(25);
  expect(shownInDay([fixed, { ...unclicked, clicks: 100 }]).get('campaign 2')).toBeGreaterThan(600);
});

/** Chooses for each of 500 places, often. @returns milliseconds */
function timeOf(ranking: Ranking): number {
  const begun = performance.now();
  for (let page = 0; page < 20_000; page++) {
    const slots = ranking.of({ location: page % 500 }, noon);
    for (let slot = 0; slot < 3; slot++) slots.next();
  }
  return performance.now() - begun;
}

test('a page among 5,000 campaigns is chosen for about as fast as among 50', () => {
  const [few, many] = [50, 5_000].map((count) => {
    const running = Array.from({ length: count }, (_, n) => aRunning(n, n % 2 ? { places: [n % 500] } : {}));
    return new Ranking(running, day);
  }) as [Ranking, Ranking];
  // The first to ask has them put in order, once for all.
  for (const one of [few, many]) timeOf(one);
  const times = Array.from({ length: 9 }, () => [timeOf(few), timeOf(many)] as const);
  const fastest = (side: 0 | 1) => Math.min(...times.map((pair) => pair[side]));
  // Going through all of them for each page it was over a hundred times.
  expect(fastest(1) / fastest(0)).toBeLessThan(3);
});

/** Megabytes that this process uses, without what nobody refers to any more. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_000_000;
}

const mostMegabytes = 100;

test('5,000 campaigns of 500 places each are kept in little memory, with all lists in order in two languages', () => {
  const before = usedMegabytes();
  const places = () => Array.from({ length: 500 }, (_, at) => at + 1);
  const ranking = new Ranking(
    Array.from({ length: 5_000 }, (_, n) => aRunning(n, { places: places() })),
    day,
  );
  for (let minute = 600; minute < 603; minute++)
    for (const language of ['en', 'ja'])
      for (const location of places()) ranking.of({ location }, { ...noon, minute, language }).next();
  // Kept by minute and language, with what was read, it was several times as much.
  expect(usedMegabytes() - before).toBeLessThan(mostMegabytes);
  expect(ranking.of({ location: 7 }, noon).next().done).toBe(false);
});
