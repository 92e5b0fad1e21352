import type { CurrentUser } from '../../contract/accounts.ts';
import type { Booking } from '../../contract/bookings.ts';
import type { Experience } from '../../contract/listings.ts';
import type { OwnProfile } from '../../contract/profiles.ts';

const moment = '2026-11-19T20:00:00Z';
const person = '7f3b2a10-5c1e-4a57-9a6c-0d6b1f2e3c41';

/** Somebody who has just signed in, as the server tells of them, and answered no question yet. */
export const aUser = (given: Partial<CurrentUser> = {}): CurrentUser => ({
  id: person,
  email: 'kenji@example.com',
  google_user_data: null,
  profile: null,
  ...given,
});

/** A traveler's own profile. */
export const aProfile = (given: Partial<OwnProfile> = {}): OwnProfile => ({
  id: 'b9f7c0de-3a64-4a0e-8d55-6f1f0c9d7e12',
  user_id: person,
  role: 'traveler',
  partner_type: null,
  organization_name: null,
  phone: null,
  location: null,
  is_active: true,
  created_at: moment,
  updated_at: moment,
  display_name: null,
  interests: [],
  preferences: {},
  permissions: [],
  onboarded: true,
  ...given,
});

/** A listing that nobody can book. */
export const aListing = (given: Partial<Experience> = {}): Experience => ({
  id: 1,
  name: 'Tide Pool Walk',
  description: 'Before breakfast, with a net and a bucket.',
  category: 'Activities & Tours',
  subcategory: null,
  address: null,
  phone: null,
  website_url: null,
  booking_url: null,
  image_url: null,
  image_color: null,
  rating: null,
  review_count: 0,
  price_range: '$',
  is_featured: false,
  is_active: true,
  latitude: null,
  longitude: null,
  ...given,
});

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
