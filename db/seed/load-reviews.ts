import { assumedAmountCents } from '../../server/features/bookings/bookings.ts';
import { detectPlatform } from '../../server/features/platforms/platforms.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { furthestDays, generateReviews } from './generated-reviews.ts';
import { reviewers } from './review-words.ts';
import type { SeedListing } from './world.ts';

const dayMs = 86_400_000;
const daysBeforeTravel = 4;

/** Loads the reviews of the demo with what they rest on: people, and their completed bookings. Ratings and counts follow from them. */
export async function loadReviews(
  tx: Tx,
  listings: readonly SeedListing[],
  listingIds: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const people = await loadReviewers(tx, new Date(now.getTime() - (furthestDays + daysBeforeTravel) * dayMs));
  const byKey = new Map(listings.map((listing) => [listing.key, listing]));
  const reviews = generateReviews(listings).map((review, number) => {
    const listing = byKey.get(review.listing)!;
    const platform = detectPlatform(listing.booking_url!);
    return { ...review, listing, platform, name: `demo-${number}`, went: now.getTime() - review.daysAgo * dayMs };
  });
  const bookings = await tx
    .insertInto('bookings')
    .values(
      reviews.map(({ listing, platform, reviewer, guests, name, went }) => ({
        transaction_id: `txn_${name}`,
        user_id: people[reviewer]!,
        listing_id: listingIds.get(listing.key)!,
        platform,
        reference: `${platform.slice(0, 2).toUpperCase()}-${name}`,
        amount_cents: assumedAmountCents[listing.price_range] * guests,
        estimated: false,
        status: 'completed',
        booked_at: new Date(went - daysBeforeTravel * dayMs),
        check_in_date: new Date(went).toISOString().slice(0, 10),
        guest_count: guests,
      })),
    )
    .returning(['id', 'transaction_id', 'listing_id', 'booked_at'])
    .execute();
  // No link of the guide's led to them: no platform owes anything for them, or states it.
  const nothing = { organisation_id: null, rate_card_id: null, partner_share: 0, platform_rate: 0 };
  await tx
    .insertInto('commissions')
    .values(bookings.map(({ id, listing_id, booked_at }) => ({ booking_id: id, listing_id, booked_at, ...nothing })))
    .execute();
  await tx
    .deleteFrom('commission_marks')
    .where(
      'booking_id',
      'in',
      bookings.map(({ id }) => id),
    )
    .execute();
  const bookingIds = new Map(bookings.map(({ id, transaction_id }) => [transaction_id, id]));
  await tx
    .insertInto('reviews')
    .values(
      reviews.map(({ listing, reviewer, rating, words, name, went }) => ({
        booking_id: bookingIds.get(`txn_${name}`)!,
        listing_id: listingIds.get(listing.key)!,
        user_id: people[reviewer]!,
        rating,
        words,
        created_at: new Date(went + dayMs),
        updated_at: new Date(went + dayMs),
      })),
    )
    .execute();
  // Nobody of the demo has to look at them.
  await tx.updateTable('reviews').set({ awaits_look: false }).where('user_id', 'in', people).execute();
}

/** @returns the reviewers' user ids, in their order */
async function loadReviewers(tx: Tx, joined: Date): Promise<string[]> {
  const email = (index: number) => `reviewer-${index + 1}@example.com`;
  const users = await tx
    .insertInto('users')
    .values(
      reviewers.map((name, index) => ({
        email: email(index),
        name,
        given_name: name.split(' ')[0]!,
        created_at: joined,
      })),
    )
    .returning(['id', 'email'])
    .execute();
  await tx
    .insertInto('profiles')
    .values(users.map(({ id }) => ({ user_id: id, role: 'traveler' })))
    .execute();
  const ids = new Map(users.map((user) => [user.email, user.id]));
  return reviewers.map((_, index) => ids.get(email(index))!);
}
