import type pg from 'pg';
import { insertEvents } from '../server/features/analytics/analytics.store.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { type Driver, startDriver } from './load/driver.ts';
import { eventsPerCall } from './load/event-traffic.ts';
import { compilingSeconds, type Measured, median, ratioOf } from './measured.ts';
import type { Product } from './product.ts';
import { visitCookies } from './visit-cookies.ts';

const rowsPerInsert = 500;

/**
 * Events over HTTP, fifty a call, against the multi-row INSERT alone through the same driver and role: with a key for each call
 * as our client sends them, and without.
 */
export async function measureEvents(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const { port } = product;
  const cookies = await visitCookies(product);
  const drivers = {
    keyed: await startDriver('event-traffic', { port, cookies, withKey: true }),
    plain: await startDriver('event-traffic', { port, cookies, withKey: false }),
  };
  const database = openDatabase(product.database, { max: 4, onError: () => {} });
  const [keyed, plain, yardstick]: [number[], number[], number[]] = [[], [], []];
  const run = async (driver: Driver, time: number, warmupSeconds: number) => {
    const report = await driver.run({ port, connections: 16, warmupSeconds, seconds: time });
    if (report.wrong) throw new Error(`events went wrong: ${report.reasons.join('; ')}`);
    await owner.query('truncate events, idempotency_keys');
    return report.perSecond * eventsPerCall;
  };
  for (const driver of Object.values(drivers)) await run(driver, compilingSeconds, 0);
  await insertAlone(database.db, compilingSeconds);
  await owner.query('truncate events');
  for (let round = 0; round < rounds; round++) {
    keyed.push(await run(drivers.keyed, seconds, 1));
    plain.push(await run(drivers.plain, seconds, 1));
    yardstick.push(await insertAlone(database.db, seconds));
    await owner.query('truncate events');
  }
  await Promise.all(Object.values(drivers).map((driver) => driver.close()));
  await database.close();
  return [
    ratioOf('events over HTTP with their keys, of the multi-row INSERT alone', keyed, yardstick, 0.3, 'a second'),
    ratioOf('events over HTTP without keys, of the same', plain, yardstick, 0.42, 'a second'),
    {
      name: 'events a second, with their keys',
      unit: '',
      figure: median(keyed),
      spread: [Math.min(...keyed), Math.max(...keyed)],
      target: 5_000,
    },
  ];
}

async function insertAlone(db: Parameters<typeof insertEvents>[0], seconds: number): Promise<number> {
  const now = new Date();
  const row: Parameters<typeof insertEvents>[1][number] = {
    receivedAt: now,
    occurredAt: now.toISOString(),
    eventType: 'map_pin_clicked',
    audience: 'visitor',
    userId: null,
    visitHash: null,
    listingId: null,
    code: null,
    data: { listing_name: 'Kāneʻohe Bay Sail', category: 'Activities & Tours', distance: 3.2, zoom_level: 14 },
  };
  const rows = Array.from({ length: rowsPerInsert }, () => row);
  const until = performance.now() + seconds * 1000;
  let inserted = 0;
  const work = async () => {
    while (performance.now() < until) {
      await insertEvents(db, rows);
      inserted += rows.length;
    }
  };
  await Promise.all([work(), work()]);
  return inserted / seconds;
}
