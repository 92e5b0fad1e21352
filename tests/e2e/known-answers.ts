import type { CurrentUser } from '../../contract/accounts.ts';
import type { Invitation } from '../../contract/invitations.ts';
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

/** An invitation as administrators see it. */
export const anInvitation = (given: Partial<Invitation> = {}): Invitation => ({
  id: '3c2d7f64-98a1-4b50-8c0d-2f8a6e9b1d70',
  invited_email: 'front-desk@four-breezes-cottages.example',
  stakeholder_type: 'partner',
  organization_name: 'Four Breezes Cottages and Gardens',
  partner_type: 'hotel',
  notes: null,
  permissions: [],
  status: 'pending',
  created_at: moment,
  sent_at: moment,
  sent_count: 1,
  expires_at: moment,
  accepted_at: null,
  ...given,
});

/** Ids for rows of a made-up list. */
export const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
