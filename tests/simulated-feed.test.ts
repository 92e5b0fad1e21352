import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../db/seed/generated-random.ts';
import { readViatorFeed } from '../server/features/platforms/viator-feed.ts';
import { Books } from '../simulators/books.ts';
import { disturb, type Message } from '../simulators/mischief.ts';
import { eventOf } from '../simulators/news.ts';
import { monthsOf, statementOf } from '../simulators/statements.ts';
import { certainCents, differencesFrom, owedBy, sellSome } from './books-scene.ts';
import { takeUp } from './platform-news.ts';
import { Importer } from './statements-scene.ts';
import { ViatorServer } from './viator-server.ts';
import { createWorld, type World } from './world.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const offer = {
  link: 'https://www.viator.com/tours/Oahu/Leahi-First-Light-Walk/d672-9907113P1',
  title: 'Lēʻahi first light walk',
  cents: 4_950,
  rate: 0.2,
};

let viator: ViatorServer;
let world: World;
let books: Books;
let random: Random;
beforeEach(async () => {
  viator = await ViatorServer.start();
  world = await createWorld({ environment: { VIATOR_API_URL: viator.url, VIATOR_API_KEY: 'key-of-ours' } });
  books = Books.open();
  random = new Random(seed);
});
afterEach(async () => {
  await world.close();
  await viator.stop();
});

const sell = () => sellSome(world, books, random, { offer, customers: 20, click: 'campaign' });

/** The feed has these events, the guide reads it to its end, and takes them up. */
async function deliver(messages: readonly Message[]): Promise<void> {
  viator.events.push(...messages.map(({ body }) => body as Record<string, unknown>));
  world.clock.advance(3_600);
  await readViatorFeed(world, pino({ level: 'silent' }));
  await takeUp(world);
}

/** The statements of all months, which alone tell what Viator's bookings came to. */
async function settleMonths(): Promise<void> {
  const by = new Importer(world, await world.aUser({ role: 'admin' }));
  for (const month of monthsOf(books.sales).reverse()) {
    const id = await by.preview(statementOf('viator', books.sales, month));
    expect((await by.apply(id)).status, `seed ${seed}`).toBe(201);
  }
}

test('a feed that repeats itself and tells in the wrong order ends where the books do, and with the statements to the cent', async () => {
  await sell();
  const messages = disturb(books.changes, eventOf, () => random.next(), { repeated: 0.3, late: 0.4 });
  expect(messages.length, `seed ${seed}`).toBeGreaterThan(books.changes.length);
  await deliver(messages);
  const statuses = () => world.db.selectFrom('bookings').select(['reference', 'status']).execute();
  const known = new Map((await statuses()).map(({ reference, status }) => [reference, status]));
  for (const { reference, status } of books.sales)
    expect([reference, known.get(reference) ?? 'cancelled'], `seed ${seed}`).toEqual([
      reference,
      status === 'booked' ? 'confirmed' : 'cancelled',
    ]);
  await settleMonths();
  expect(await differencesFrom(books, world), `seed ${seed}`).toEqual([]);
  expect(await certainCents(world), `seed ${seed}`).toEqual(owedBy(books));
});

test('what the feed never told is there with the statements, to the cent, and what it tells once more changes nothing', async () => {
  await sell();
  await deliver(disturb(books.changes, eventOf, () => random.next(), { lost: 0.5 }));
  expect((await differencesFrom(books, world)).length, `seed ${seed}`).toBeGreaterThan(0);
  await settleMonths();
  expect(await differencesFrom(books, world), `seed ${seed}`).toEqual([]);
  expect(await certainCents(world), `seed ${seed}`).toEqual(owedBy(books));
  await deliver(disturb(books.changes, eventOf, () => random.next(), { late: 0.4 }));
  expect(await differencesFrom(books, world), `seed ${seed}`).toEqual([]);
  expect(await certainCents(world), `seed ${seed}`).toEqual(owedBy(books));
});
