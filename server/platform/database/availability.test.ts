import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Availability } from './availability.ts';

let told: boolean[];
beforeEach(() => {
  told = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** One that is asked and answers after so many milliseconds. */
const answering = (reached: boolean, after: number) =>
  new Availability(
    () => new Promise((resolve) => setTimeout(() => resolve(reached), after)),
    (isAway) => told.push(isAway),
  );

test('a database that is slow is not away, and nothing of it is given up', async () => {
  const slow = answering(true, 1_900);
  slow.suspect();
  await vi.advanceTimersByTimeAsync(5_000);
  expect({ told, absences: slow.absences, inDoubt: slow.isInDoubt }).toEqual({
    told: [],
    absences: 0,
    inDoubt: false,
  });
});

test('one that cannot be reached is away from the first answer on, until it can', async () => {
  const refused = answering(false, 100);
  refused.suspect();
  await vi.advanceTimersByTimeAsync(150);
  expect({ told, away: refused.isAway, absences: refused.absences }).toEqual({ told: [true], away: true, absences: 1 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect({ told, inDoubt: refused.isInDoubt }).toEqual({ told: [true], inDoubt: true });
  refused.close();
});
