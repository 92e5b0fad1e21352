import { expect, test } from 'vitest';
import { type Hour, isQuiet } from './rhythm.ts';

const hourMs = 3_600_000;
const begin = Date.parse('2026-01-04T10:00Z');
const weeks = 60;

/** The same figures each time, spread evenly over [0, 1). */
function evenly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** How many of a Poisson distribution. */
function someOf(mean: number, random: () => number): number {
  let [left, count] = [Math.exp(-mean), -1];
  for (let product = 1; product > left; count++) product *= random();
  return count;
}

/** Hours of a code that guests scan by day, in groups of up to so many, on some days of the week more than on others. */
function guests(perDay: number, largest: number, random: () => number): Hour[] {
  const weekdays = Array.from({ length: 7 }, () => 0.3 + 1.4 * random());
  const mean = weekdays.reduce((sum, one) => sum + one, 0) / 7;
  const hours: Hour[] = [];
  for (let day = 0; day < weeks * 7; day++)
    for (let hour = 8; hour < 20; hour++) {
      const groups = someOf(((perDay / 12) * weekdays[day % 7]!) / mean / ((largest + 1) / 2), random);
      let scans = 0;
      for (let group = 0; group < groups; group++) scans += 1 + Math.floor(random() * largest);
      if (scans) hours.push({ startsAt: new Date(begin + (day * 24 + hour) * hourMs), scans });
    }
  return hours;
}

/** What is scanned everywhere: so much that one code more or less is nothing. */
const all = Array.from({ length: weeks * 7 }, (_, day) => ({
  startsAt: new Date(begin + (day * 24 + 12) * hourMs),
  scans: 10_000,
}));

const kinds = [1, 3, 10, 40].flatMap((perDay) => [1, 3, 6].map((largest) => [perDay, largest] as const));

test('of codes that go on, in a month less than one in a thousand is taken for quiet, however guests come', () => {
  const random = evenly(20_261_121);
  let [months, alarms] = [0, 0];
  for (const [perDay, largest] of kinds)
    for (let code = 0; code < 40; code++) {
      const hours = guests(perDay, largest, random);
      months += (weeks - 8) / (30 / 7);
      for (const [at, { startsAt }] of hours.entries()) {
        // The silence before the next scan, just before it ends.
        const next = hours[at + 1]?.startsAt;
        if (!next || next.getTime() - startsAt.getTime() < 25 * hourMs) continue;
        if (startsAt.getTime() < begin + 8 * 7 * 24 * hourMs) continue;
        if (isQuiet(hours.slice(0, at + 1), { from: startsAt, until: next }, new Date(begin), all)) alarms += 1;
      }
    }
  expect(months).toBeGreaterThan(5_000);
  expect(alarms / months).toBeLessThan(1 / 1_000);
});

test('a code that is taken away is noticed after a day where it is busy, and within three weeks where it is scanned once a day', () => {
  const random = evenly(7);
  for (const [perDay, mostDays] of [
    [40, 2],
    [10, 4],
    [3, 8],
    [1, 21],
  ] as const) {
    const hours = guests(perDay, 2, random).filter(({ startsAt }) => startsAt.getTime() < begin + 40 * 7 * 24 * hourMs);
    const from = hours.at(-1)!.startsAt;
    const isTold = (days: number) =>
      isQuiet(hours, { from, until: new Date(from.getTime() + days * 24 * hourMs) }, new Date(begin), all);
    const first = Array.from({ length: 60 }, (_, day) => day).find(isTold);
    expect(first, `${perDay} a day`).toBeGreaterThanOrEqual(1);
    expect(first, `${perDay} a day`).toBeLessThanOrEqual(mostDays);
  }
});
