import type { Role } from '../../../../contract/roles.ts';

const tabs = {
  overview: 'Overview',
  explore: 'Explore',
  activity: 'My Activity',
  profile: 'Profile',
};

const areas: Record<Exclude<Role, 'traveler'>, string> = {
  partner: 'You hand out the codes at your place, and earn on the bookings that begin with them.',
  advertiser: 'You run the listings of your business in the guide.',
  admin: 'You look after the guide: who works with it, and what it recommends.',
};

/** Words of everybody's home screen. */
export const dashboard = {
  greeting: (name: string | null | undefined) => (name ? `Aloha, ${name}` : 'Aloha'),
  tabsLabel: 'Sections',
  tabs,
  traveler: 'Your pocket guide, wherever you are on the islands.',
  quick: 'Quick actions',
  scan: 'Scan QR Code',
  exploreActivities: 'Explore Activities',
  bookings: 'My Bookings',
  featured: 'Featured for you',
  searchTitle: 'Find something good',
  seeAll: 'See all in the guide',
  areas,
  toCodes: 'Manage QR codes',
  toPerformance: 'View analytics',
  toPortalSettings: 'Account settings',
  toProfile: 'Profile, passkeys and devices',
  toInquiries: 'Answer travelers who miss a booking',
  toReviews: 'Read and moderate reviews',
  toEmbeddedPages: 'Choose whose pages open inside the guide',
  toGuide: 'Read the guide as guests do',
  updating: 'Updating Your Profile',
  updatingText: 'Your account is from an earlier edition of the guide. This takes a moment.',
  updatingFailed: 'Your profile could not be updated. Please check your connection and try again.',
  again: 'Try Again',
  noProfile: 'One moment',
  noProfileText: 'We have three short questions for you.',
};
