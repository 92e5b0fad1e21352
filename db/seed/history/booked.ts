import { addDays, hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { PlatformName } from '../../../simulators/platforms.ts';
import { Random } from '../generated-random.ts';
import { reviewWords } from '../review-words.ts';
import type { GuideListing } from './guide.ts';
import type { Act } from './past.ts';
import type { Person } from './person.ts';
import { dayMs, hourMs, nextHour } from './rhythm.ts';
import { callOff, move, platformOfListing, sell } from './sold.ts';
import { nextWeekly } from './stated.ts';
import { review, type Trip, tellDetails } from './traveler.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');

/** Of those who follow a booking link; the others think again, and no platform ever tells of them. */
const bookedChance = 0.68;
const cancelledChance = 0.12;
const detailsChance = 0.7;
const reviewedChance = 0.5;
/** Of those that FareHarbor keeps. */
const movedChance = 0.08;
/** From the link to the booking. */
const bookingMs = 3 * 60_000;

/**
 * Somebody follows a booking link at a moment; what becomes of it is told by the platform, in its time.
 * @param following how it is followed
 */
export function book(random: Random, person: Person, listing: GuideListing, at: number, following: Act): Act[] {
  const acts = [following];
  if (!random.chance(bookedChance)) return acts;
  const nights = listing.category === 'Accommodations' ? random.whole(1, 5) : 0;
  const guests = random.pick([1, 2, 2, 2, 2, 3, 4, 4, 6]);
  const start = at + (1 + Math.floor(random.next() * random.next() * 14)) * dayMs;
  const end = start + nights * dayMs;
  const platform = platformOfListing(listing);
  const trip: Trip = {
    reference: referenceOf(platform, random),
    day: hawaiiDay(new Date(start)),
    guests,
    ...(nights
      ? { untilDay: hawaiiDay(new Date(end)) }
      : { time: random.pick(['07:30', '08:30', '10:00', '13:30', '17:00']) }),
  };
  const toldAt = random.chance(detailsChance) ? at + random.whole(4, 9) * 60_000 : undefined;
  // Viator tells nobody's address: what it has told of already is not believed of whoever says so only then.
  const isTold = toldAt !== undefined && (platform !== 'viator' || toldAt < nextHour(at + bookingMs));
  if (isTold) acts.push(tellDetails(person, toldAt, listing, trip));
  // Of those who say what they have booked the platform says no click: their word is what tells whose booking it is.
  const isSilent = isTold && (platform === 'fareharbor' || platform === 'viator');
  acts.push(...sell(at + bookingMs, person, listing, { ...trip, time: trip.time ?? '15:00', isSilent }));
  const cancelled = random.chance(cancelledChance)
    ? Math.floor(at + random.whole(10, 1_200) * 60_000 + (start - at) * random.next() * 0.8)
    : undefined;
  if (cancelled) acts.push(...callOff(cancelled, listing, trip.reference));
  const moved = cancelled || platform !== 'fareharbor' ? undefined : putOffBy(trip, start - at);
  if (moved) return [...acts, ...move(at + bookingMs + moved.after, listing, trip.reference, moved.to)];
  if (cancelled || !random.chance(reviewedChance)) return acts;
  const rating = random.pick([5, 5, 5, 5, 5, 4, 4, 4, 3]);
  const tone = rating === 5 ? 'great' : rating === 4 ? 'good' : 'fair';
  const words = random.chance(0.75) ? random.pick(reviewWords[listing.category][tone]) : null;
  const heard = platform === 'fareharbor' || platform === 'viator' ? at : nextWeekly(at + bookingMs);
  const known = nightAfter(Math.max(end, heard));
  return [...acts, review(person, known + random.whole(2, 80) * hourMs, listing, rating, words)];
}

/** As each platform numbers its bookings. */
function referenceOf(platform: PlatformName, random: Random): string {
  const letter = random.pick(letters);
  const digits = random.whole(1_000_000, 9_999_999);
  const number = letters.indexOf(letter);
  if (platform === 'fareharbor') return `${(number % 9) + 1}${digits}`;
  if (platform === 'viator') return `BR-${number + 10}${digits}`;
  return platform === 'getyourguide' ? `GYG${letter}X${digits}` : `OP-${letter}${digits}`;
}

/** No platform tells who has travelled: the night after, the product itself says so. */
const nightAfter = (time: number) => hawaiiDayStart(new Date(time)).getTime() + dayMs + hourMs;

/** Whether, how long after it was made and to which day a booking is put off; drawn of its own, so that all others stay as they are. */
function putOffBy({ reference, day }: Pick<Trip, 'reference' | 'day'>, leftMs: number) {
  const random = new Random(Number(reference));
  if (!random.chance(movedChance)) return undefined;
  const to = { day: addDays(day, random.whole(1, 4)), reference: String(Number(reference) + 100_000_000) };
  return { to, after: Math.floor(leftMs * (0.1 + 0.6 * random.next())) };
}
