import type { TimeCompatibility } from '../../../contract/recommendation-reasons.ts';
import type { Category } from '../../../contract/values.ts';

/** What of a listing tells when it is usually done. */
export interface Timed {
  name: string;
  category: string;
  subcategory: string | null;
}

/** Hours of the day, 24 to a day, in Hawaiʻi. */
interface Hours {
  from: number;
  until: number;
}

/** Listings keep no opening hours, so each kind has the hours it is usually done in; null for at any time of the day. */
const usualHours: Record<Category, Hours | null> = {
  'Activities & Tours': { from: 8, until: 12 },
  'Cultural Experiences': { from: 13, until: 16 },
  Restaurants: { from: 18, until: 20 },
  Shopping: null,
  Accommodations: null,
};

/** Words that tell better than the category, in any spelling without marks. */
const tellingWords: readonly [RegExp, Hours][] = [
  [/\b(breakfast|bakery|coffee|cafe|sunrise|first light)\b/, { from: 6, until: 9 }],
  [/\b(lunch|plate lunch|poke)\b/, { from: 12, until: 14 }],
  [/\b(luau|sunset|sundown|dinner|supper|night|stargazing|stars|music)\b/, { from: 18, until: 21 }],
];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036fʻʼ‘’`'´]/g, '')
    .toLowerCase();

function hoursOf({ name, category, subcategory }: Timed): Hours | null {
  const words = plain(`${subcategory ?? ''} ${name}`);
  return tellingWords.find(([word]) => word.test(words))?.[1] ?? usualHours[category as Category] ?? null;
}

/** Until then something without hours of its own can still be begun. */
const lastHour = 18;
/** Where both have no hours, the day is taken to begin so. */
const someHour = 12;

/** When the booked experience is: which day, seen from today, and what time it is now. */
export interface Moment {
  /** Whole days from today to the booked one: 0 today, 1 tomorrow, negative when it is over. */
  daysAhead: number;
  /** Hour of today, 0 to 24. */
  hourNow: number;
}

/**
 * How a candidate stands to the booked experience: before or after it on its day, at any time of that day, or on the next.
 * @returns undefined when it would be farther away than the horizon.
 */
export function timeCompatibility(
  booked: Timed,
  candidate: Timed,
  { daysAhead, hourNow }: Moment,
  horizonHours: number,
): TimeCompatibility | undefined {
  const own = hoursOf(booked);
  const other = hoursOf(candidate);
  const tooLate = daysAhead <= 0 && hourNow >= (other?.from ?? lastHour);
  const relation = tooLate ? 'next_day' : daysAhead < 0 ? 'same_day' : relate(own, other);
  // From the booked experience where it is to come, else from now.
  const start = daysAhead < 0 ? hourNow : (own?.from ?? someHour);
  const away = Math.abs((other?.from ?? start) + (relation === 'next_day' ? 24 : 0) - start);
  return away <= horizonHours ? relation : undefined;
}

function relate(own: Hours | null, other: Hours | null): TimeCompatibility {
  if (!own || !other) return 'same_day';
  if (other.until <= own.from) return 'before';
  return other.from >= own.until ? 'after' : 'next_day';
}
