import { createRandom } from '../decoding/random.ts';
import { generateQueries } from '../guide/listings.ts';
import type { CreateTraffic } from './generator.ts';

export const queryCount = 500;

/** The paths of the distinct searches, the most wanted first. */
export function searchPaths(seed: number): string[] {
  const queries = generateQueries(createRandom(seed), queryCount);
  return queries.map((query) => `/api/business-listings?${new URLSearchParams({ ...query, limit: '20' })}`);
}

/** Guests who search, or with a session cookie somebody who is signed in; which search is drawn by Zipf's law. */
export const createTraffic: CreateTraffic<{ port: number; seed: number; cookie?: string }> = ({
  port,
  seed,
  cookie,
}) => {
  const random = createRandom(seed + 1);
  const paths = searchPaths(seed);
  const weights = paths.map((_, rank) => 1 / (rank + 1));
  const sums = weights.map(
    (
      (sum) => (weight: number) =>
        (sum += weight)
    )(0),
  );
  const total = sums.at(-1)!;
  return {
    next: () => {
      const drawn = random.between(0, total);
      const path = paths[sums.findIndex((sum) => drawn < sum)]!;
      return {
        request:
          `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${cookie ? `cookie: ${cookie}\r\n` : ''}` +
          'user-agent: Mozilla/5.0 (iPhone) Safari/605\r\n\r\n',
        judge: ({ status }) => (status === 200 ? undefined : `a search answered with ${status}`),
      };
    },
  };
};
