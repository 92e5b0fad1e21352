import { type Category, categories, type PriceRange, priceRanges } from '../../contract/values.ts';
import type { Random } from '../decoding/random.ts';
import { hosts, kinds, qualities, sentences, towns } from './words.ts';

export interface GeneratedListing {
  name: string;
  category: Category;
  subcategory: string;
  description: string;
  address: string;
  phone: string;
  website_url: string;
  booking_url: string;
  image_url: string;
  image_color: string;
  latitude: number;
  longitude: number;
  price_range: PriceRange;
  is_featured: boolean;
}

/** A listing with believable words; two of one name may occur, as they do. */
export function generateListing(random: Random, number: number): GeneratedListing {
  const category = random.pick(categories);
  const [subcategory, calls] = random.pick(kinds[category]);
  const [town, latitude, longitude] = random.pick(towns);
  const first = random.chance(0.5) ? town : random.pick(hosts);
  const name = random.chance(0.6) ? `${first} ${random.pick(qualities)} ${calls}` : `${first} ${calls}`;
  const site = `${name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}${number}`;
  return {
    name,
    category,
    subcategory,
    description: `${name} in ${town}. ${chooseSentences(random)}`,
    address: `${Math.floor(random.between(1, 4000))} ${random.pick(hosts)} Street, ${town}, HI`,
    phone: `808-555-${String(number % 10_000).padStart(4, '0')}`,
    website_url: `https://${site}.example/`,
    booking_url: `https://fareharbor.com/embeds/book/${site}/items/${100_000 + number}/?full-items=yes`,
    image_url: `/pictures/${site}.avif`,
    image_color: `#${Math.floor(random.between(0, 0x1000000)).toString(16).padStart(6, '0')}`,
    latitude: latitude + random.between(-0.02, 0.02),
    longitude: longitude + random.between(-0.02, 0.02),
    price_range: random.pick(priceRanges),
    is_featured: random.chance(0.02),
  };
}

function chooseSentences(random: Random): string {
  const chosen = new Set<string>();
  while (chosen.size < 2 || (chosen.size < 3 && random.chance(0.3))) chosen.add(random.pick(sentences));
  return [...chosen].join(' ');
}

/**
 * Distinct searches as visitors type them: a word or two of names, kinds and towns, half of them without accents, some
 * within a category, and the plain categories themselves. The first are the most wanted.
 */
export function generateQueries(random: Random, count: number): { search?: string; category?: Category }[] {
  const found = new Map<string, { search?: string; category?: Category }>();
  const add = (query: { search?: string; category?: Category }) => found.set(JSON.stringify(query), query);
  add({});
  for (const category of categories) add({ category });
  while (found.size < count) {
    const category = random.pick(categories);
    const [subcategory, calls] = random.pick(kinds[category]);
    const [town] = random.pick(towns);
    const words = random.pick([
      town,
      subcategory,
      `${town} ${subcategory}`,
      `${random.pick(hosts)} ${calls}`,
      `${random.pick(qualities)} ${town}`,
    ]);
    const typed = random.chance(0.5)
      ? words
          .normalize('NFD')
          .replace(/[\u0300-\u036fʻ]/g, '')
          .toLowerCase()
      : words;
    add(random.chance(0.25) ? { search: typed, category } : { search: typed });
  }
  return [...found.values()];
}
