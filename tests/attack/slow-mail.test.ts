import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startBackgroundWork } from '../../server/background.ts';
import { asApplication, type Database, openDatabase } from '../../server/platform/database/database.ts';
import { Jobs } from '../../server/platform/jobs/jobs.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

// A mail server that answers slowly, for one domain or for all.

const whole = process.env.PROVE === '1';
/** How long a recipient in the domain slow.example takes. */
const slowMs = whole ? 8_000 : 1_500;

const accepted: string[] = [];
const slow = { now: 0, most: 0 };
let everyStepMs = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onMailFrom: (_address, _session, done) => void sleep(everyStepMs).then(() => done()),
  onRcptTo: async ({ address }, _session, done) => {
    await sleep(everyStepMs);
    if (address.endsWith('@slow.example')) {
      slow.most = Math.max(slow.most, ++slow.now);
      await sleep(slowMs);
      slow.now -= 1;
    }
    done();
  },
  onData: (stream, session, done) => {
    stream.resume();
    stream.once('end', async () => {
      await sleep(everyStepMs);
      accepted.push(session.envelope.rcptTo[0]!.address);
      done();
    });
  },
});
server.on('error', () => {});

let world: World;
let background: Database;
let stop: () => Promise<void>;
beforeEach(async () => {
  accepted.length = everyStepMs = 0;
  if (!server.server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
  }
  const { port } = server.server.address() as AddressInfo;
  world = await createWorld({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, RATE_LIMITS: 'off' } });
});
afterEach(async () => {
  await stop();
  await background.close();
  await world.close();
});
afterAll(() => server.close(() => {}));

async function start(): Promise<void> {
  const options = { max: 6, statementSeconds: 30, lockSeconds: 2, onError: () => {} };
  background = openDatabase(asApplication(await ownerOf(world)), options);
  const jobs = new Jobs(background.pool, () => {});
  await jobs.start();
  const { clock, settings } = world;
  stop = await startBackgroundWork({ db: background.db, jobs, clock, settings }, pino({ level: 'silent' }));
}

const ask = (email: string) => world.call('POST /api/auth/magic-link', { body: { email } });

test('a link arrives in seconds behind 120 to a domain whose server is slow', async () => {
  await start();
  await Promise.all(Array.from({ length: 120 }, (_, at) => ask(`guest-${at}@slow.example`)));
  await expect.poll(() => slow.now, { timeout: 10_000 }).toBeGreaterThan(0);
  const asked = performance.now();
  await ask('honest@example.com');
  await expect.poll(() => accepted, { timeout: 60_000 }).toContain('honest@example.com');
  const took = performance.now() - asked;
  console.info(`slow mail: a link after ${Math.round(took)} ms, ${slow.most} slow ones at once`);
  expect(took).toBeLessThan(whole ? 15_000 : 5_000);
  const slowAccepted = () => accepted.filter((to) => to.endsWith('@slow.example')).length;
  await expect.poll(slowAccepted, { timeout: 60_000 }).toBeGreaterThan(2);
  expect(slow.most).toBe(2);
}, 120_000);

test('a mail that takes too long is cut off before it is given to another worker, and arrives once', async () => {
  const queues = `select expire_seconds from jobs.queue where name in ('mail', 'sign-in-mail')`;
  // A server that takes eight seconds for each of five steps is waited for.
  for (const row of (await world.database.pool.query(queues)).rows) expect(row.expire_seconds).toBeGreaterThan(48);
  await ask('guest@example.com');
  await world.database.pool.query(`update jobs.job set expire_seconds = 3 where name = 'sign-in-mail'`);
  everyStepMs = 1_200;
  await start();
  const state = async () =>
    (await world.database.pool.query('select state from jobs.job where data ? $1', ['to'])).rows;
  await expect.poll(state, { timeout: 10_000, interval: 20 }).toEqual([{ state: 'retry' }]);
  everyStepMs = 0;
  expect(accepted).toEqual([]);
  await expect.poll(state, { timeout: 30_000 }).toEqual([]);
  expect(accepted).toEqual(['guest@example.com']);
}, 60_000);
