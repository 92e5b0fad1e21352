import type { Category } from '../../contract/values.ts';

/** Towns and bays with the middle of each, by which a listing is found and placed. */
export const towns: readonly [string, number, number][] = [
  ['Waikīkī', 21.28, -157.83],
  ['Kailua', 21.4, -157.74],
  ['Lanikai', 21.39, -157.72],
  ['Haleʻiwa', 21.59, -158.1],
  ['Kāneʻohe', 21.41, -157.8],
  ['Waimānalo', 21.34, -157.71],
  ['Kapolei', 21.33, -158.08],
  ['Mānoa', 21.31, -157.81],
  ['Kakaʻako', 21.3, -157.86],
  ['Waimea', 21.64, -158.06],
  ['Hanauma Bay', 21.27, -157.69],
  ['Kapiʻolani', 21.27, -157.82],
  ['Lāhainā', 20.87, -156.68],
  ['Kīhei', 20.76, -156.45],
  ['Wailea', 20.69, -156.44],
  ['Pāʻia', 20.9, -156.37],
  ['Makawao', 20.86, -156.31],
  ['Hāna', 20.76, -155.99],
  ['Kula', 20.79, -156.33],
  ['Wailuku', 20.89, -156.5],
  ['Mākena', 20.65, -156.44],
  ['Kāʻanapali', 20.92, -156.69],
  ['Hilo', 19.72, -155.09],
  ['Kailua-Kona', 19.64, -155.99],
  ['Hōnaunau', 19.42, -155.91],
  ['Kealakekua', 19.52, -155.92],
  ['Volcano', 19.43, -155.24],
  ['Waimea Town', 20.02, -155.67],
  ['Hāwī', 20.24, -155.83],
  ['Hōlualoa', 19.62, -155.95],
  ['Pāhoa', 19.49, -154.95],
  ['Waipiʻo', 20.12, -155.59],
  ['Hanalei', 22.2, -159.5],
  ['Princeville', 22.22, -159.48],
  ['Poʻipū', 21.88, -159.46],
  ['Kōloa', 21.91, -159.47],
  ['Kapaʻa', 22.08, -159.32],
  ['Līhuʻe', 21.98, -159.37],
  ['Hanapēpē', 21.91, -159.59],
  ['Kīlauea', 22.21, -159.41],
];

/** What stands in front of a name: hours, winds, plants, colours. */
export const qualities =
  'Sunrise Sunset Moonlit Golden Quiet Blue Windward Leeward Lehua Plumeria Koa Hala Kukui Pīkake Maile Kona Trade-Wind Old Hidden Upper Little Green Coral Starlit Early'.split(
    ' ',
  );

/** Families and hosts after whom half of all places are named. */
export const hosts =
  'Kealoha Nakamura Kahananui Akana Pereira Kalua Ito Medeiros Keola Wong Kaimana Aluli Santos Puʻuwai Kamaka Lum Naone Fujii Makoa Cabral Hoʻopiʻi Kim Leilani Mahoe Tanaka'.split(
    ' ',
  );

/** Per category: kinds (the subcategory) with what such a place calls itself. */
export const kinds: Record<Category, readonly [string, string][]> = {
  'Activities & Tours': [
    ['Snorkeling', 'Snorkel'],
    ['Sailing', 'Catamaran Sail'],
    ['Surfing', 'Surf School'],
    ['Canoe', 'Outrigger Canoe'],
    ['Whale watching', 'Whale Watch'],
    ['Manta rays', 'Manta Night Swim'],
    ['Zipline', 'Zipline'],
    ['Hiking', 'Ridge Hike'],
    ['Kayaking', 'Kayak Tour'],
    ['Stargazing', 'Summit Stargazing'],
    ['Helicopter', 'Helicopter Flight'],
    ['Horseback', 'Trail Ride'],
  ],
  Restaurants: [
    ['Poke', 'Poke Bar'],
    ['Plate lunch', 'Plate Lunch'],
    ['Shave ice', 'Shave Ice'],
    ['Coffee', 'Coffee House'],
    ['Fish', 'Fish Grill'],
    ['Bakery', 'Malasada Bakery'],
    ['Fine dining', 'Farm Table'],
    ['Food truck', 'Shrimp Truck'],
  ],
  Accommodations: [
    ['Inn', 'Garden Inn'],
    ['Cottage', 'Beach Cottage'],
    ['Hotel', 'Hotel'],
    ['Bed and breakfast', 'Breakfast Lānai'],
    ['Farm stay', 'Coffee Farm Stay'],
  ],
  Shopping: [
    ['Aloha shirts', 'Aloha Shirts'],
    ['Farmers market', 'Farmers Market'],
    ['Lei', 'Lei Stand'],
    ['Woodwork', 'Koa Woodwork'],
    ['ʻUkulele', 'ʻUkulele Workshop'],
  ],
  'Cultural Experiences': [
    ['Lūʻau', 'Lūʻau'],
    ['Hula', 'Hula Hālau'],
    ['Fishpond', 'Fishpond Workday'],
    ['Museum', 'Museum'],
    ['Kapa', 'Kapa Making'],
    ['Taro', 'Kalo Farm Visit'],
  ],
};

/** Sentences of descriptions; two or three make one. */
export const sentences: readonly string[] = [
  'Six people to a guide, masks and towels on board, and fruit cut on the way home.',
  'Meet at the boat ramp at seven, before the wind turns the water.',
  'The family has done this for four generations and tells the story while they work.',
  'Bring a light jacket: it is cold at the top, and clearer than anywhere you have been.',
  'Everything on the plate grew within five miles, or was caught the same morning.',
  'Children under eight come free, and the shallow end is theirs.',
  'Most mornings a green turtle grazes along the wall, close enough to hear it breathe.',
  'Slow afternoons, live slack-key guitar on Fridays, and a breeze through the screens.',
  'You leave with what you made, wrapped in a tī leaf, and with the recipe.',
  'The trail is muddy after rain; shoes with a grip are worth more than a good camera.',
  'Parking is scarce, so come by bus or walk along the water from the pier.',
  'Reservations help from June to August; the rest of the year just come by.',
  'Kūpuna sit with you for the last hour and correct your hands, kindly.',
  'Hot malasadas from six, and usually gone by ten.',
];
