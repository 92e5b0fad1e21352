import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hawaiiClock } from './hawaii-time.ts';
import {
  clockOf,
  emptyTimes,
  failing,
  isShownAt,
  type ListRules,
  type Moment,
  noRules,
  stayDay,
} from './list-rules.ts';

const rules = (given: Partial<ListRules>): ListRules => ({ ...noRules, ...given });
const evening = rules({ time_from: '17:00', time_until: '22:00' });
const night = rules({ time_from: '22:00', time_until: '02:00' });
const at = (clock: string, given: Partial<Moment> = {}): Moment => ({
  ...clockOf(new Date(`${clock.replace(' ', 'T')}-10:00`)),
  language: 'en',
  stay: 1,
  ...given,
});

const cases: [what: string, rules: ListRules, moment: Moment, fails: string[]][] = [
  ['before its time', evening, at('2026-11-30 16:59:59'), ['time']],
  ['when its time begins', evening, at('2026-11-30 17:00:00'), []],
  ['in its last second', evening, at('2026-11-30 21:59:59'), []],
  ['when its time ends', evening, at('2026-11-30 22:00:00'), ['time']],
  ['over midnight, before', night, at('2026-11-30 23:59:59'), []],
  ['over midnight, after', night, at('2026-12-01 00:00:00'), []],
  ['over midnight, when it ends', night, at('2026-12-01 02:00:00'), ['time']],
  ['the day before the first', rules({ first_day: '2026-12-01' }), at('2026-11-30 23:59:59'), ['days']],
  ['the first day', rules({ first_day: '2026-12-01' }), at('2026-12-01 00:00:00'), []],
  ['the last day', rules({ last_day: '2027-02-28' }), at('2027-02-28 23:59:59'), []],
  ['the day after the last', rules({ last_day: '2027-02-28' }), at('2027-03-01 00:00:00'), ['days']],
  ['its language', rules({ languages: ['ja'] }), at('2026-11-30 12:00', { language: 'ja' }), []],
  ['another language', rules({ languages: ['ja'] }), at('2026-11-30 12:00'), ['languages']],
  ['the first day alone', rules({ stay_until: 1 }), at('2026-11-30 12:00', { stay: 2 }), ['stay']],
  ['from the second day on', rules({ stay_from: 2 }), at('2026-11-30 12:00', { stay: 1 }), ['stay']],
  ['from the second day on, then', rules({ stay_from: 2 }), at('2026-11-30 12:00', { stay: 90 }), []],
  ['from day 2 to 3, later', rules({ stay_from: 2, stay_until: 3 }), at('2026-11-30 12:00', { stay: 4 }), ['stay']],
  [
    'all of it at once',
    { ...evening, first_day: '2026-12-01', last_day: null, languages: ['ja'], stay_from: 2, stay_until: null },
    at('2026-11-30 12:00'),
    ['time', 'days', 'languages', 'stay'],
  ],
];
test.each(cases)('%s', (_what, given, moment, fails) => {
  expect(failing(given, moment)).toEqual(fails);
});

test('what has no rules is shown always and to everyone', () => {
  expect(failing(null, at('2026-11-30 03:00'))).toEqual([]);
  expect(failing(noRules, at('2026-11-30 03:00', { language: 'ja', stay: 9 }))).toEqual([]);
});

test('a day of a stay begins at midnight in Hawaiʻi', () => {
  const scanned = new Date('2026-11-30T23:59:59-10:00');
  expect(stayDay(scanned, scanned)).toBe(1);
  expect(stayDay(scanned, new Date('2026-12-01T00:00:00-10:00'))).toBe(2);
  expect(stayDay(scanned, new Date('2026-12-02T00:00:00-10:00'))).toBe(3);
  expect(stayDay(scanned, new Date('2026-11-29T00:00:00-10:00'))).toBe(1);
});

const minute = fc.nat({ max: 1_439 });
const clock = minute.map((of) => `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`);
const times = fc.oneof(
  fc.constant({ time_from: null, time_until: null }),
  fc
    .tuple(clock, clock)
    .filter(([from, until]) => from !== until)
    .map(([time_from, time_until]) => ({ time_from, time_until })),
);
const day = fc.constantFrom(
  '2026-11-30',
  '2026-12-01',
  '2026-12-31',
  '2027-01-01',
  '2027-02-28',
  '2027-03-01',
  '2028-02-29',
);
const stays = fc.option(fc.integer({ min: 1, max: 5 }));
const anyRules = fc
  .tuple(times, fc.option(day), fc.option(day), fc.subarray(['en', 'ja'] as const), stays, stays)
  .map(([time, first_day, last_day, languages, stay_from, stay_until]) => ({
    ...{ ...time, first_day, last_day, languages, stay_from, stay_until },
  }));
