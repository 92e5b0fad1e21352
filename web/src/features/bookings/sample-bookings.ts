import type { Booking } from '../../../../contract/bookings.ts';
import { samples as words } from '../../messages/en/samples.ts';
import { sampleIds } from '../listings/sample-ids.ts';

const sample = {
  booking_platform: 'external',
  booking_reference: null,
  check_in_date: null,
  check_in_time: null,
  check_out_date: null,
  guest_count: 2,
  location_name: null,
  location_address: null,
  contact_info: null,
  review: null,
  estimated: true,
  booking_date: '2026-01-15T20:00:00.000Z',
} as const;

/**
 * What the error catalogue falls back to when neither the server nor this device has an answer. Shown as "Sample data", can do
 * nothing, and is never stored, counted or exported.
 */
export const sampleBookings: readonly Booking[] = [
  {
    ...sample,
    id: '00000000-0000-4000-8000-000000000001',
    transaction_id: 'sample-1',
    business_listing_id: sampleIds.sail,
    business_listing_name: words.sail.name,
    business_listing_category: 'Activities & Tours',
    amount: 75,
    status: 'confirmed',
  },
  {
    ...sample,
    id: '00000000-0000-4000-8000-000000000002',
    transaction_id: 'sample-2',
    business_listing_id: sampleIds.lunch,
    business_listing_name: words.lunch.name,
    business_listing_category: 'Restaurants',
    amount: 25,
    status: 'pending',
  },
  {
    ...sample,
    id: '00000000-0000-4000-8000-000000000003',
    transaction_id: 'sample-3',
    business_listing_id: sampleIds.lei,
    business_listing_name: words.lei.name,
    business_listing_category: 'Cultural Experiences',
    amount: 45,
    status: 'completed',
  },
];
