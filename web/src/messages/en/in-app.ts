import { reasonWords } from '../../../../contract/recommendation-reasons.ts';
import { day, moment } from './format.ts';

/** The two kinds of pages that are shown inside the guide. */
const kinds = {
  booking: {
    unavailable: 'Booking Page Unavailable',
    failed: 'Failed to load booking page',
    failedText: 'Your booking goes on outside. Open the page in your browser, or come back to it later.',
    frame: (name: string) => `Booking page: ${name}`,
  },
  content: {
    unavailable: 'Content Unavailable',
    failed: 'Failed to load advertiser content',
    failedText: 'The page may open in your browser all the same.',
    frame: (name: string) => `Page of the operator: ${name}`,
  },
};

/** Words of the pages of others that are shown inside the guide. */
export const inApp = {
  kinds,
  close: 'Close',
  back: 'Back to the guide',
  loading: (host: string) => `Loading ${host}`,
  host: (host: string) => `You are on ${host}. What you enter goes to them.`,
  bookmark: 'Bookmark',
  share: 'Share',
  said: {
    bookmarked: 'Bookmarked. You find it in the menu.',
    bookmarkRemoved: 'Bookmark removed.',
    bookmarkFailed: 'This device has no room for a bookmark.',
    copied: 'Link copied',
  },
  copyByHand: 'Copy this link',
  open: 'Open in Browser',
  booked: 'Booking completed',
  more: 'Explore More',
};

/** Words of the pages a device keeps. */
export const bookmarks = {
  title: 'Bookmarked pages',
  lead: 'Kept on this device only.',
  none: 'Nothing bookmarked yet',
  noneText: 'Bookmark a page while you look at it, and find it here.',
  when: (instant: string) => `Bookmarked ${day(instant)}`,
  openLabel: (name: string) => `${name}, opens outside the guide`,
  remove: 'Remove',
  removeLabel: (name: string) => `Remove the bookmark of ${name}`,
  close: 'Close',
};

/** Words of what is suggested after a booking. */
export const suggestions = {
  title: 'Goes well with it',
  lead: 'Nearby, and at a time that fits.',
  loading: 'Looking around',
  details: 'Details',
  detailsOf: (name: string) => `: ${name}`,
  reasons: reasonWords,
  none: 'Nothing bookable is near enough to suggest.',
  failed: 'Unable to load recommendations',
  kept: (at: string) =>
    `This is what we suggested on ${moment(at)} (Hawaiʻi time). To book one of them, find it in the guide.`,
  sample: 'Sample data',
  sampleText: 'These are examples. They cannot be booked.',
  hide: 'Hide suggestions',
};
