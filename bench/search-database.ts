import { searchListings } from '../server/features/search/lists.store.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { createRandom, type Random } from './decoding/random.ts';
import { generateQueries } from './guide/listings.ts';
import type { Measured } from './measured.ts';
import type { Product } from './product.ts';

const seed = 11;
const queryCount = 500;

/** One slip of the finger in one of the longer words: a letter left out, doubled, changed over with the next, or another one. */
export function misspell(random: Random, text: string): string {
  const words = text.split(' ');
  const long = words.flatMap((word, at) => (word.length >= 5 ? at : []));
  if (long.length === 0) return text;
  const which = random.pick(long);
  const letters = [...words[which]!];
  const at = 1 + Math.floor(random.between(0, letters.length - 2));
  const slips: (() => void)[] = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letters[at]!),
    () => letters.splice(at, 2, letters[at + 1]!, letters[at]!),
    () => letters.splice(at, 1, random.pick([...'aeionkl'])),
  ];
  random.pick(slips)();
  words[which] = letters.join('');
  return words.join(' ');
}

/** Distinct searches as visitors type them, three in ten of them with a slip. */
export function searchesWithSlips(): { words: string; category: string | undefined }[] {
  const random = createRandom(seed);
  const found = new Map<string, { words: string; category: string | undefined }>();
  for (const { search = '', category } of generateQueries(random, queryCount * 2)) {
    const words = (random.chance(0.3) ? misspell(random, search) : search).toLowerCase();
    found.set(`${category} ${words}`, { words, category });
  }
  return [...found.values()].slice(0, queryCount);
}

/** How long the statements of one search take, each of 500 different ones once and again, one after the other. */
export async function measureSearchAtDatabase(database: Product['database']): Promise<Measured> {
  const { db, close } = openDatabase(database, { max: 1, onError: () => {} });
  const searches = searchesWithSlips();
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    for (const { words, category } of searches) {
      const began = performance.now();
      await searchListings(db, { words, category, limit: 24, offset: 0 });
      // The first round fills the caches, as the first minute of a day does.
      if (round > 0) times.push(performance.now() - began);
    }
  }
  await close();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)]!;
  return {
    name: `${searches.length} distinct searches of 10,000 listings at the database, three in ten with a slip`,
    unit: 'ms (p95)',
    figure: at(0.95),
    target: 30,
    atMost: true,
    beside: `median ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, p99 ${at(0.99).toFixed(1)}, slowest ${at(0.9999).toFixed(1)} ms`,
  };
}