const anyInstant = fc
  .tuple(day, fc.nat({ max: 86_399_999 }))
  .map(([of, ms]) => new Date(Date.parse(`${of}T00:00:00-10:00`) + ms));
const guest = fc.record({ language: fc.constantFrom('en', 'ja'), stay: fc.integer({ min: 1, max: 6 }) });

/** The same from what clocks in Hawaiʻi show, read off as text. */
function modelOf(given: ListRules, instant: Date, { language, stay }: { language: string; stay: number }): boolean {
  const [date, time] = hawaiiClock(instant).split(' ') as [string, string];
  const hhmm = time.slice(0, 5);
  const { time_from: from, time_until: until } = given;
  const isTime = !from || !until ? true : from < until ? from <= hhmm && hhmm < until : !(until <= hhmm && hhmm < from);
  const days = [given.first_day ?? '0', date, given.last_day ?? '9'];
  const ofStay = [given.stay_from ?? 0, stay, given.stay_until ?? 999];
  const isOrdered = ([a, b, c]: (string | number)[]) => a! <= b! && b! <= c!;
  const isLanguage = given.languages.length === 0 || (given.languages as string[]).includes(language);
  return isTime && isOrdered(days) && isOrdered(ofStay) && isLanguage;
}

test('whatever the rules and the moment, a listing is shown exactly where all of its rules hold', () => {
  fc.assert(
    fc.property(anyRules, anyInstant, guest, (given, instant, who) => {
      expect(isShownAt(given, { ...clockOf(instant), ...who })).toBe(modelOf(given, instant, who));
    }),
    { numRuns: 2_000 },
  );
});

const everybody = { language: null, stay: null, day: null };
const today = '2026-11-30';

test('a place that shows something without rules is never empty; one with an evening alone is empty until then', () => {
  expect(emptyTimes([evening, null], today)).toEqual([]);
  expect(emptyTimes([evening, noRules], today)).toEqual([]);
  expect(emptyTimes([evening], today)).toEqual([{ from: 22 * 60, until: 17 * 60, ...everybody }]);
  const rest = rules({ time_from: '07:00', time_until: '22:00' });
  expect(emptyTimes([evening, rest], today)).toEqual([{ from: 22 * 60, until: 7 * 60, ...everybody }]);
  expect(emptyTimes([rules({ time_from: '22:00', time_until: '17:00' }), evening], today)).toEqual([]);
});

test('who finds it empty is told: readers of a language, a day of a stay, a day', () => {
  const whole = { from: 0, until: 0 };
  expect(emptyTimes([rules({ languages: ['ja'] })], today)).toEqual([{ ...whole, ...everybody, language: 'en' }]);
  expect(emptyTimes([rules({ stay_from: 2 })], today)).toEqual([{ ...whole, ...everybody, stay: 1 }]);
  const until = rules({ last_day: '2026-12-24' });
  expect(emptyTimes([until], today)).toEqual([{ ...whole, ...everybody, day: '2026-12-25' }]);
  expect(emptyTimes([], today)).toEqual([{ ...whole, ...everybody }]);
});

test('two times of a day without anything are both told', () => {
  const lunch = rules({ time_from: '11:00', time_until: '14:00' });
  expect(emptyTimes([evening, lunch], today)).toEqual([
    { from: 14 * 60, until: 17 * 60, ...everybody },
    { from: 22 * 60, until: 11 * 60, ...everybody },
  ]);
});

test('a time is told exactly where it is empty, to its last minute, for whom it is told of', () => {
  const isWithin = (minute: number, { from, until }: { from: number; until: number }) =>
    from < until ? from <= minute && minute < until : minute >= from || minute < until;
  fc.assert(
    fc.property(fc.array(anyRules, { minLength: 1, maxLength: 4 }), guest, (given, who) => {
      const told = emptyTimes(given, today);
      const isEmpty = (minute: number, of: Omit<Moment, 'minute'>) =>
        !given.some((one) => isShownAt(one, { minute, ...of }));
      const minutes = Array.from({ length: 1_440 }, (_, at) => at);
      for (const gap of told) {
        const of = { language: gap.language ?? 'en', stay: gap.stay ?? 1, day: gap.day ?? today };
        expect(minutes.filter((at) => isWithin(at, gap) && !isEmpty(at, of))).toEqual([]);
        // It is no longer than that, and no shorter.
        if (gap.from !== gap.until)
          expect([isEmpty(gap.until, of), isEmpty((gap.from + 1_439) % 1_440, of)]).toEqual([false, false]);
      }
      // Of a guest whom a time is told of, or of any, each that is empty is told.
      const empty = minutes.filter((at) => isEmpty(at, { day: today, ...who }));
      expect(empty.filter((at) => !told.some((gap) => isWithin(at, gap)))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
