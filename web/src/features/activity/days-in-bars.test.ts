import { describe, expect, it } from 'vitest';
import { daysInBars } from './days-in-bars.ts';

/** So many days up to November 20th, 2026; each with as many scans as its place in the row. */
const daysUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 10, 20 - (count - 1 - index))).toISOString().slice(0, 10),
    scans: index + 1,
    bookings: 1,
    saved: 0,
  }));

describe('days as bars', () => {
  it.each([
    [2, 2, 'Nov 19', 'Nov 20'],
    [7, 7, 'Nov 14', 'Nov 20'],
    [30, 30, 'Oct 22', 'Nov 20'],
    [90, 13, 'Week of Aug 23', 'Week of Nov 14'],
    [365, 13, 'Nov 2025', 'Nov 2026'],
  ])('%d are %d bars, from %s to %s, and nothing is lost', (count, bars, first, last) => {
    const days = daysUpTo(count);
    const steps = daysInBars(days);
    expect([steps.length, steps[0]?.label, steps.at(-1)?.label]).toEqual([bars, first, last]);
    expect(new Set(steps.map((step) => step.label)).size).toBe(bars);
    const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
    expect(sum(steps.map((step) => step.scans))).toBe((count * (count + 1)) / 2);
    expect(sum(steps.map((step) => step.bookings))).toBe(count);
  });

  it('of no day are no bars', () => {
    expect(daysInBars([])).toEqual([]);
  });
});
