import { afterEach, beforeEach, expect, test } from 'vitest';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { Random } from '../db/seed/generated-random.ts';
import { Books, type Sale } from '../simulators/books.ts';
import { disturb, type Message } from '../simulators/mischief.ts';
import { webhookOf } from '../simulators/news.ts';
import { book, cancel, putOff } from '../simulators/sales.ts';
import { certainCents, differencesFrom, owedBy } from './books-compared.ts';
import { bring, takeUp, webhookSecret } from './platform-news.ts';
import { followAt } from './simulated-browser.ts';
import { createWorld, type World } from './world.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const offer = {
  link: 'https://fareharbor.com/embeds/book/reefwalk/items/4711/',
  title: 'Sunrise reef walk',
  cents: 6_150,
  rate: 0.2,
};
const customers = 30;

let world: World;
let books: Books;
let random: Random;
beforeEach(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  books = Books.open();
  random = new Random(seed);
});
afterEach(() => world.close());

/** Travelers follow a partner's link and book; some put it off, and some cancel. */
async function sell(): Promise<void> {
  const { id: partner_id } = await world.aUser({ role: 'partner' });
  const listings = [await world.aListing({ booking_url: offer.link, commission_rate: offer.rate })];
  const code = await world.aCode({ location_id: await world.aPlace({ partner_id, listings }) });
  const now = world.clock.now();
  const day = () => hawaiiDay(new Date(now.getTime() + random.whole(1, 60) * 86_400_000));
  for (let at = 0; at < customers; at++) {
    const { link } = await followAt(world, code, 0);
    const { host, pathname: path, searchParams } = new URL(link);
    const order = {
      ...{ host, path, click: searchParams.get('ref'), affiliate: null, isSilent: false },
      ...{ name: 'Maya', email: `maya-${at}@elsewhere.example`, guests: random.whole(1, 6), day: day(), time: '08:30' },
    };
    let sale = book(books, offer, order, now)!;
    if (random.chance(0.4)) sale = putOff(books, sale, day(), now).at(-1) ?? sale;
    if (random.chance(0.3)) cancel(books, sale, now);
  }
}

const deliver = async (messages: readonly Pick<Message, 'body'>[]) => {
  for (const { body } of messages) expect((await bring(world, body)).status).toBe(200);
  await takeUp(world);
};
const tellAllAgain = () => deliver(books.sales.map((sale) => ({ body: webhookOf(sale) })));

const differences = () => differencesFrom(books, world);
const ledger = () => certainCents(world);
const owed = () => owedBy(books);

test('messages that are repeated and come in the wrong order end where the books do, to the cent', async () => {
  await sell();
  const messages = disturb(books.changes, webhookOf, () => random.next(), { repeated: 0.3, late: 0.4 });
  expect(messages.length, `seed ${seed}`).toBeGreaterThan(books.changes.length);
  await deliver(messages);
  expect(await differences(), `seed ${seed}`).toEqual([]);
  expect(await ledger(), `seed ${seed}`).toEqual(owed());
  const before = await ledger();
  await tellAllAgain();
  expect(await ledger(), `seed ${seed}`).toEqual(before);
});

test('what was lost on the way is missing, alone, and there once it is told', async () => {
  await sell();
  const messages = disturb(books.changes, webhookOf, () => random.next(), { lost: 0.3 });
  await deliver(messages);
  const arrived = new Set(messages.map(({ sale }) => `${sale.reference} ${sale.status === 'booked'}`));
  // What it was rebooked to names it, and tells as much.
  const isNamed = ({ rebookedTo }: Sale) => {
    const next = rebookedTo && books.sale(rebookedTo)?.reference;
    return [true, false].some((isBooked) => arrived.has(`${next} ${isBooked}`));
  };
  const isTold = (sale: Sale) =>
    arrived.has(`${sale.reference} ${sale.status === 'booked'}`) ||
    (sale.status !== 'booked' && !arrived.has(`${sale.reference} true`)) ||
    (sale.status === 'rebooked' && isNamed(sale));
  const missing = books.sales.filter((sale) => !isTold(sale)).map(({ reference }) => reference);
  expect(missing.length, `seed ${seed}`).toBeGreaterThan(0);
  expect(await differences(), `seed ${seed}`).toEqual(missing.sort());
  await tellAllAgain();
  expect(await differences(), `seed ${seed}`).toEqual([]);
  expect(await ledger(), `seed ${seed}`).toEqual(owed());
});

test('a lie about an amount is what differs from the books, alone', async () => {
  await sell();
  const messages = disturb(books.changes, webhookOf, () => random.next(), { lies: 0.3, repeated: 0.2 });
  await deliver(messages);
  const lies = messages.filter(({ sale, body }) => {
    const { receipt_total } = (body as { booking: { receipt_total: number } }).booking;
    return receipt_total !== sale.cents && books.sale(sale.id)!.status === 'booked';
  });
  const lied = [...new Set(lies.map(({ sale }) => sale.reference))];
  expect(lied.length, `seed ${seed}`).toBeGreaterThan(0);
  expect(await differences(), `seed ${seed}`).toEqual(lied.sort());
  expect(await ledger(), `seed ${seed}`).not.toEqual(owed());
});
