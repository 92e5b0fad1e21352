import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Books } from '../../../simulators/books.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { beginHistory } from './begin-history.ts';
import { AnswerFault } from './person.ts';

let world: World;
let said: string[];
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => {
  said = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => said.push(String(line)) > 0);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => world.close());

const away = () => Object.assign(new Error('the database is away'), { code: '57P03' });
const overloaded = () => new AnswerFault('Maya: GET /api/explore was answered 503', 503);
const stopped = "The demo's visitors stopped; the next start goes on with them.\n";

/** Begins it where its tries meet failures, and after them what there is, which here is nothing. @returns for how long it waited each time */
async function waitsAt(failures: Iterator<Error>): Promise<number[]> {
  const { settings, database, clock } = world;
  const waits: number[] = [];
  const pool = Object.create(database.pool);
  pool.connect = async () => {
    const { done, value } = failures.next();
    if (!done) throw value;
    return await database.pool.connect();
  };
  const present = { settings, database: { ...database, pool }, logger: pino({ level: 'silent' }), books: Books.open() };
  await new Promise<void>((onEnd) => {
    beginHistory(present, clock, onEnd, async (ms) => void waits.push(ms));
  });
  return waits;
}

test('visitors wait for a database that is away, or a server that has too much to do, longer each time', async () => {
  expect(await waitsAt([away(), away(), overloaded(), away()].values())).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(said).toEqual([]);
});

test('where it stays away they stop, and say that the next start goes on', async () => {
  const waits = await waitsAt(Iterator.from({ next: () => ({ done: false, value: away() }) }));
  expect(waits.length).toBeGreaterThan(20);
  expect(Math.max(...waits)).toBe(60_000);
  expect(said).toEqual([stopped]);
});

test('what else fails is tried once more', async () => {
  const fail = () => new Error('no');
  expect(await waitsAt([fail()].values())).toEqual([2_000]);
  expect(said).toEqual([]);
  expect(await waitsAt([fail(), fail(), fail()].values())).toEqual([2_000]);
  expect(said).toEqual([stopped]);
});
