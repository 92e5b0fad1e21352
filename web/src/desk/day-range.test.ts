import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { dayPresets, rangeFault, rangePresets } from './day-range.ts';

test('the last days have today as their last, and months are those of the calendar', () => {
  const today = '2026-03-01';
  expect(rangePresets.last7(today)).toEqual({ from: '2026-02-23', to: today });
  expect(rangePresets.last30(today)).toEqual({ from: '2026-01-31', to: today });
  expect(rangePresets.last90(today)).toEqual({ from: '2025-12-02', to: today });
  expect(rangePresets.thisMonth(today)).toEqual({ from: today, to: today });
  expect(rangePresets.lastMonth(today)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(rangePresets.lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(rangePresets.lastMonth('2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(Object.values(dayPresets).map((of) => of('2026-12-31'))).toEqual(['2026-12-31', '2027-01-01', '2027-01-07']);
});

test('today is Hawaiʻi’s, also where it is another day elsewhere', () => {
  expect(hawaiiDay(new Date('2026-12-01T09:59:59Z'))).toBe('2026-11-30');
  expect(rangePresets.thisMonth(hawaiiDay(new Date('2026-12-01T09:59:59Z'))).from).toBe('2026-11-01');
  expect(rangePresets.thisMonth(hawaiiDay(new Date('2026-12-01T10:00:00Z'))).from).toBe('2026-12-01');
});

const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('2000-01-01', count));

test('every preset is in order, ends at the latest today, and has the days it says', () => {
  fc.assert(
    fc.property(days, (today) => {
      for (const [name, of] of Object.entries(rangePresets)) {
        const range = of(today);
        const least = Number(name.match(/\d+/)?.[0] ?? 1);
        expect(rangeFault(range)).toBeNull();
        expect(range.to <= today).toBe(true);
        expect(rangeFault(range, name.startsWith('last') && least > 1 ? least : 31)).toBeNull();
        if (least > 1) expect(rangeFault(range, least - 1)).toBe('long');
      }
      const last = rangePresets.lastMonth(today);
      expect(addDays(last.to, 1)).toBe(rangePresets.thisMonth(today).from);
      expect(last.from.slice(0, 7)).toBe(last.to.slice(0, 7));
    }),
  );
});

test('a range is backwards, too long or neither', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -500, max: 500 }), (from, more) => {
      const fault = rangeFault({ from, to: addDays(from, more) }, 400);
      expect(fault).toBe(more < 0 ? 'backwards' : more > 399 ? 'long' : null);
    }),
  );
});
