import type { ListingFacts } from '../../contract/listing-facts-form.ts';
import type { OwnListingContent } from '../../contract/own-listings.ts';
import type { PriceRange } from '../../contract/values.ts';

/** A listing that the demo's advertiser makes in the days that pass, with pictures by the names of the guide's own. */
export interface AdvertisedListing {
  key: string;
  content: OwnListingContent;
  pictures: readonly { of: string; words: string }[];
}

/** What is agreed for a listing that an advertiser makes, unless an administrator agrees another: a fraction of a booking's amount. */
export const agreedRate = 0.12;

const noFacts: ListingFacts = {
  ...{ open_months: null, steps: null, transfer: null, hearing: null, sensory: null },
  ...{ meeting_point: null, meeting_latitude: null, meeting_longitude: null },
};
const common = {
  ...{ name_ja: null, description_ja: null, website_url: null },
  ...{ category: 'Cultural Experiences' as const, price_range: '$$' as PriceRange },
  ...noFacts,
};

/** One is live, and the campaign of it is shown in every list. */
export const starCanoe: AdvertisedListing = {
  key: 'star-canoe-evenings',
  content: {
    ...common,
    name: 'Star Canoe Evenings',
    description:
      'A double canoe that calls at a harbor of each island, and an hour on its deck after dark: how the old voyagers steered by rising stars, swell and birds, told by two who have sailed it to Tahiti and back.',
    name_ja: '星のカヌーの夕べ',
    description_ja:
      '島々の港をめぐる双胴のカヌーの甲板で、日が暮れてからの一時間。昇る星とうねりと鳥をたよりに海を渡った航海者たちの話を、タヒチまで往復した二人が語ります。',
    subcategory: 'Voyaging canoe',
    booking_url: 'https://fareharbor.com/embeds/book/starcanoe/items/455210/?full-items=yes',
    website_url: 'https://starcanoe.example/',
    address: 'Pier 60, Honolulu, HI 96819',
    latitude: 21.3177,
    longitude: -157.8865,
    phone: '808-555-0190',
    open_months: [1, 2, 3, 4, 5, 9, 10, 11, 12],
    ...{ steps: 'few', transfer: 'helped', hearing: 'written', sensory: 'dark' },
    meeting_point: 'At the red lantern on the pier, beside the harbor office',
    ...{ meeting_latitude: 21.3179, meeting_longitude: -157.8861 },
  },
  pictures: [
    { of: 'kawaihae-voyaging-sail', words: 'A double canoe under sail in the evening' },
    { of: 'kamuela-night-sky-house', words: 'Stars above the harbor' },
  ],
};

/** One was live, and rests until its season. */
export const lavaWalk: AdvertisedListing = {
  key: 'rim-lantern-walk',
  content: {
    ...common,
    name: 'Rim Lantern Walk',
    description:
      'Two slow miles along the crater rim after closing time, with a lantern for each of eight guests. Steam, ferns, and the glow where there is one. It rests in the wettest months, when the path is under water.',
    category: 'Activities & Tours',
    subcategory: 'Walking',
    booking_url: 'https://fareharbor.com/embeds/book/rimlantern/items/461877/?full-items=yes',
    address: 'Crater Rim Drive, Volcano, HI 96785',
    ...{ latitude: 19.4294, longitude: -155.2572, phone: '808-555-0191' },
    open_months: [4, 5, 6, 7, 8, 9, 10],
    ...{ steps: 'none', transfer: 'unaided', hearing: 'none', sensory: 'calm' },
    meeting_point: 'Under the eaves of the visitor center, at the left of its doors',
  },
  pictures: [{ of: 'volcano-rim-naturalist', words: 'The crater rim at dusk' }],
};

/** One waits for an administrator. */
export const taroSupper: AdvertisedListing = {
  key: 'keanae-taro-supper',
  content: {
    ...common,
    name: 'Keʻanae Taro Supper',
    description:
      'One long table beside the flooded fields, twelve chairs, and whatever the valley gave that day: taro in four ways, river prawns, breadfruit from the fire. The family that grows it sits down with you.',
    category: 'Restaurants',
    ...{ subcategory: 'Farm table', price_range: '$$$' },
    booking_url: 'https://www.viator.com/tours/Maui/Keanae-Taro-Supper/d671-9907190P1',
    address: '10 Keʻanae Road, Haʻikū, HI 96708',
    ...{ latitude: 20.8622, longitude: -156.1452, phone: '808-555-0192' },
    ...{ steps: 'many', transfer: 'helped', sensory: 'calm' },
  },
  pictures: [{ of: 'waikapu-taro-morning', words: 'Flooded taro fields below the valley' }],
};

/** One was declined. */
export const cliffJump: AdvertisedListing = {
  key: 'hidden-cove-jump',
  content: {
    ...common,
    name: 'Hidden Cove Cliff Jump',
    description:
      'A short scramble to a ledge above deep water that few visitors know. Our guides jump first, show you where the bottom is, and film all of it. For strong swimmers above sixteen, in calm weather alone.',
    category: 'Activities & Tours',
    subcategory: 'Swimming',
    booking_url: 'https://fareharbor.com/embeds/book/coveleap/items/470013/?full-items=yes',
    address: 'Kealia Road, Kapaʻa, HI 96746',
    ...{ latitude: 22.1011, longitude: -159.3042, phone: '808-555-0193' },
  },
  pictures: [],
};

/** One is still being written. */
export const cloudWalk: AdvertisedListing = {
  key: 'cloud-line-walk',
  content: {
    ...common,
    name: 'Cloud Line Walk',
    description:
      'Up through the ʻōhiʻa to where the cloud begins, with somebody who knows each bird by its voice. Slow, wet and worth it; rain coats and boots are in the van. Our words for the last mile are still to come.',
    category: 'Activities & Tours',
    subcategory: 'Walking',
    booking_url: 'https://fareharbor.com/embeds/book/cloudline/items/472204/?full-items=yes',
    address: 'Kōkeʻe Road, Waimea, HI 96796',
    ...{ latitude: 22.1294, longitude: -159.6553, phone: '808-555-0194' },
  },
  pictures: [],
};

export const advertisedListings: readonly AdvertisedListing[] = [starCanoe, lavaWalk, taroSupper, cliffJump, cloudWalk];

/** What the advertiser tells of listings that the guide has had from the start, by their keys. */
export const advertisedFacts: Readonly<Record<string, Partial<ListingFacts>>> = {
  'kaimana-reef-swims': {
    ...{ steps: 'few', transfer: 'helped', hearing: 'none', sensory: 'calm' },
    meeting_point: 'On the grass beside the lifeguard tower, under the hau tree',
    ...{ meeting_latitude: 21.2645, meeting_longitude: -157.8211 },
  },
  'kuhio-canoe-rides': {
    ...{ steps: 'none', transfer: 'helped', sensory: 'loud' },
    meeting_point: 'At the stand with the yellow paddles',
  },
  'koolau-bay-sails': { steps: 'many', transfer: 'none', hearing: 'written', sensory: 'bright' },
  'slack-key-sundown': { steps: 'none', transfer: 'unaided', hearing: 'loop', sensory: 'calm' },
  'kona-manta-night': {
    ...{ steps: 'few', transfer: 'none', hearing: 'written', sensory: 'dark' },
    meeting_point: 'Slip 16 of the harbor, beside the fuel dock',
  },
  'maalaea-humpback-listening': {
    open_months: [1, 2, 3, 4, 11, 12],
    steps: 'few',
    transfer: 'helped',
    hearing: 'captions',
  },
};
