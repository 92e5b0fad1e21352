import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawFormats } from '../../../contract/export-limits.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const events = process.env.PROVE === '1' ? 1_000_000 : 100_000;
/** However many events there are: a group of rows for Parquet with what is read for the next one. */
const mostHeld = 48 * 2 ** 20;

let world: World;
let admin: TestUser;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  const listing = await world.aListing();
  const { id, locationId } = await world.aCode();
  await onServer(
    await ownerOf(world),
    `insert into events (received_at, event_type, audience, visit_id, listing_id, qr_code_id, location_id, data)
     select timestamptz '2026-11-02T10:00:00Z' + n * (interval '1 day' / ${events}), 'listing_impression', 'visitor', n % 5000, ${listing},
       ${id}, ${locationId}, '{"list":"explore"}'
     from generate_series(0, ${events - 1}) n`,
  );
  stop = await startWork(world);
}, 300_000);
afterAll(async () => {
  await stop();
  await world.close();
});

/** What the process holds on to, without what a collection takes. */
function held(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each(rawFormats)(
  '%s of very many events takes no more memory than of few',
  { timeout: 1_800_000 },
  async (format) => {
    const before = held();
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, held() - before);
    }, 5_000);
    const body = { from: '2026-11-02', to: '2026-11-02', format };
    const asked = await untilServed(() => world.call('POST /api/admin/exports/events', { cookie: admin.cookie, body }));
    const find = async () => (await untilServed(() => world.call(`GET /api/long-work/${asked.body.id}`, admin))).body;
    await expect
      .poll(async () => (await find()).state, { timeout: 1_700_000, interval: 500 })
      .toMatch(/done|failed|cancelled/);
    clearInterval(looking);
    const { state, result } = await find();
    expect(state).toBe('done');
    const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
    console.info(`${events} events as ${format}: ${megabytes(result.bytes)}, at most ${megabytes(most)} held for it`);
    expect(most).toBeLessThan(mostHeld);
  },
);
