import type { KeptKind } from '../../../../contract/privacy.ts';
import { thirdPartyWords } from './third-parties.ts';

const kept: Record<KeptKind, { what: string; why: string }> = {
  account: {
    what: 'Your account: name, address, profile, saved places, reviews, passkeys',
    why: 'So that the guide is yours on every device. It stays until you erase it, in your profile.',
  },
  bookings: {
    what: 'Booking links you followed, and bookings a platform told us of',
    why: 'Partners earn on them, and books must add up. Once your account is erased they stand under a number alone.',
  },
  scans: {
    what: 'Which codes were scanned, in which visit of a browser; where you let the guide know where you are, also about where that was, and whether it was far from the place of the code',
    why: 'The house whose code it was earns on what you book after, and is told when its codes were moved. Without an account no name stands with it.',
  },
  scan_networks: {
    what: 'From which network a scan came, as a code nobody can read back',
    why: 'To find scans that a program made.',
  },
  visits: {
    what: 'That a browser was here, and when first and last',
    why: 'Scans are counted by visit. Once your account is erased its visits are nobody’s.',
  },
  sponsored_clicks: {
    what: 'Which sponsored experiences a visit followed',
    why: 'Advertisers pay for them, and see what was booked after.',
  },
  events: {
    what: 'What was seen and opened in the guide; while you are signed in, by your account',
    why: 'To see what is of use. You can leave yourself out of it.',
  },
  sessions: { what: 'Where you are signed in', why: 'So that you stay signed in, and can end it elsewhere.' },
  sign_in_links: {
    what: 'Sign-in links by mail, from when they end',
    why: 'So that a used one is told from an unknown one.',
  },
  security_events: {
    what: 'Sign-ins, refused requests and other security events',
    why: 'To see attacks, and who is meant.',
  },
  security_addresses: { what: 'Network addresses in them', why: 'To see from where an attack comes.' },
  error_reports: { what: 'Errors that pages and you reported', why: 'To mend them.' },
  platform_news: {
    what: 'Messages of booking platforms, as they came',
    why: 'To find what went wrong with a booking.',
  },
  applications: {
    what: 'Applications to become a partner or an advertiser, once decided',
    why: 'To answer questions about them.',
  },
  invitations: {
    what: 'Invitations to work with us, and the address they went to',
    why: 'To see who was invited by whom. Your address goes with your account.',
  },
  uploads: { what: 'Files you sent that were not used', why: 'So that you can finish what you began.' },
  failed_mail: { what: 'Mail that could not be sent: to whom, and its subject', why: 'To find out why.' },
  review_reports: { what: 'Reports about reviews', why: 'To see who is reported again and again.' },
  privacy_requests: { what: 'That you asked for your data, or to be erased', why: 'To prove that it was done.' },
  audit_log: {
    what: 'Which account changed what: numbers and checksums',
    why: 'To prove that nothing was altered. What can be read in it goes with your account.',
  },
  backups: {
    what: 'Backups of all of it, and copies of each change',
    why: 'To bring everything back after a fault. They hold what was there when each was written.',
  },
};

/** Words of the page that says what is kept, why and how long. */
export const privacy = {
  lead: 'What we keep, why, and how long; who else your browser meets; and what you can do about it.',
  kept: 'What we keep',
  keptKinds: kept,
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  months: (months: number) => `${months} months`,
  forGood: 'No end of its own',
  others: 'Who else your browser meets',
  othersText: 'Nobody measures you here for others: no advertising network, no statistics of another company.',
  parties: thirdPartyWords,
  gpc: 'Global Privacy Control',
  gpcText:
    'Where your browser sends this signal, or you choose “Leave me out of the statistics” in the settings, we keep nothing of what you see and open, no position with a scan, no network of it, and no number by which an advertising network knows you. We sell no personal data, with or without it.',
  cookies: 'Cookies',
  cookiesText:
    'Only what the guide needs: your visit, so that a scanned code counts once; your sign-in; your language; your choice about statistics; and for 400 days that this browser has signed in before, so that you get in while others guess at your address. None is for advertising, so there is nothing to consent to.',
  rights: 'Your data is yours',
  rightsText: 'In your profile you download all that is kept of you as one file, and erase your account.',
  profile: 'Go to my profile',
  licenses: 'Software licenses',
};
