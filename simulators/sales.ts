import { randomUUID } from 'node:crypto';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import type { Books, Sale } from './books.ts';
import { platformNamed, platformOf, type SimulatedPlatform } from './platforms.ts';

/** What can be booked by a link. */
export interface Offer {
  /** The link, without what it says of us. */
  link: string;
  title: string;
  /** For one guest, before tax. */
  cents: number;
  /** Share that goes to whose link it was. */
  rate: number;
}

/** What somebody books. */
export type Order = Pick<
  Sale,
  'host' | 'path' | 'click' | 'affiliate' | 'isSilent' | 'name' | 'email' | 'guests' | 'day' | 'time'
>;

const unknownCents = 8_900;

/** What a link offers; of one that nobody has told of, what its address says. */
export function offerOf(offers: readonly Offer[], host: string, path: string): Offer {
  const link = `https://${host}${path}`;
  const known = offers.find((one) => isSamePage(one.link, link));
  if (known) return known;
  const platform = platformOf(host);
  const { supplier, item } = platform.offered(host, path);
  const words = path.split('/').findLast((part) => /^[a-z]+(-[a-z]+)+/i.test(part)) ?? `${supplier || host} ${item}`;
  return { link, title: words.replaceAll('-', ' '), cents: unknownCents, rate: platform.rate };
}

const isSamePage = (one: string, other: string) => pageOf(one) === pageOf(other);
const pageOf = (link: string) => {
  const { hostname, pathname } = new URL(link);
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/*$/, '')}`.toLowerCase();
};

/** What so many guests pay for an offer, with how much of it is tax. */
export function priceOf({ link, cents }: Offer, guests: number): Pick<Sale, 'cents' | 'taxCents'> {
  const taxCents = Math.round(cents * guests * platformOf(new URL(link).hostname).tax);
  return { cents: cents * guests + taxCents, taxCents };
}

/** What a booking that is made is called; drawn by chance where nobody says it. */
export type Named = Pick<Sale, 'id' | 'reference'>;

/** Books. @returns the booking, or undefined where the books are full */
export function book(books: Books, offer: Offer, order: Order, now: Date, named?: Named): Sale | undefined {
  if (books.isFull) return undefined;
  const platform = platformOf(order.host);
  const at = now.toISOString();
  const { title, rate } = offer;
  return books.keep({
    ...{ ...(named ?? draw(books, platform)), change: 1, platform: platform.name },
    ...{ ...order, ...platform.offered(order.host, order.path), title, rate, ...priceOf(offer, order.guests) },
    ...{ status: 'booked', rebookedFrom: null, rebookedTo: null, bookedAt: at, changedAt: at },
  });
}

const draw = (books: Books, platform: SimulatedPlatform): Named => ({
  id: randomUUID(),
  reference: unusedReference(books, platform),
});

function unusedReference(books: Books, { newReference }: { newReference(): string }): string {
  const used = new Set(books.sales.map(({ reference }) => reference));
  let reference = newReference();
  while (used.has(reference)) reference = newReference();
  return reference;
}

/** Whether a link of the guide's led to it: of others a platform tells it nothing. */
export const isTold = ({ click, affiliate }: Sale): boolean => click !== null || affiliate !== null;

/** Whether a booking can still be cancelled or put off: it stands, and its day is not over. */
export const isOpen = ({ status, day }: Sale, now: Date): boolean => status === 'booked' && day >= hawaiiDay(now);

/** Cancels a booking that stands. @returns what has changed, in the order in which it is told */
export function cancel(books: Books, sale: Sale, now: Date): Sale[] {
  if (!isOpen(sale, now) || books.isFull) return [];
  return [books.keep(changed(sale, { status: 'cancelled' }, now))];
}

/**
 * Puts a booking off to another day. Where the platform rebooks, that cancels it and makes another one of it.
 * @returns what has changed, in the order in which it is told; the last one is the booking that stands
 */
export function putOff(books: Books, sale: Sale, day: string, now: Date, named?: Named): Sale[] {
  if (!isOpen(sale, now) || day === sale.day || books.isFull) return [];
  const platform = platformNamed(sale.platform);
  if (!platform.rebooks) return [books.keep(changed(sale, { day }, now))];
  const at = now.toISOString();
  const next: Sale = {
    ...{ ...sale, ...(named ?? draw(books, platform)), change: 1, day },
    ...{ rebookedFrom: sale.id, bookedAt: at, changedAt: at },
  };
  return [books.keep(changed(sale, { status: 'rebooked', rebookedTo: next.id }, now)), books.keep(next)];
}

const changed = (sale: Sale, change: Partial<Sale>, now: Date): Sale => ({
  ...sale,
  ...change,
  change: sale.change + 1,
  changedAt: now.toISOString(),
});
