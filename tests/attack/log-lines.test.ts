import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../server/platform/http/refusal.ts';
import { createServer } from '../../server/platform/http/server.ts';
import { onServer } from '../database-setup.ts';
import { anotherApp, builtWeb, openPage } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** A log, and what it was told of in how many lines, standing for how many times. */
function aLog() {
  const lines: { msg: string; times?: number }[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const of = (words: string) => lines.filter(({ msg }) => msg === words);
  return {
    logger,
    linesOf: (words: string) => of(words).length,
    timesOf: (words: string) => of(words).reduce((sum, { times = 1 }) => sum + times, 0),
  };
}

test.each([
  ['unavailable', () => new Refusal('unavailable')],
  ['internal', () => new Error('a mistake of ours')],
])('a flood that is answered %s is a line a second, which counts the rest', async (code, failure) => {
  const { logger, linesOf, timesOf } = aLog();
  const app = createServer(world.settings, logger);
  app.get('/fails', () => {
    throw failure();
  });
  const begun = performance.now();
  for (let at = 0; at < 500; at++) expect((await app.inject('/fails')).json().code).toBe(code);
  await expect.poll(() => timesOf(code), { timeout: 10_000 }).toBe(500);
  expect(linesOf(code)).toBeLessThan(3 + (performance.now() - begun) / 1_000);
  await app.close();
});

test('a place that is shown though its scans cannot be kept fills no log either', async () => {
  const words = 'a scan could not be recorded';
  const { logger, linesOf, timesOf } = aLog();
  const app = await anotherApp(world, { logger });
  const { code, locationId } = await world.aCode();
  await onServer(await ownerOf(world), 'revoke insert on scans from holoholo_app');
  const begun = performance.now();
  for (let at = 0; at < 40; at++) expect((await openPage(app, `/location/${locationId}?qr=${code}`)).status).toBe(200);
  await expect.poll(() => timesOf(words), { timeout: 10_000 }).toBe(40);
  expect(linesOf(words)).toBeLessThan(3 + (performance.now() - begun) / 1_000);
  await app.close();
});
