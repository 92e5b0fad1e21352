import type { BookingPlatform, BookingStatus } from '../../../contract/bookings.ts';
import type { Category } from '../../../contract/values.ts';
import { scan } from './en-scan.ts';
import { magicLink, signIn } from './en-sign-in.ts';

const plural = new Intl.PluralRules('en-US');
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
// Days are Hawaiʻi's, wherever the page is rendered or read.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'Pacific/Honolulu' });

/** `1 review`, `12 reviews`. */
const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${plural.select(count) === 'one' ? one : many}`;

const categories: Record<Category, string> = {
  'Activities & Tours': 'Activities & Tours',
  Restaurants: 'Restaurants',
  Accommodations: 'Accommodations',
  Shopping: 'Shopping',
  'Cultural Experiences': 'Cultural Experiences',
};

const platforms: Record<BookingPlatform, string> = {
  fareharbor: 'FareHarbor',
  viator: 'Viator',
  external: 'Operator’s own site',
};

const statuses: Record<BookingStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Every word on screen, by screen. Functions are words with something filled in. */
export const en = {
  shell: {
    skip: 'Skip to main content',
    loading: (product: string) => `Loading ${product}`,
    loadingPage: 'Loading',
    offline: 'Offline',
    offlineBanner: 'Offline mode - Limited functionality',
    limited: 'Limited',
    menu: 'Menu',
    navigation: 'Main',
    home: (product: string) => `${product}, home`,
    since: 'trusted since 1974',
    scriptNeeded: 'This page needs JavaScript. Please turn it on in your browser, then load the page again.',
    close: 'Close',
  },
  navigation: { discover: 'Discover', scan: 'Scan QR', home: 'Home', explore: 'Explore' },
  session: {
    fetchFailed: (status: number) => `Failed to fetch user: API responded with HTTP status ${status}`,
  },
  access: {
    restricted: 'Access Restricted',
    restrictedText: "You don't have permission to access this page.",
    toDashboard: 'Return to Dashboard',
  },
  error: {
    title: 'Oops! Something went wrong',
    text: 'The page could not be shown. Nothing you saved is lost.',
    offline: 'You seem to be offline. Connect to WiFi or mobile data, then try again.',
    retry: 'Try Again',
    home: 'Return to Home',
    notFound: 'This page is off the map',
    notFoundText:
      'The address may be mistyped, or the place may have moved. Search for what you had in mind, or start over.',
  },
  landing: {
    title: 'Go somewhere good today',
    kicker: 'The pocket guide to Hawaiʻi',
    lead: 'Scan the code at your hotel, café or visitor center and see the tours, tables and places its people recommend.',
    start: 'Get Started',
    signIn: 'Sign In',
    bookings: 'Your Bookings',
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
  },
  experience: {
    featured: 'Featured',
    rated: (rating: string) => `Rated ${rating} out of 5`,
    reviews: (count: number) => `(${counted(count, 'review', 'reviews')})`,
    price: 'Price range:',
    commission: (percent: string) => `Commission ${percent}`,
    bookNow: 'Book Now',
    bookExperience: 'Book Experience',
    bookCompact: 'Book',
    signInToBook: 'Sign In to Book',
    signInCompact: 'Sign In',
    learnMore: 'Learn More',
    /** Completes a button's name for those who hear it without its card. */
    about: (name: string) => `: ${name}`,
    opensNewTab: '(opens in a new tab)',
  },
  explore: {
    title: 'Explore Experiences',
    lead: 'Everything in the guide, from first light to last call.',
    searchLabel: 'Search experiences',
    searchHint: 'Snorkel, poke, luau…',
    search: 'Search',
    category: 'Category',
    allCategories: 'All categories',
    categories,
    stats: 'In this list',
    countTile: 'Experiences',
    ratingTile: 'Average rating',
    featuredTile: 'Featured',
    noRating: 'None yet',
    featured: 'Featured Experiences',
    all: 'All Experiences',
    empty: 'No experiences found',
    emptyText: 'Try fewer letters or another category. Spelling without ʻokina and kahakō works too.',
    clear: 'Show all experiences',
    found: (count: number) => `${counted(count, 'experience', 'experiences')} found`,
    scanTitle: 'Standing in front of a code?',
    scanText: 'It opens what the people at that place recommend.',
    scan: 'Scan QR Code',
  },
  place: {
    available: 'Available Experiences',
    none: 'Nothing is listed here yet',
    noneText: 'The people at this place are still choosing. The whole guide is open to you.',
    explore: 'Explore Experiences',
    scanAnother: 'Scan Another QR Code',
  },
  scan,
  signIn,
  magicLink,
  bookings: {
    title: 'Your Bookings',
    empty: 'No bookings yet',
    emptyText: 'When you follow a booking link, it is noted here with its status.',
    explore: 'Explore Experiences',
    platforms,
    statuses,
    amount: 'Amount',
    estimated: 'estimated',
    platform: 'Booked with',
    booked: 'Booked on',
    dollars: (amount: number) => dollars.format(amount),
    date: (instant: string) => day.format(new Date(instant)),
  },
};
