import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

const whole = process.env.PROVE === '1';
const MiB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let world: World;
let listings: number[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const description = 'A long way over the reef. '.repeat(40);
  listings = await Promise.all(Array.from({ length: 100 }, () => world.aListing({ description })));
});
afterAll(() => world.close());

/** Bytes of answers that are still held once the work is done. */
async function keptBy(work: () => Promise<void>): Promise<number> {
  const held = () => {
    for (let round = 0; round < 3; round++) collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  await work();
  return held() - before;
}

test('guests who ask for invented pages of the list fill no more than its bytes', async () => {
  const pages = whole ? 1_200 : 400;
  const kept = await keptBy(async () => {
    for (let at = 0; at < pages; at++) {
      const path = `/api/business-listings?limit=${100 - (at % 30)}&offset=${Math.floor(at / 30)}`;
      expect((await world.call(`GET ${path}`)).status).toBe(200);
    }
  });
  // 16 MiB, and what the requests themselves have not let go yet.
  expect(kept).toBeLessThan(18 * MiB);
});

test('one code scanned in many spellings is kept once', async () => {
  const place = await world.aPlace({ listings });
  const { code } = await world.aCode({ location_id: place });
  const scan = async (spelling: string) => {
    const reply = await world.call('POST /api/qr/scan', { body: { qr_code_id: spelling } });
    expect([reply.status, reply.body.qr_data.qr_code_id, reply.body.experiences.length]).toEqual([200, code, 100]);
  };
  await scan(code);
  const kept = await keptBy(async () => {
    for (let at = 1; at <= (whole ? 600 : 100); at++) {
      // A space after each letter whose bit is set.
      const letters = [...code.replaceAll('-', '')].map((letter, place) => ((at >> place) & 1 ? `${letter} ` : letter));
      await scan(letters.join(''));
    }
  });
  expect(kept).toBeLessThan(MiB);
});
