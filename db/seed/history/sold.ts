import { completeTravelled } from '../../../server/features/bookings/bookings.ts';
import { book, cancel, type Named, offerOf, putOff } from '../../../simulators/sales.ts';
import { offers } from '../offers.ts';
import { findClickOf, type GuideListing } from './guide.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';

/** What somebody books on its platform. */
export interface Order {
  reference: string;
  guests: number;
  /** Of Hawaiʻi, as `2026-11-21` and `08:30`. */
  day: string;
  time: string;
  /** The news of it does not say by which link it was booked. */
  isSilent: boolean;
}

/** Books on the simulated platform by the link that was followed last; what was booked before a stop is not booked again. */
export const sell = (at: number, person: Person, listing: GuideListing, order: Order): Act => ({
  at,
  do: async (past) => {
    const { hostname: host, pathname: path } = new URL(listing.booking_url!);
    const click = await findClickOf(past.db, person.email, listing.id);
    if (!click) return;
    const { reference, ...rest } = order;
    const named = nameOf(past, reference);
    const affiliate = past.settings.fareharbor.affiliate ?? null;
    const who = { name: person.name, email: person.email };
    // Of another database that these books are older than, the click is another one.
    if (past.books.sale(named.id)?.click !== click)
      book(
        past.books,
        offerOf(offers, host, path),
        { host, path, click, affiliate, ...who, ...rest },
        past.now(),
        named,
      );
    await tell(past);
  },
});

/** Cancels a booking on its platform. */
export const callOff = (at: number, reference: string): Act => ({
  at,
  do: async (past) => {
    const sale = past.books.sale(nameOf(past, reference).id);
    if (sale) cancel(past.books, sale, past.now());
    await tell(past);
  },
});

/** Puts a booking off on its platform, which makes another one of it. */
export const move = (at: number, reference: string, to: Pick<Order, 'reference' | 'day'>): Act => ({
  at,
  do: async (past) => {
    const sale = past.books.sale(nameOf(past, reference).id);
    if (sale) putOff(past.books, sale, to.day, past.now(), nameOf(past, to.reference));
    await tell(past);
  },
});

/** What the product does each day, as each night has it: who has travelled is done with it. */
export const completeDay = (at: number): Act => ({ at, do: (past) => completeTravelled(past.db, past.now()) });

/** Tells of what has changed at this moment, again where that was before a stop. */
async function tell(past: Past): Promise<void> {
  const now = past.now().toISOString();
  for (const sale of past.books.changes.filter(({ changedAt }) => changedAt === now)) await past.bringWebhook(sale);
}

/** The same each time, so that a booking is found again; nobody else guesses where its page is. */
function nameOf(past: Past, reference: string): Named {
  const hex = Buffer.from(past.keyOf(`sale ${reference}`), 'base64url').toString('hex');
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
  return { id, reference };
}
