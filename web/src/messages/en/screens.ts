/** Titles of screens. They come with the table of all screens, as does all that follows. */
export const titles = {
  landing: 'Go somewhere good today',
  explore: 'Explore Experiences',
  scan: 'Scan QR Code',
  signIn: 'Sign In',
  magicLink: 'Verifying Your Magic Link',
  callback: 'Completing Sign In',
  invite: 'Your invitation',
  apply: 'Become a partner or advertiser',
  unsubscribe: 'Reports by e-mail',
  onboarding: 'Make it yours',
  dashboard: 'Home',
  bookings: 'Your Bookings',
  saved: 'Saved Places',
  partnerPortal: 'Partner Portal',
  analytics: 'Analytics',
  platformBookings: 'Platform Bookings',
  security: 'Security',
  quality: 'Quality Assurance',
  work: 'Work and Dead Letters',
  holds: 'Holds',
  reconcile: 'Reconcile',
  payouts: 'Payouts',
  rateCards: 'Rate cards',
  news: 'News of platforms',
  explain: 'Explain this commission',
  statement: 'Monthly statement',
  ledger: 'Ledger',
  partnerManagement: 'Partner Management',
  partners: 'Partners',
  qrRequests: 'QR Requests',
  placeProposals: 'Places to review',
  applications: 'Applications',
  content: 'Content Mgmt',
  knowledge: 'Knowledge Base',
  locations: 'Locations',
  orphanScans: 'Orphan scans',
  qrBatch: 'Create Location QR Batch',
  locationLists: 'Curated lists',
  embeddedPages: 'Pages inside the guide',
  offline: 'On this phone',
  design: 'The design language',
};

/** What those are told whom a desk is not for. */
export const deskRefusals = {
  partner: 'Partner Access Required',
  partnerText: 'The portal is for partners.',
  partnerPart: 'This part of the portal does not come with your account. Please ask your organization’s owner, or us.',
  security: 'Security dashboard access is limited to system administrators.',
};

/** The bottom navigation of those who work with the guide. */
export const deskNavigation = {
  partnerHome: 'Partner Home',
  adminHome: 'Admin Home',
  security: 'Security',
};
