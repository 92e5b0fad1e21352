import type { mails } from '../../../contract/mails.ts';
import type { activity } from './en/activity.ts';
import type { analytics } from './en/analytics.ts';
import type { app } from './en/app.ts';
import type { apply } from './en/apply.ts';
import type { bookingForms } from './en/booking-forms.ts';
import type { bookings } from './en/bookings.ts';
import type { callback } from './en/callback.ts';
import type { dashboard } from './en/dashboard.ts';
import type { errorReport } from './en/error-report.ts';
import type { explore } from './en/explore.ts';
import type { first } from './en/first.ts';
import type { forms } from './en/forms.ts';
import type { bookmarks, inApp, suggestions } from './en/in-app.ts';
import type { invitations } from './en/invitations.ts';
import type { invite } from './en/invite.ts';
import type { landing } from './en/landing.ts';
import type { languageSwitch } from './en/language-switch.ts';
import type { listingDetails } from './en/listing-details.ts';
import type { magicLink } from './en/magic-link.ts';
import type { map } from './en/map.ts';
import type { menu } from './en/menu.ts';
import type { offline } from './en/offline.ts';
import type { ownData } from './en/own-data.ts';
import type { privacy } from './en/privacy.ts';
import type { onboarding, profile, profileFields } from './en/profile.ts';
import type { ranking } from './en/ranking.ts';
import type { refusals, waits } from './en/refusals.ts';
import type { reviews } from './en/reviews.ts';
import type { samples } from './en/samples.ts';
import type { saved } from './en/saved.ts';
import type { scan } from './en/scan.ts';
import type { deskNavigation, deskRefusals, titles } from './en/screens.ts';
import type { passkeys, sessions } from './en/security.ts';
import type { settings } from './en/settings.ts';
import type { signIn } from './en/sign-in.ts';
import type { stakeholders } from './en/stakeholders.ts';
import type { subcategories } from './en/subcategories.ts';
import type { tickets } from './en/tickets.ts';
import type { unsubscribe } from './en/unsubscribe.ts';

/** The catalogues of what guests and travelers read: a language has all of them, whole. */
interface GuestAndTravelerWords {
  first: typeof first;
  titles: typeof titles;
  deskRefusals: typeof deskRefusals;
  deskNavigation: typeof deskNavigation;
  bookings: typeof bookings;
  tickets: typeof tickets;
  suggestions: typeof suggestions;
  saved: typeof saved;
  samples: typeof samples;
  reviews: typeof reviews;
  offline: typeof offline;
  listingDetails: typeof listingDetails;
  map: typeof map;
  inApp: typeof inApp;
  bookmarks: typeof bookmarks;
  bookingForms: typeof bookingForms;
  forms: typeof forms;
  analytics: typeof analytics;
  activity: typeof activity;
  app: typeof app;
  callback: typeof callback;
  dashboard: typeof dashboard;
  errorReport: typeof errorReport;
  explore: typeof explore;
  invite: typeof invite;
  landing: typeof landing;
  languageSwitch: typeof languageSwitch;
  magicLink: typeof magicLink;
  mails: typeof mails;
  menu: typeof menu;
  onboarding: typeof onboarding;
  ownData: typeof ownData;
  passkeys: typeof passkeys;
  profile: typeof profile;
  profileFields: typeof profileFields;
  refusals: typeof refusals;
  scan: typeof scan;
  sessions: typeof sessions;
  settings: typeof settings;
  signIn: typeof signIn;
  stakeholders: typeof stakeholders;
  subcategories: typeof subcategories;
  apply: typeof apply;
  unsubscribe: typeof unsubscribe;
  privacy: typeof privacy;
  ranking: typeof ranking;
  waits: typeof waits;
}

type InPart<T> = T extends string | readonly unknown[] | ((...filled: never[]) => unknown)
  ? T
  : { [K in keyof T]?: InPart<T[K]> };

/** The catalogues of those who work with the guide: what a language does not have of them stays English. */
interface WorkWords {
  invitations?: InPart<typeof invitations>;
}

/** What a language file holds: a constant for every catalogue, and all of them together as its default. */
export type Words = GuestAndTravelerWords & WorkWords;
