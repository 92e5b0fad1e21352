import type { Role } from '../../../../contract/roles.ts';
import type { Category } from '../../../../contract/values.ts';
import { counted } from './counted.ts';

const categories: Record<Category, string> = {
  'Activities & Tours': 'Activities & Tours',
  Restaurants: 'Restaurants',
  Accommodations: 'Accommodations',
  Shopping: 'Shopping',
  'Cultural Experiences': 'Cultural Experiences',
};

const roles: Record<Role, string> = {
  traveler: 'Traveler',
  partner: 'Partner',
  advertiser: 'Advertiser',
  admin: 'Administrator',
};

/** What comes with the first script: the shell and the public pages. Functions are words with something filled in. */
export const first = {
  shell: {
    skip: 'Skip to main content',
    loading: (product: string) => `Loading ${product}`,
    loadingPage: 'Loading',
    offline: 'Offline',
    offlineBanner: 'Offline mode - Limited functionality',
    limited: 'Limited',
    menu: 'Menu',
    menuFailed: 'The menu could not be loaded. Please try again.',
    navigation: 'Main',
    home: (product: string) => `${product}, home`,
    scriptNeeded: 'This page needs JavaScript. Please turn it on, then load the page again.',
  },
  navigation: {
    discover: 'Discover',
    scan: 'Scan QR',
    home: 'Home',
    explore: 'Explore',
  },
  roles,
  session: {
    fetchFailed: (status: number) => `Failed to fetch user: API responded with HTTP status ${status}`,
  },
  access: {
    authentication: 'Authentication Required',
    authenticationText: 'Please sign in to access this feature.',
    signIn: 'Sign In Required',
    signInText: 'Sign in, and you come straight back to this page.',
    toSignIn: 'Sign In',
    profile: 'Profile Setup Required',
    profileText: 'Please complete your profile setup to continue.',
    toProfile: 'Set up my profile',
    restricted: 'Access Restricted',
    restrictedText: "You don't have permission to access this page.",
    allowed: 'Open to',
    yours: 'Your role',
    toDashboard: 'Return to Dashboard',
  },
  error: {
    title: 'Oops! Something went wrong',
    text: 'Nothing you saved is lost, and our team was automatically notified.',
    offlineTitle: 'No connection here',
    offline: 'You seem to be offline. Connect to WiFi or mobile data, then try again.',
    partTitle: 'This screen could not be loaded',
    reference: 'Error Reference ID',
    retry: 'Try Again',
    home: 'Return to Home',
    report: 'Report This Issue',
    reportUnavailable: 'Failed to send error report. Please try again later.',
    notFound: 'This page is off the map',
    notFoundText: 'The address may be mistyped. Search for what you had in mind, or start over.',
  },
  experience: {
    featured: 'Featured',
    sponsored: 'Sponsored',
    rated: (rating: string) => `Rated ${rating} out of 5`,
    reviews: (count: number) => `(${counted(count, 'review', 'reviews')})`,
    reviewsFailed: 'The reviews could not be loaded. Please check your connection.',
    detailsFailed: 'The details could not be loaded. Please check your connection.',
    price: 'Price range:',
    closed: 'Closed this month',
    commission: (percent: string) => `Commission ${percent}`,
    bookNow: 'Book Now',
    bookExperience: 'Book Experience',
    bookCompact: 'Book',
    signInToBook: 'Sign In to Book',
    signInCompact: 'Sign In',
    learnMore: 'Learn More',
    readMore: 'Read more',
    readLess: 'Show less',
    save: 'Save',
    saveFailed: 'This could not be saved. Please check your connection and try again.',
    /** Completes a button's name for those who hear it without its card. */
    about: (name: string) => `: ${name}`,
  },
  search: {
    searchLabel: 'Search experiences',
    searchHint: 'Snorkel, poke, luau…',
    search: 'Search',
    category: 'Category',
    allCategories: 'All categories',
    categories,
  },
  place: {
    available: 'Available Experiences',
    none: 'Nothing is listed here yet',
    noneText: 'There is nothing to show for this place just now. The whole guide is open to you.',
    explore: 'Explore Experiences',
    keep: 'Keep for offline',
    scanAnother: 'Scan Another QR Code',
    howOrdered: 'How experiences are ordered',
    /** Islands by their English names, where a language has others. */
    islands: {} as Readonly<Record<string, string>>,
  },
};
