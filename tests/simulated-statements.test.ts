import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../db/seed/generated-random.ts';
import { Books, type Sale } from '../simulators/books.ts';
import { disturb, type Mischief } from '../simulators/mischief.ts';
import { webhookOf } from '../simulators/news.ts';
import { monthsOf, statementOf } from '../simulators/statements.ts';
import { certainCents, differencesFrom, owedBy, reefWalk, sellSome } from './books-scene.ts';
import { bring, takeUp, webhookSecret } from './platform-news.ts';
import { allMonths, Importer } from './statements-scene.ts';
import { createWorld, type World } from './world.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

let world: World;
let books: Books;
let random: Random;
beforeEach(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  books = Books.open();
  random = new Random(seed);
  await sellSome(world, books, random, { offer: reefWalk, customers: 20, click: 'ref' });
});
afterEach(() => world.close());

/** All sales as the platform had them after so many of their changes. */
const asOf = (changes: number): Sale[] => [
  ...new Map(books.changes.slice(0, changes).map((sale) => [sale.id, sale])).values(),
];

/** A statement of each month, of which rows are disturbed as messages are. */
const filesOf = (sales: readonly Sale[], mischief: Partial<Mischief> = {}): string[] => {
  const rows = disturb(
    sales,
    (sale) => sale,
    () => random.next(),
    mischief,
  ).map(({ body }) => body as Sale);
  return monthsOf(rows).map((month) => statementOf('fareharbor', rows, month));
};

/** A statement that says of some bookings that they are on hold, of each in all of its rows. */
function withSomeOnHold(file: string): string {
  const lines = file.split('\n');
  const onHold = new Set([...new Set(lines)].filter(() => random.chance(0.3)));
  return lines.map((line) => (onHold.has(line) ? line.replace(',Booked,', ',On hold,') : line)).join('\n');
}

const anImporter = async () => new Importer(world, await world.aUser({ role: 'admin' }));

async function applyAll(files: readonly string[]): Promise<void> {
  const by = await anImporter();
  for (const file of files) {
    world.clock.advance(60);
    expect((await by.apply(await by.preview(file))).status, `seed ${seed}`).toBe(201);
  }
}

/** Of how many bookings the report says that the platform and the ledger differ. */
async function reported(): Promise<number> {
  return (await allMonths(await anImporter())).reduce((so, { differences }) => so + differences, 0);
}

const isAsTheBooks = async () => {
  expect(await differencesFrom(books, world), `seed ${seed}`).toEqual([]);
  expect(await certainCents(world), `seed ${seed}`).toEqual(owedBy(books));
};

test('statements made while bookings still change, with rows repeated and in any order, end where the books do, whatever old one comes again', async () => {
  const made: string[] = [];
  for (const share of [0.4, 0.7, 1]) {
    const told = filesOf(asOf(Math.ceil(books.changes.length * share)), { repeated: 0.3, late: 0.6 });
    const files = share < 1 ? told.map(withSomeOnHold) : told;
    made.push(...files);
    await applyAll(files);
    await applyAll(made.filter(() => random.chance(0.3)));
  }
  await isAsTheBooks();
});

test('what a statement leaves out or lies about differs from the books, alone, until a true one comes', async () => {
  const sales = asOf(books.changes.length);
  const rows = disturb(
    sales,
    (sale) => sale,
    () => random.next(),
    { lies: 0.2, lost: 0.2 },
  );
  expect(rows.length, `seed ${seed}`).toBeLessThan(sales.length);
  const told = new Map(rows.map(({ body }) => [(body as Sale).reference, body as Sale]));
  await applyAll(monthsOf(sales).map((month) => statementOf('fareharbor', [...told.values()], month)));
  const isWrong = (sale: Sale) => sale.status === 'booked' && told.get(sale.reference)?.cents !== sale.cents;
  const wrong = sales.filter(isWrong).map(({ reference }) => reference);
  expect(wrong.length, `seed ${seed}`).toBeGreaterThan(0);
  expect(await differencesFrom(books, world), `seed ${seed}`).toEqual(wrong.sort());
  await applyAll(filesOf(sales));
  await isAsTheBooks();
});

test('a lie of a statement about what the webhook told is set right by the next, and comes back with no old file', async () => {
  for (const sale of books.changes) expect((await bring(world, webhookOf(sale))).status).toBe(200);
  await takeUp(world);
  await isAsTheBooks();
  const lying = filesOf(asOf(books.changes.length), { lies: 0.4 });
  await applyAll(lying);
  expect((await differencesFrom(books, world)).length, `seed ${seed}`).toBeGreaterThan(0);
  await applyAll(filesOf(asOf(books.changes.length)));
  await isAsTheBooks();
  await applyAll(lying);
  await isAsTheBooks();
  expect(await reported(), `seed ${seed}`).toBe(0);
});
