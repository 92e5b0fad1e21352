import type pg from 'pg';
import { insertEvents } from '../server/features/analytics/analytics.store.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { startDriver } from './load/driver.ts';
import { eventsPerCall } from './load/event-traffic.ts';
import { compilingSeconds, type Measured, median, ratioOf } from './measured.ts';
import type { Product } from './product.ts';
import { visitCookies } from './visit-cookies.ts';

const rowsPerInsert = 500;

/** Events over HTTP, fifty a call, each call with a key of its own, against the multi-row INSERT alone through the same driver and role. */
export async function measureEvents(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  const { port } = product;
  const driver = await startDriver('event-traffic', { port, cookies: await visitCookies(product) });
  const database = openDatabase(product.database, { max: 4, onError: () => {} });
  const [ours, yardstick]: [number[], number[]] = [[], []];
  const run = async (time: number, warmupSeconds: number) => {
    const report = await driver.run({ port, connections: 16, warmupSeconds, seconds: time });
    if (report.wrong) throw new Error(`events went wrong: ${report.reasons.join('; ')}`);
    await owner.query('truncate events, idempotency_keys');
    return report.perSecond * eventsPerCall;
  };
  await run(compilingSeconds, 0);
  await insertAlone(database.db, compilingSeconds);
  await owner.query('truncate events');
  for (let round = 0; round < rounds; round++) {
    ours.push(await run(seconds, 1));
    yardstick.push(await insertAlone(database.db, seconds));
    await owner.query('truncate events');
  }
  await driver.close();
  await database.close();
  return [
    ratioOf('events over HTTP, of the multi-row INSERT alone', ours, yardstick, 0.3, 'a second'),
    {
      name: 'events a second',
      unit: '',
      figure: median(ours),
      spread: [Math.min(...ours), Math.max(...ours)],
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
