import { completeTravelled } from '../../../server/features/bookings/bookings.ts';
import { releasePayable } from '../../../server/features/commission/commission.ts';
import { platformOf } from '../../../simulators/platforms.ts';
import { book, cancel, type Named, offerOf, putOff } from '../../../simulators/sales.ts';
import { offers } from '../offers.ts';
import { findClickOf, type GuideListing } from './guide.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';
import { nextHour } from './rhythm.ts';

/** What somebody books on its platform. */
export interface Order {
  reference: string;
  guests: number;
  /** Of Hawaiʻi, as `2026-11-21` and `08:30`. */
  day: string;
  time: string;
  /** The news of it does not say by which link it was booked. */
  isSilent?: boolean;
}

/** Whose booking page a listing's link leads to. */
export const platformOfListing = ({ booking_url }: GuideListing) => platformOf(new URL(booking_url!).hostname).name;

/** Books on the simulated platform by the link that was followed last; what was booked before a stop is not booked again. */
export const sell = (at: number, person: Person, listing: GuideListing, { reference, ...order }: Order): Act[] =>
  changing(at, listing, async (past) => {
    const { hostname: host, pathname: path } = new URL(listing.booking_url!);
    const click = await findClickOf(past.db, person.email, listing.id);
    const named = nameOf(past, reference);
    if (!click || past.books.sale(named.id)?.click === click) return;
    const who = { name: person.name, email: person.email };
    const link = { host, path, click, affiliate: affiliateOf(past, listing) };
    book(past.books, offerOf(offers, host, path), { isSilent: false, ...link, ...who, ...order }, past.now(), named);
  });

/** Cancels a booking on its platform. */
export const callOff = (at: number, listing: GuideListing, reference: string): Act[] =>
  changing(at, listing, async (past) => {
    const sale = past.books.sale(nameOf(past, reference).id);
    if (sale) cancel(past.books, sale, past.now());
  });

/** Puts a booking off on its platform, which may make another one of it. */
export const move = (
  at: number,
  listing: GuideListing,
  reference: string,
  to: Pick<Order, 'reference' | 'day'>,
): Act[] =>
  changing(at, listing, async (past) => {
    const sale = past.books.sale(nameOf(past, reference).id);
    if (sale) putOff(past.books, sale, to.day, past.now(), nameOf(past, to.reference));
  });

/**
 * Something changes in a platform's books, and it tells of that in its way: FareHarbor at once, Viator when its feed is read within the
 * hour; the others by their statements alone.
 */
function changing(at: number, listing: GuideListing, change: (past: Past) => Promise<void>): Act[] {
  const platform = platformOfListing(listing);
  const act: Act = {
    at,
    do: async (past) => {
      await change(past);
      if (platform === 'fareharbor') await tell(past);
    },
  };
  return platform === 'viator' ? [act, { at: nextHour(at), do: (past) => past.readFeed() }] : [act];
}

/** What each night does: who has travelled is done with it, and what has waited for its day becomes payable. */
export const completeDay = (at: number): Act => ({
  at,
  do: async (past) => {
    await completeTravelled(past, past.now());
    await releasePayable(past, past.now());
  },
});

/** Tells of what has changed at this moment, again where that was before a stop. */
async function tell(past: Past): Promise<void> {
  const now = past.now().toISOString();
  const isNew = ({ platform, changedAt }: { platform: string; changedAt: string }) =>
    platform === 'fareharbor' && changedAt === now;
  for (const sale of past.books.changes.filter(isNew)) await past.bringWebhook(sale);
}

function affiliateOf({ settings }: Past, listing: GuideListing): string | null {
  const ours = {
    fareharbor: settings.fareharbor.affiliate,
    viator: settings.viator.partnerId,
    getyourguide: settings.getyourguide.partnerId,
    operator: undefined,
  };
  return ours[platformOfListing(listing)] ?? null;
}

/** The same each time, so that a booking is found again; nobody else guesses where its page is. */
function nameOf(past: Past, reference: string): Named {
  const hex = Buffer.from(past.keyOf(`sale ${reference}`), 'base64url').toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return { id, reference };
}
