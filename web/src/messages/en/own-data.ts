/** Words of what somebody asks for of their own data: all of it as a file, or that it is erased. */
export const ownData = {
  title: 'Your data',
  lead: 'All that is kept of you is yours: take it with you, or have it erased.',
  download: 'Download my data',
  downloading: 'Asking for your data...',
  downloadHint: 'One JSON file: your account, bookings, reviews, saved places, and what your visits left.',
  erase: 'Erase my account',
  eraseTitle: 'Erase your account?',
  goes: 'Your name, address, sign-ins, saved places, reviews, questions and all else you wrote are erased, and nobody can bring them back.',
  stays: 'Bookings stay as sums under a number that names nobody, since what partners earn rests on them.',
  eraseNow: 'Erase my account and my data',
  erasing: 'Erasing...',
  keep: 'Keep my account',
  signInAgain: 'Sign in again',
  unanswered: 'No answer has come: your account may be erased all the same. Reload this page to see.',
  more: 'What we keep, and how long',
  close: 'Close',
};
