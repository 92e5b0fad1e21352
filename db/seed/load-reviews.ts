import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { assumedAmountCents } from '../../server/features/bookings/bookings.ts';
import { detectPlatform } from '../../server/features/platforms/platforms.ts';
import { newCode } from '../../server/features/scanning/scanning.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { furthestDays, generateReviews } from './generated-reviews.ts';
import { openedFor } from './history/progress.ts';
import { reviewers } from './review-words.ts';
import type { SeedListing } from './world.ts';

const dayMs = 86_400_000;
const daysBeforeTravel = 4;
/** Of so many scans one leads to a booking. */
const scansPerBooking = 12;

/** Loads the reviews of the demo with what they rest on: people, and their completed bookings. Ratings and counts follow from them. */
export async function loadReviews(
  tx: Tx,
  listings: readonly SeedListing[],
  listingIds: ReadonlyMap<string, number>,
  codeKey: KeyObject,
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
  // No click is tied to them: no platform owes anything for them, or states it.
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
  await loadEarlierScans(tx, codeKey, now);
}

/**
 * What came before those bookings, without which more would be booked than was scanned: scans and clicks at a desk that was closed
 * when the demo's places opened, and is nobody's. What was booked since is put as many days earlier as the demo's places are old.
 */
async function loadEarlierScans(tx: Tx, codeKey: KeyObject, now: Date): Promise<void> {
  const opened = openedFor(now);
  const began = new Date(opened.getTime() - (furthestDays + daysBeforeTravel) * dayMs);
  const desk = { name: 'Kuhio Beach desk', description: '', address: '', island: 'Oʻahu' };
  const { id: place } = await tx
    .insertInto('locations')
    .values({ ...desk, created_at: began, deleted_at: opened })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: code } = await tx
    .insertInto('qr_codes')
    .values({ code: newCode(codeKey), location_id: place, status: 'paused', created_at: began })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    with told as (
      select b.transaction_id, b.user_id, b.listing_id, b.platform, l.booking_url, number,
        b.booked_at - number * interval '4 minutes'
          - case when b.booked_at > ${opened} then ${now}::timestamptz - ${opened}::timestamptz else interval '0' end as at
      from bookings b join listings l on l.id = b.listing_id cross join generate_series(1, ${scansPerBooking}::integer) number
      where starts_with(b.transaction_id, 'txn_demo-')
    ), visit as (
      insert into visits (token_hash, created_at, last_seen_at)
      select sha256(convert_to('demo visit ' || transaction_id || ' ' || number, 'UTF8')), at, at from told order by transaction_id, number
      returning id, created_at
    ), scan as (
      insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, fetch_site, device_class)
      select id, ${code}, ${place}, created_at, true, 'camera', 'none', 'phone' from visit
    )
    insert into clicks (click_id, user_id, listing_id, qr_code_id, location_id, platform, url, clicked_at)
    select transaction_id || '-' || number, user_id, listing_id, ${code}, ${place}, platform, booking_url, at + interval '1 minute'
    from told where number <= 2`.execute(tx);
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
