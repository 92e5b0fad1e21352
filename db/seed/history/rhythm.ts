import type { Random } from '../generated-random.ts';
import { Weighted } from '../generated-random.ts';
import type { PartnerType } from '../world.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
export const historyDays = 90;

/** When Viator's feed is read next after a moment. */
export const nextHour = (after: number): number => Math.floor(after / hourMs + 1) * hourMs;

interface Rhythm {
  /** Visitors a day, of a place of this kind that is neither the busiest nor the quietest. */
  visitors: number;
  fromSunday: readonly number[];
  /** By hour of the day. */
  hours: readonly number[];
}

const allDay = [0, 0, 0, 0, 0, 0.2, 0.8, 2, 3, 3, 2, 1.5, 1, 1, 1.2, 2, 3, 3.5, 3, 2, 1.2, 0.6, 0.2, 0];
const mornings = [0, 0, 0, 0, 0, 0.3, 3, 5, 5, 4, 3, 2, 1.2, 1, 0.8, 0.5, 0.2, 0, 0, 0, 0, 0, 0, 0];
const deskHours = [0, 0, 0, 0, 0, 0, 0, 0, 1.5, 3, 3.5, 3.5, 3, 2.5, 2.5, 2, 1.5, 0.5, 0, 0, 0, 0, 0, 0];
const arrivals = [0, 0, 0, 0, 0, 0, 0.3, 1, 1.5, 1, 0.6, 0.5, 0.5, 0.8, 1.5, 3, 4, 4, 3.5, 3, 2, 1, 0.3, 0];

const rhythms: Record<PartnerType, Rhythm> = {
  hotel: { visitors: 1.1, fromSunday: [1.1, 0.9, 0.85, 0.9, 1, 1.2, 1.3], hours: allDay },
  cafe: { visitors: 0.95, fromSunday: [1.6, 0.7, 0.7, 0.75, 0.8, 1, 1.7], hours: mornings },
  visitor_center: { visitors: 0.8, fromSunday: [0, 1.1, 1, 1, 1.1, 1.3, 1.1], hours: deskHours },
  // One moves in at the weekend.
  vacation_rental: { visitors: 0.5, fromSunday: [1.2, 0.5, 0.4, 0.4, 0.6, 1.6, 2.3], hours: arrivals },
  affiliate: { visitors: 0.4, fromSunday: [0.9, 1, 0.9, 0.9, 1, 1.2, 1.1], hours: deskHours },
};

/** Places that are busier than others of their kind. */
const busy: Record<string, number> = {
  'kaiona-waikiki': 2,
  'aloha-kahului-desk': 1.4,
  'morning-kapahulu': 1.3,
  'kaiona-kohala': 0.7,
};

/** A place whose guests had to stay away: the road to it was closed. Days of the history. */
export const pause = { place: 'four-breezes-hanalei', from: 36, until: 54 };

/** How many come to a place anew on a day of the history, which begins at an instant. */
export function visitorsOn(
  random: Random,
  place: { key: string; kind: PartnerType },
  day: number,
  start: number,
): number {
  if (place.key === pause.place && day >= pause.from && day < pause.until) return 0;
  const { visitors, fromSunday } = rhythms[place.kind];
  // Noon in Hawaiʻi falls on the same date in UTC.
  const weekday = fromSunday[new Date(start + 12 * hourMs).getUTCDay()]!;
  const grown = 0.85 + (0.3 * day) / historyDays;
  const expected = visitors * (busy[place.key] ?? 1) * weekday * grown * random.around(0.4);
  return Math.floor(expected) + (random.chance(expected % 1) ? 1 : 0);
}

/** A moment of a day that begins at `start`, when people are about at a place of this kind. */
export function momentOf(random: Random, kind: PartnerType, start: number): number {
  const { hours } = rhythms[kind];
  const hour = new Weighted([...hours.keys()], (one) => hours[one]!).draw(random);
  return start + hour * hourMs + Math.floor(random.next() * hourMs);
}
