import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { aDeadLetter } from '../../../tests/work-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { runSecurityRules, watchServer } from './security-desk.ts';

// What an alert says as the minutes go by, and how long it goes on.
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  await flushSecurityEvents(world.db);
  await onServer(
    await ownerOf(world),
    'truncate security_events, security_alerts, request_metrics; delete from jobs.job',
  );
  world.clock.advance(60);
});
afterAll(() => world.close());

async function shown() {
  await flushSecurityEvents(world.db);
  const log = aRulesLog();
  await runSecurityRules(world, world.clock.now(), log);
  const { body } = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  return { open: body.alerts, ended: body.ended.rows, warned: log.warned };
}
const told = async () => (await shown()).open.map(({ description }: { description: string }) => description);

async function failSignIns(count: number): Promise<void> {
  const headers = from('203.0.113.70');
  for (let time = 0; time < count; time++)
    await world.call('POST /api/auth/magic-link/verify', { body: { token: newToken().token }, headers });
}
const failed = (count: number) => [`${count} sign-ins from 203.0.113.70 failed within 15 minutes.`];

test('of what happened says the most that there was, also when that leaves its time, and after it has ended', async () => {
  await failSignIns(60);
  expect(await told()).toEqual(failed(60));
  world.clock.advance(14 * 60);
  await failSignIns(12);
  expect(await told()).toEqual(failed(72));
  // The first sixty are not of the last quarter of an hour any more.
  world.clock.advance(60);
  expect(await told()).toEqual(failed(72));
  await failSignIns(70);
  expect(await told()).toEqual(failed(82));
  world.clock.advance(16 * 60);
  expect(await told()).toEqual(failed(82));
  world.clock.advance(3_600);
  const { open, ended } = await shown();
  expect([open, ended]).toEqual([[], [expect.objectContaining({ description: failed(82)[0] })]]);
});

test('of how things are says how they are now, also when that is less', async () => {
  const jobs = (count: number) => [`${count} jobs have failed after every try and wait in Work and Dead Letters.`];
  const letter = () => aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
  const ids = [await letter(), await letter(), await letter()];
  expect(await told()).toEqual(jobs(3));
  await onServer(await ownerOf(world), `delete from jobs.job where id = '${ids[0]}'`);
  world.clock.advance(60);
  expect(await told()).toEqual(jobs(2));
});

/** Requests of this minute, each answered in a bucket of `server/platform/request-metrics/histogram.ts`. */
async function answered(requests: number, bucket: number): Promise<void> {
  const starts_at = new Date(Math.floor(world.clock.now().getTime() / 60_000) * 60_000);
  const row = { grain: 'minute', starts_at, endpoint: '', requests, errors: 0, unavailable: 0, total_ms: 1 };
  await world.db
    .insertInto('request_metrics')
    .values({ ...row, buckets: [bucket], counts: [requests] })
    .execute();
}
const slow = 86;
const quick = 40;
const minutes = async (count: number, bucket: number) => {
  const seen: Awaited<ReturnType<typeof shown>>[] = [];
  for (let minute = 0; minute < count; minute++) {
    world.clock.advance(60);
    await answered(60, bucket);
    seen.push(await shown());
  }
  return seen;
};

test('of answers that stay slow is one, is told to the log once, and ends once they have been quick for a while', async () => {
  const whileSlow = await minutes(20, slow);
  expect(new Set(whileSlow.map(({ open }) => open[0]!.id)).size).toBe(1);
  expect(whileSlow.map(({ open, ended }) => [open.length, ended.length])).toEqual(Array(20).fill([1, 0]));
  expect(whileSlow.flatMap(({ warned }) => warned)).toHaveLength(1);
  // For five minutes slow ones are among those that are looked at; so it held last, and stays for ten more.
  const whileQuick = await minutes(20, quick);
  expect(whileQuick.map(({ open }) => open.length)).toEqual([...Array(14).fill(1), ...Array(6).fill(0)]);
  expect(whileQuick.flatMap(({ warned }) => warned)).toEqual([]);
  expect(whileQuick.at(-1)!.ended).toHaveLength(1);
}, 60_000);

test('of a disk that fills comes within the minute, and goes within the next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let megabytes = 5_000;
    let looks = 0;
    const room = async () => {
      looks++;
      return megabytes;
    };
    const { db, settings, clock } = world;
    const stop = watchServer({ db, settings, clock, server: 'web-1', room }, aRulesLog());
    const pass = (seconds: number) => {
      clock.advance(seconds);
      vi.advanceTimersByTime(seconds * 1_000);
    };
    // What began to look has not always written what it found.
    const becomes = (words: string[]) => expect.poll(told, { timeout: 20_000 }).toEqual(words);
    await becomes([]);
    megabytes = 900;
    pass(59);
    expect([looks, await told()]).toEqual([1, []]);
    pass(1);
    await becomes(['900 MB are left where the data folder web-1 is.']);
    megabytes = 300;
    pass(60);
    await becomes(['300 MB are left where the data folder web-1 is.']);
    megabytes = 5_000;
    pass(60);
    await becomes([]);
    stop();
    pass(600);
    expect(looks).toBe(4);
  } finally {
    vi.useRealTimers();
  }
}, 60_000);
