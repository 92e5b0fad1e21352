import { counted } from './counted.ts';
import { day } from './format.ts';

/** Words of reviews: writing one, and reading those of a listing. */
export const reviews = {
  title: (name: string) => `What travelers say about ${name}`,
  close: 'Close',
  count: (count: number) => counted(count, 'review', 'reviews'),
  rated: (rating: number) => `${rating} out of 5`,
  by: (name: string | null, written: string) => `${name ?? 'A traveler'}, ${day(written)}`,
  none: 'There is no review to read at the moment.',
  loading: 'Loading reviews',
  failed: 'The reviews could not be loaded. Please check your connection.',
  retry: 'Try Again',
  more: 'Show more',
  report: 'Report this review',
  reportReason: 'What is wrong with it?',
  reportReasons: {
    offensive: 'It is offensive',
    advertising: 'It is advertising',
    private: 'It tells something private',
    other: 'Something else',
  },
  reportNote: 'In your words',
  reportNoteHint: 'Optional. Our editors read it, and nobody else.',
  cancelReport: 'Cancel',
  sendReport: 'Send report',
  sendingReport: 'Sending…',
  reported: 'Mahalo. Our editors will look at this review.',
  write: 'Your review',
  how: (name: string) => `How was ${name}?`,
  words: 'In your words',
  wordsHint: 'If you like, up to 1,000 characters. Your first name and initial stand beside them.',
  noRating: 'Please choose from one to five stars.',
  save: 'Save review',
  saving: 'Saving…',
  saved: 'Mahalo! Your review is in the guide.',
  hidden: 'Your review is saved. Others do not see it, as our editors have hidden it.',
};
