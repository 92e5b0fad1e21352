import type { interests as Interests } from '../../../../contract/profiles.ts';

export type Interest = (typeof Interests)[number];

const interests: Record<Interest, string> = {
  'Cultural Experiences': 'Cultural Experiences',
  'Food & Dining': 'Food & Dining',
  'Outdoor Adventures': 'Outdoor Adventures',
  'Historical Sites': 'Historical Sites',
  'Art & Museums': 'Art & Museums',
  'Local Events': 'Local Events',
  Shopping: 'Shopping',
  Nightlife: 'Nightlife',
};

/** Words of a profile's fields, wherever they are filled in. */
export const profileFields = {
  phone: 'Phone',
  phoneHint: 'Optional. For questions about a booking.',
  location: 'Location',
  locationHint: 'Optional. A town is enough.',
  interests,
  interestsLabel: 'Interests',
  interestsLegend: 'What brings you here?',
  interestsHint: 'As many as you like.',
  errors: {
    phone: 'Please enter a valid phone number',
    location: 'Location must be at least 2 characters',
  },
};

/** Words of the first visit. */
export const onboarding = {
  lead: 'Three short questions, all optional. They help us put the right entries first.',
  start: 'Start Discovering',
  starting: 'Setting up...',
  done: 'Your guide is ready',
  doneText: 'Taking you to your home screen...',
  goOn: 'Continue now',
  failed: 'Setup Failed',
  errors: {
    noUser: 'User authentication data is missing',
    expired: 'Authentication session expired. Please sign in again.',
    invalid: 'Invalid profile data. Please check your information and try again.',
    refused: 'Failed to create profile. Please try again.',
    network: 'Network error. Please check your connection and try again.',
    unexpected: 'Unexpected error occurred. Please try again.',
    other: 'Profile setup failed. Please try again.',
  },
};

/** Words of one's own profile. */
export const profile = {
  title: 'Profile',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  organization: 'Organization',
  kind: 'Kind',
  none: 'Not given',
  edit: 'Edit Profile',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Your profile is saved.',
  cancel: 'Cancel',
  failed: 'Your profile could not be saved. Please try again.',
};
