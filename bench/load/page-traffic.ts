import { createRandom } from '../decoding/random.ts';
import { codeOf } from '../guide/load.ts';
import type { CreateTraffic } from './generator.ts';

/** Of ten visitors so many come for the first time; the others bring the cookie that an earlier answer set. */
const newOfTen = 7;
const keptCookies = 1_000;

/** One in five reads Japanese; the others are Americans, with a few from elsewhere. */
const languages = ['en-US,en;q=0.9', 'en-US,en;q=0.9', 'en-US,en;q=0.9', 'en-GB,en;q=0.9', 'ja-JP,ja;q=0.9,en;q=0.8'];

const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

/** What a phone's browser sends when its camera opens an address. */
const navigation =
  'sec-fetch-dest: document\r\nsec-fetch-mode: navigate\r\nsec-fetch-site: none\r\nsec-fetch-user: ?1\r\n' +
  'upgrade-insecure-requests: 1\r\naccept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n' +
  `accept-encoding: gzip, deflate, br\r\nuser-agent: ${userAgent}\r\n`;

/**
 * Phones whose cameras open a place's printed code: `/location/7?qr=...`, of so many places from the first on. An answer is right when it has `status`; a page
 * must also be compressed, and a new visitor be given a cookie. `notes` counts the answers since the traffic was made.
 */
export const createTraffic: CreateTraffic<{ places: number; seed: number; status: number; first?: number }> = ({
  places,
  seed,
  status: expected,
  first = 1,
}) => {
  const random = createRandom(seed);
  const cookies: string[] = [];
  const distinct = [...new Set(languages)];
  let answered = 0;
  let sent = 0;
  return {
    next: () => {
      // Each page in each language once, as on a server that runs for weeks; from then on at random.
      const isFirstRound = sent < places * distinct.length;
      const place = first + (isFirstRound ? sent % places : Math.floor(random.between(0, places)));
      const language = isFirstRound
        ? distinct[Math.floor(sent / places)]!
        : languages[Math.floor(random.between(0, languages.length))]!;
      sent += 1;
      const isNew = cookies.length === 0 || random.between(0, 10) < newOfTen;
      const cookie = isNew ? '' : `cookie: ${cookies[Math.floor(random.between(0, cookies.length))]}\r\n`;
      return {
        request:
          `GET /location/${place}?qr=${codeOf(place)} HTTP/1.1\r\nhost: localhost\r\n` +
          `${navigation}accept-language: ${language}\r\n${cookie}\r\n`,
        judge: ({ status, bytes, bodyAt }) => {
          if (status !== expected) return `a page answered with ${status}`;
          answered += 1;
          if (expected !== 200) return undefined;
          const head = bytes.toString('latin1', 0, bodyAt);
          if (!head.includes('content-encoding: br')) return 'a page that was not compressed';
          const given = head.match(/set-cookie: ((?:__Host-)?visit=[^;]+)/)?.[1];
          if (isNew && !given) return 'a new visitor was given no cookie';
          if (given && cookies.length < keptCookies) cookies.push(given);
          return undefined;
        },
      };
    },
    notes: () => ({ answered }),
  };
};
