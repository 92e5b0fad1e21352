import { assumedAmountCents } from '../../server/features/bookings/bookings.ts';
import type { Random, Weighted } from './generated-random.ts';
import {
  type BookingRow,
  type ClickRow,
  type GeneratedRows,
  newRows,
  type ScanRow,
  type Visit,
} from './generated-rows.ts';
import type { BookableListing, PrintedCode } from './generated-world.ts';

const secondMs = 1_000;
const dayMs = 86_400_000;

const newVisitorChance = 0.45;
const repeatChance = 0.1;
const usualBookingChance = 0.08;
/** Of those who follow a booking link; the others think again, and no platform ever tells of them. */
const bookedChance = 0.72;
const cancelledChance = 0.1;

/** Dollars a person pays, from and to. */
export const fares = { $: [18, 38], $$: [38, 70], $$$: [70, 130], $$$$: [130, 290] } as const;

/** What a visitor does around a scan, how often for each scan. */
const habits = [
  { type: 'map_initialized', often: 0.22 },
  { type: 'location_permission_granted', often: 0.12 },
  { type: 'location_permission_denied', often: 0.05 },
  { type: 'map_pin_clicked', often: 0.16 },
  { type: 'advertiser_content_view', often: 0.2 },
  { type: 'listing_impression', often: 0.4 },
  { type: 'external_navigation', often: 0.06 },
  { type: 'smart_suggestions_displayed', often: 0.04 },
] as const;

/**
 * The people of a generated year: they arrive, scan the codes of one island for some days, and book now and then.
 * Everything follows from the random numbers, in the order of time.
 */
export class Visitors {
  readonly #random: Random;
  readonly #codes: Weighted<PrintedCode>;
  readonly #until: number;
  readonly #bookingChance: number;
  /** Those who are on an island now. */
  readonly #present = new Map<string, Visit[]>();
  #visits = 0;
  #travelers = 0;
  #clicks = 0;
  #last: { visit: Visit; code: PrintedCode; at: number } | undefined;
  rows: GeneratedRows = newRows();

  constructor(random: Random, codes: Weighted<PrintedCode>, until: Date, bookingChance = usualBookingChance) {
    this.#random = random;
    this.#codes = codes;
    this.#until = until.getTime();
    this.#bookingChance = bookingChance;
  }

  /** One scan at about this instant (milliseconds), with what follows from it. */
  scan(at: number): void {
    const random = this.#random;
    const last = this.#last;
    const again = last && random.chance(repeatChance);
    const code = again ? last.code : this.#codes.draw(random);
    const visit = again ? last.visit : this.#visitorOn(code.island, at);
    const scannedAt = again ? Math.min(last.at + random.whole(4, 900) * secondMs, this.#until - 1) : at;
    const counted = scannedAt - (visit.countedAt.get(code.id) ?? -Infinity) >= 600 * secondMs;
    if (counted) visit.countedAt.set(code.id, scannedAt);
    this.#last = { visit, code, at: scannedAt };
    const scan: ScanRow = { visit, code, at: scannedAt, counted, camera: random.chance(0.7) };
    this.rows.scans.push(scan);
    for (const { type, often } of habits) if (random.chance(often)) this.#event(type, scan, random.whole(5, 400));
    if (!code.listings.isEmpty && random.chance(this.#bookingChance)) this.#followLink(scan);
  }

  #visitorOn(island: string, at: number): Visit {
    const random = this.#random;
    const present = this.#present.get(island) ?? [];
    this.#present.set(island, present);
    const isNew = random.chance(newVisitorChance);
    while (!isNew && present.length > 0) {
      const index = random.whole(0, present.length - 1);
      const visit = present[index]!;
      if (visit.leavesAt > at) return visit;
      present[index] = present.at(-1)!;
      present.pop();
    }
    const stays = random.whole(1, 9) * dayMs * random.next();
    const leavesAt = Math.min(at + stays, this.#until - 1);
    const kind = random.next();
    const audience = kind < 0.004 ? 'staff' : kind < 0.02 ? 'bot' : 'visitor';
    const visit: Visit = {
      number: this.#visits++,
      id: 0,
      traveler: null,
      cameAt: at,
      leavesAt,
      audience,
      countedAt: new Map(),
    };
    present.push(visit);
    this.rows.visits.push(visit);
    return visit;
  }

  /** A traveler signs in and follows a booking link; what becomes of it depends on how long ago that was. */
  #followLink(scan: ScanRow): void {
    const random = this.#random;
    const at = scan.at + random.whole(40, 1_500) * secondMs;
    if (at >= this.#until) return;
    const { visit } = scan;
    if (visit.traveler === null) {
      visit.traveler = this.#travelers++;
      this.rows.travelers.push({ number: visit.traveler, visit, at });
    }
    const listing = scan.code.listings.draw(random);
    const click: ClickRow = { number: this.#clicks++, scan, listing, at };
    this.rows.bookings.push({ click, ...this.#outcome(listing, at) });
    this.#event('booking_initiated', scan, (at - scan.at) / secondMs, listing);
  }

  #outcome(listing: BookableListing, at: number): Omit<BookingRow, 'click'> {
    const random = this.#random;
    const amountCents = assumedAmountCents[listing.price_range];
    const toldAt = at + random.whole(600, 2 * 86_400) * secondMs;
    if (!random.chance(bookedChance) || toldAt > this.#until) {
      return { status: 'pending', amountCents, estimated: true, checkInDays: null, nights: null, guests: null };
    }
    const checkInDays = Math.floor(random.next() * random.next() * 21);
    const nights = listing.category === 'Accommodations' ? random.whole(1, 7) : null;
    const guests = random.pick([1, 2, 2, 2, 2, 3, 4, 4, 5, 6]);
    const [from, to] = fares[listing.price_range];
    const paid = random.whole(from * 100, to * 100) * guests * (nights ?? 1);
    const travelled = at + (checkInDays + 1 + (nights ?? 0)) * dayMs < this.#until;
    const status = random.chance(cancelledChance) ? 'cancelled' : travelled ? 'completed' : 'confirmed';
    return { status, amountCents: paid, estimated: false, checkInDays, nights, guests };
  }

  #event(type: string, scan: ScanRow, afterSeconds: number, given?: BookableListing): void {
    const at = scan.at + afterSeconds * secondMs;
    if (at >= this.#until) return;
    const needsListing = /pin|content|external|impression/.test(type) && !scan.code.listings.isEmpty;
    const listing = given ?? (needsListing ? scan.code.listings.draw(this.#random) : undefined);
    this.rows.events.push({ type, scan, listing, at });
  }
}
