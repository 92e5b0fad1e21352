/** Words of the cover. */
export const landing = {
  /** What the guide is, in a sentence: on the cover, and where a page has no description of its own. */
  description:
    'Scan the code at your hotel, café or visitor center and see the tours, tables and places its people recommend.',
  since: 'trusted since 1974',
  kicker: 'The pocket guide to Hawaiʻi',
  start: 'Get Started',
  signIn: 'Sign In',
  signInFailed: 'Sign in failed. Please check your internet connection and try again.',
  /** Where the server knows why a sign-in could not begin, by the code of its refusal. */
  reasons: {
    sign_in_unavailable: 'Authentication service temporarily unavailable. Please try again later or contact support.',
    sign_in_misconfigured: 'OAuth configuration error. Please contact support or try again later.',
    sign_in_all_failed: 'All authentication methods failed. Please try again later or contact support.',
    account_deactivated: 'This account is deactivated. Please contact support.',
    rate_limited: 'Too many requests. Please wait a moment and try again.',
  },
  /** After whoever is here had their account erased. */
  erased: 'Your account is erased.',
  erasedText: 'Nobody can sign in to it any more. What still lies elsewhere of you is being erased now.',
  featuresTitle: 'How it works',
  features: [
    {
      title: 'Scan and discover',
      text: 'Every code belongs to one place and opens the experiences around it. No app to install, no account to make.',
    },
    {
      title: 'Exclusive offers, instant booking',
      text: 'Go straight from a recommendation to the operator’s own calendar, and book in a minute.',
    },
    {
      title: 'Save favorites, track your journey',
      text: 'Sign in with your email to keep what you like and find your bookings in one place.',
    },
  ],
  heritageTitle: 'Half a century of good advice',
  heritage: (product: string) =>
    `${product} comes from people who have published guides to these islands for fifty years. The format has changed. ` +
    'The care with which each entry is chosen has not.',
};
