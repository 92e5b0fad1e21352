import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../db/seed/generated-random.ts';
import { Books, type Sale } from '../simulators/books.ts';
import { disturb, type Message } from '../simulators/mischief.ts';
import { webhookOf } from '../simulators/news.ts';
import { certainCents, differencesFrom, owedBy, reefWalk, sellSome } from './books-scene.ts';
import { bring, takeUp, webhookSecret } from './platform-news.ts';
import { createWorld, type World } from './world.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

let world: World;
let books: Books;
let random: Random;
beforeEach(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  books = Books.open();
  random = new Random(seed);
});
afterEach(() => world.close());

const sell = () => sellSome(world, books, random, { offer: reefWalk, customers: 30, click: 'ref' });

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
