import { expect, it } from 'vitest';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Experience } from '../../../../contract/discovery.ts';
import { lastCompleted, suggest } from './suggest.ts';

const experience = (
  id: number,
  rating: number | null,
  review_count = 0,
  booking_url: string | null = 'https://x.example/',
) => ({ id, rating, review_count, booking_url }) as Experience;
const booking = (business_listing_id: number, status: Booking['status']) =>
  ({ business_listing_id, status }) as Booking;

it('proposes two that can be booked and were not, the best rated first', () => {
  const experiences = [
    experience(1, 5),
    experience(2, 4.5),
    experience(3, 4.9),
    experience(4, 4.9, 7),
    experience(5, 5, 9, null),
  ];
  expect(suggest([booking(1, 'completed')], experiences).map((one) => one.id)).toEqual([4, 3]);
  expect(suggest([], [experience(6, null)]).map((one) => one.id)).toEqual([6]);
});

it('begins with what was completed last', () => {
  expect(
    lastCompleted([booking(1, 'pending'), booking(2, 'completed'), booking(3, 'completed')])?.business_listing_id,
  ).toBe(2);
  expect(lastCompleted([booking(1, 'confirmed')])).toBeUndefined();
});
