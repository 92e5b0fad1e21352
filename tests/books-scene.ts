import { sql } from 'kysely';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import type { Random } from '../db/seed/generated-random.ts';
import type { Books, Sale } from '../simulators/books.ts';
import { book, cancel, type Offer, putOff } from '../simulators/sales.ts';
import { followAt } from './simulated-browser.ts';
import type { World } from './world.ts';

/** An experience of FareHarbor's. */
export const reefWalk: Offer = {
  link: 'https://fareharbor.com/embeds/book/reefwalk/items/4711/',
  title: 'Sunrise reef walk',
  cents: 6_150,
  rate: 0.2,
};

/**
 * Travelers follow a partner's link and book; some put it off, and some cancel, each change a minute later.
 * @param given.click the parameter of the link that says where it was followed
 */
export async function sellSome(
  world: World,
  books: Books,
  random: Random,
  given: { offer: Offer; customers: number; click: string },
): Promise<void> {
  const { offer } = given;
  const { id: partner_id } = await world.aUser({ role: 'partner' });
  const listings = [await world.aListing({ booking_url: offer.link, commission_rate: offer.rate })];
  const code = await world.aCode({ location_id: await world.aPlace({ partner_id, listings }) });
  const day = () => hawaiiDay(new Date(world.clock.now().getTime() + random.whole(1, 60) * 86_400_000));
  for (let at = 0; at < given.customers; at++) {
    const { link } = await followAt(world, code, 0);
    const { host, pathname: path, searchParams } = new URL(link);
    const order = {
      ...{ host, path, click: searchParams.get(given.click), affiliate: null, isSilent: false },
      ...{ name: 'Maya', email: `maya-${at}@elsewhere.example`, guests: random.whole(1, 6), day: day(), time: '08:30' },
    };
    let sale = book(books, offer, order, world.clock.now())!;
    world.clock.advance(60);
    if (random.chance(0.4)) sale = putOff(books, sale, day(), world.clock.now()).at(-1) ?? sale;
    world.clock.advance(60);
    if (random.chance(0.3)) cancel(books, sale, world.clock.now());
  }
}

const standing = (books: Books) => books.sales.filter(({ status }) => status === 'booked');
const sum = (numbers: readonly number[]) => numbers.reduce((so, one) => so + one, 0);

/** References of bookings that the guide has otherwise than the books of the simulated platforms, sorted. */
export async function differencesFrom(books: Books, world: World): Promise<string[]> {
  const { rows } = await sql<{ reference: string; status: string; amount_cents: number }>`
    select reference, status, amount_cents from bookings where reference is not null`.execute(world.db);
  const known = new Map(rows.map((row) => [row.reference, row]));
  const isSame = ({ reference, status, cents }: Sale) => {
    const ours = known.get(reference);
    if (status !== 'booked') return (ours?.status ?? 'cancelled') === 'cancelled';
    return ours?.status === 'confirmed' && ours.amount_cents === cents;
  };
  const sold = new Set(books.sales.map(({ reference }) => reference));
  const invented = rows.filter(({ reference }) => !sold.has(reference)).map(({ reference }) => reference);
  return [...books.sales.filter((sale) => !isSame(sale)).map(({ reference }) => reference), ...invented].sort();
}

/** What stands in the ledger as certain, on hold or not as thirty bookings at once are, added up from its entries alone, in cents. */
export async function certainCents({ db }: World): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; cents: number }>`
    select account.kind, sum(case when entry.to_account = account.id then entry.cents else -entry.cents end)::bigint as cents
    from ledger_entries entry join ledger_accounts account on account.id in (entry.to_account, entry.from_account)
    where account.state in ('pending', 'held') group by account.kind`.execute(db);
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

/** What has to stand there by the books. */
export function owedBy(books: Books): Record<string, number> {
  const paid = sum(standing(books).map(({ cents, rate }) => Math.round(cents * rate)));
  const partner = sum(standing(books).map(({ cents }) => Math.floor((cents * 15 + 50) / 100)));
  return { platform: -paid, partner, house: paid - partner };
}
