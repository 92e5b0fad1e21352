import { expect, test } from 'vitest';
import { minutesOf, Schedule } from './schedule.mjs';

/** After the tests took so many times what is foreseen. */
function afterTests(slowness: number, within: number | undefined): Schedule {
  const schedule = new Schedule(within, () => minutesOf.tests * slowness);
  schedule.ended('tests');
  return schedule;
}
const desks = 'browser tests of desks';

test('a part is begun where it ends in time on a machine as fast as it was so far', () => {
  const atOnce = minutesOf.tests + minutesOf[desks];
  expect(afterTests(1, atOnce).hasTimeFor(desks)).toBe(true);
  expect(afterTests(1, atOnce - 0.1).hasTimeFor(desks)).toBe(false);
  expect(afterTests(2, 2 * atOnce).hasTimeFor(desks)).toBe(true);
  expect(afterTests(2, 2 * atOnce - 0.1).hasTimeFor(desks)).toBe(false);
});

test('a fast machine is not counted upon, and without a limit everything is begun', () => {
  expect(afterTests(0.1, minutesOf.tests * 0.1 + minutesOf[desks]).hasTimeFor(desks)).toBe(true);
  expect(afterTests(0.1, minutesOf.tests * 0.1 + minutesOf[desks] - 0.1).hasTimeFor(desks)).toBe(false);
  expect(afterTests(100, undefined).hasTimeFor(desks)).toBe(true);
});
