import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Random } from '../generated-random.ts';
import { fares } from '../generated-visitors.ts';
import { reviewWords } from '../review-words.ts';
import type { GuideListing, GuidePlace } from './guide.ts';
import type { Act } from './past.ts';
import type { Person } from './person.ts';
import { dayMs, hourMs } from './rhythm.ts';
import { follow, review, tellDetails, tellNews } from './traveler.ts';

/** Of those who follow a booking link; the others think again, and no platform ever tells of them. */
const bookedChance = 0.68;
const cancelledChance = 0.12;
const detailsChance = 0.7;
const reviewedChance = 0.5;

/** Somebody follows a booking link at a moment; what becomes of it is told by the platform, in its time. */
export function book(random: Random, person: Person, place: GuidePlace, listing: GuideListing, at: number): Act[] {
  const acts = [follow(person, at, place, listing)];
  if (!random.chance(bookedChance)) return acts;
  const nights = listing.category === 'Accommodations' ? random.whole(1, 5) : 0;
  const guests = random.pick([1, 2, 2, 2, 2, 3, 4, 4, 6]);
  const [from, to] = fares[listing.price_range];
  const amount = (random.whole(from * 100, to * 100) * guests * Math.max(1, nights)) / 100;
  const start = at + (1 + Math.floor(random.next() * random.next() * 14)) * dayMs;
  const end = start + nights * dayMs;
  const trip = {
    reference: `${random.pick('ABCDEFGHJKLMNPQRSTUVWXYZ'.split(''))}${random.whole(1_000_000, 9_999_999)}`,
    day: hawaiiDay(new Date(start)),
    guests,
    ...(nights
      ? { untilDay: hawaiiDay(new Date(end)) }
      : { time: random.pick(['07:30', '08:30', '10:00', '13:30', '17:00']) }),
  };
  const isTold = random.chance(detailsChance);
  if (isTold) acts.push(tellDetails(person, at + random.whole(4, 9) * 60_000, listing, trip));
  const confirmed = at + random.whole(10, 1_200) * 60_000;
  const told = { booking_reference: trip.reference, amount };
  acts.push(tellNews(confirmed, person.email, listing, { status: 'confirmed', ...told }));
  if (random.chance(cancelledChance)) {
    const cancelled = confirmed + (start - at) * random.next() * 0.8;
    return [...acts, tellNews(Math.floor(cancelled), person.email, listing, { status: 'cancelled' })];
  }
  const over = Math.max(end, confirmed) + random.whole(8, 20) * hourMs;
  acts.push(tellNews(over, person.email, listing, { status: 'completed' }));
  if (!random.chance(reviewedChance)) return acts;
  const rating = random.pick([5, 5, 5, 5, 5, 4, 4, 4, 3]);
  const tone = rating === 5 ? 'great' : rating === 4 ? 'good' : 'fair';
  const words = random.chance(0.75) ? random.pick(reviewWords[listing.category][tone]) : null;
  return [...acts, review(person, over + random.whole(2, 80) * hourMs, listing, rating, words)];
}
