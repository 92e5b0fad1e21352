import { sizes } from './guide/load.ts';
import type { Product } from './product.ts';

const languages = ['en', 'ja'];

/** Every public page a guest can open, and a search of each of many words, so that nothing that is made with pages is left out. */
const paths = [
  '/',
  '/scan',
  '/auth',
  '/offline',
  ...['', '?view=map', '?pages=2', '?pages=3', '?category=Shopping', '?category=Restaurants'].map(
    (query) => `/explore${query}`,
  ),
  ...['sail', 'reef', 'breakfast', 'surf', 'market'].map((word) => `/explore?search=${word}`),
  ...Array.from({ length: sizes.places }, (_, place) => `/location/${place + 1}`),
];

/** Opens every page in every language, four at a time. @returns how many pages that is in each language. */
export async function renderEverything({ port }: Product): Promise<number> {
  const waiting = languages.flatMap((language) => paths.map((path) => ({ path, language })));
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const headers = { accept: 'text/html', 'accept-language': next.language, 'accept-encoding': 'br' };
      const reply = await fetch(`http://localhost:${port}${next.path}`, { headers });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`${next.path} answered with ${reply.status}`);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return paths.length;
}
