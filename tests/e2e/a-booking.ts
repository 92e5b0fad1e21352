import type { Booking } from '../../contract/bookings.ts';

/** A booking as the server tells of it, for states that its own data has not. */
export const aBooking = (given: Partial<Booking> = {}): Booking => ({
  id: '0b8f4f0e-6d0a-4f0e-9d5c-2b1f3d6c7a10',
  transaction_id: 'TX-1',
  business_listing_id: 1,
  business_listing_name: 'Kawaihae Star Compass Sail and Supper',
  business_listing_category: 'Activities & Tours',
  booking_platform: 'viator',
  booking_reference: null,
  amount: 150,
  estimated: true,
  status: 'pending',
  booking_date: '2026-11-19T20:00:00Z',
  check_in_date: null,
  check_out_date: null,
  check_in_time: null,
  guest_count: null,
  location_name: null,
  location_address: null,
  contact_info: null,
  review: null,
  ...given,
});
