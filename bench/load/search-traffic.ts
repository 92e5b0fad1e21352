import { createRandom } from '../decoding/random.ts';
import { generateQueries } from '../guide/listings.ts';
import type { CreateTraffic } from './generator.ts';

export const queryCount = 500;

/** The paths of the distinct searches, the most wanted first. */
export function searchPaths(seed: number): string[] {
  const queries = generateQueries(createRandom(seed), queryCount);
  return queries.map((query) => `/api/business-listings?${new URLSearchParams({ ...query, limit: '20' })}`);
}

/**
 * What our page in a phone's browser sends with a search: from the guide, by a script.
 */
const fromOurPage = (port: number) =>
  `host: localhost:${port}\r\nreferer: http://localhost:${port}/explore\r\naccept: */*\r\naccept-encoding: gzip, deflate, br\r\n` +
  'accept-language: en-US,en;q=0.9\r\nsec-fetch-dest: empty\r\nsec-fetch-mode: cors\r\nsec-fetch-site: same-origin\r\n' +
  'user-agent: Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15\r\n';

/** Draws a path by Zipf's law, each time another. */
export function drawPaths(seed: number): () => string {
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
  return () => {
    const drawn = random.between(0, total);
    return paths[sums.findIndex((sum) => drawn < sum)]!;
  };
}

/** People who search, each with one of the cookies their browsers have. */
export const createTraffic: CreateTraffic<{ port: number; seed: number; cookies: string[] }> = ({
  port,
  seed,
  cookies,
}) => {
  const draw = drawPaths(seed);
  const headers = fromOurPage(port);
  let sent = 0;
  return {
    next: () => ({
      request: `GET ${draw()} HTTP/1.1\r\n${headers}cookie: ${cookies[sent++ % cookies.length]}\r\n\r\n`,
      judge: ({ status }) => (status === 200 ? undefined : `a search answered with ${status}`),
    }),
  };
};
