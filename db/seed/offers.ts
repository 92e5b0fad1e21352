import type { Offer } from '../../simulators/sales.ts';
import { advertisedListings, agreedRate } from './advertised.ts';
import { fares } from './generated-visitors.ts';
import { seed } from './world.ts';

const advertised = advertisedListings.map(({ content }) => ({ ...content, commission_rate: agreedRate }));

/** What booking links of the demo's listings offer, each at a price of its own within its range. */
export const offers: readonly Offer[] = [...seed.listings, ...advertised].flatMap((listing) => {
  const { booking_url, name, price_range, commission_rate } = listing;
  if (booking_url === null) return [];
  const [from, to] = fares[price_range];
  const letters = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
  const cents = (from + (letters % (to - from + 1))) * 100;
  return [{ link: booking_url, title: name, cents, rate: commission_rate }];
});
