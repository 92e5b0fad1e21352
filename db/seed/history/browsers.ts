import type { Random } from '../generated-random.ts';
import { Weighted } from '../generated-random.ts';
import type { GuidePlace } from './guide.ts';

export const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
export const pixel =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';
export const desktop =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36';
const galaxy =
  'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36';
const ipad =
  'Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const program = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const carried = new Weighted(
  [
    { userAgent: iphone, often: 52 },
    { userAgent: pixel, often: 16 },
    { userAgent: galaxy, often: 18 },
    { userAgent: ipad, often: 6 },
    { userAgent: firefox, often: 5 },
    { userAgent: program, often: 2 },
  ],
  ({ often }) => often,
);

/**
 * The browser that a visitor brings, in the place's network or in one of their own. All addresses are of the ranges for
 * documentation, which are nobody's.
 */
export function browserOf(random: Random, number: number, place: GuidePlace) {
  const hex = number.toString(16);
  const isHouse = random.chance(0.45);
  return {
    address: isHouse ? `2001:db8:${place.id.toString(16)}:1::${hex}` : `2001:db8:ff00:${hex}::1`,
    userAgent: carried.draw(random).userAgent,
    isPrivate: random.chance(0.05),
  };
}
