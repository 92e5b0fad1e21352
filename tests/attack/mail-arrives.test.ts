import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startBackgroundWork } from '../../server/background.ts';
import {
  asApplication,
  type Database,
  openDatabase,
  withTransaction,
} from '../../server/platform/database/database.ts';
import { forgetDeadMail } from '../../server/platform/jobs/jobs.store.ts';
import { Jobs } from '../../server/platform/jobs/jobs.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

const whole = process.env.PROVE === '1';
const crowd = 700;

interface Arrived {
  to: string;
  at: number;
}

/**
 * A real mail server that takes everything but what is for an address that begins with `refused`, or with `later`, which it
 * puts off after a while, or with `slow`, which it takes after a tenth of a second. `asked` are all recipients in the order they were named to it.
 */
async function startMailServer(arrived: Arrived[]) {
  const asked: string[] = [];
  const slow = { now: 0, most: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address);
      if (address.startsWith('later'))
        setTimeout(() => done(Object.assign(new Error('try again later'), { responseCode: 450 })), 200);
      else
        done(address.startsWith('refused') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData: (stream, session, done) => {
      stream.resume();
      stream.once('end', () => {
        const to = session.envelope.rcptTo[0]!.address;
        const take = () => {
          arrived.push({ to, at: performance.now() });
          done();
        };
        if (!to.startsWith('slow')) return take();
        slow.most = Math.max(slow.most, ++slow.now);
        setTimeout(() => {
          slow.now -= 1;
          take();
        }, 100);
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { server, asked, slow, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

let world: World;
let background: Database | undefined;
let stop: () => Promise<void> = async () => {};
let jobs: Jobs;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let arrived: Arrived[];
beforeEach(async () => {
  arrived = [];
  mail = await startMailServer(arrived);
  world = await createWorld({ environment: { SMTP_URL: mail.url, RATE_LIMITS: 'off' } });
});
afterEach(async () => {
  await stop();
  await background?.close();
  background = undefined;
  stop = async () => {};
  await world.close();
  await new Promise<void>((closed) => mail.server.close(closed));
});

/** Starts what is done beside requests, as the server does: with a pool of its own. */
async function start(): Promise<void> {
  const opened = openDatabase(asApplication(await ownerOf(world)), {
    max: 6,
    statementSeconds: 30,
    lockSeconds: 2,
    onError: () => {},
  });
  background = opened;
  jobs = new Jobs(opened.pool, () => {});
  await jobs.start();
  stop = await startBackgroundWork(
    { db: opened.db, jobs, clock: world.clock, settings: world.settings },
    pino({ level: 'silent' }),
  );
}

const mailTo = (to: string) => ({ to, subject: 'Aloha', text: 'A letter with a secret in it.' });
const send = (recipients: string[]) =>
  withTransaction(world.db, async (tx) => {
    for (const to of recipients) await world.jobs.send(tx, 'mail', mailTo(to));
  });
const crowdOf = (count: number) => Array.from({ length: count }, (_, at) => `crowd-${at}@example.com`);
const rowsOf = async (...names: string[]) =>
  (await world.database.pool.query('select name, state, data::text from jobs.job where name = any($1)', [names])).rows;

test(`a link asked for behind ${crowd} other mails arrives in seconds, and all leave at 50 a second or more`, async () => {
  await send(crowdOf(crowd));
  const begun = performance.now();
  await start();
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBeGreaterThan(10);
  const asked = performance.now();
  const reply = await world.call('POST /api/auth/magic-link', { body: { email: 'guest@example.com' } });
  expect(reply.status).toBe(202);
  const link = () => arrived.find(({ to }) => to === 'guest@example.com');
  await expect.poll(link, { timeout: 10_000, interval: 20 }).toBeDefined();
  expect((await world.call('GET /readyz')).status).toBe(200);
  await expect.poll(() => arrived.length, { timeout: 60_000 }).toBe(crowd + 1);
  const rate = (crowd / (arrived.at(-1)!.at - begun)) * 1_000;
  console.info(`mail: ${Math.round(rate)} a second, a link after ${Math.round(link()!.at - asked)} ms`);
  expect(link()!.at - asked).toBeLessThan(5_000);
  expect(rate).toBeGreaterThan(50);
  expect(new Set(arrived.map(({ to }) => to)).size).toBe(crowd + 1);
  await expect.poll(() => rowsOf('mail', 'sign-in-mail')).toEqual([]);
}, 120_000);

test(`${whole ? crowd : 150} links asked for at once do not keep the one after them for longer`, async () => {
  await start();
  const guests = Array.from({ length: whole ? crowd : 150 }, (_, at) => `guest-${at}@example.com`);
  const ask = (email: string) => world.call('POST /api/auth/magic-link', { body: { email } });
  for (let at = 0; at < guests.length; at += 50) await Promise.all(guests.slice(at, at + 50).map(ask));
  const asked = performance.now();
  await ask('last@example.com');
  await expect.poll(() => arrived.some(({ to }) => to === 'last@example.com'), { timeout: 60_000 }).toBe(true);
  console.info(`mail: the link after ${guests.length} others took ${Math.round(performance.now() - asked)} ms`);
  expect(performance.now() - asked).toBeLessThan((guests.length / 50) * 1_000 + 3_000);
}, 120_000);

test('a slow mail server is sent many at a time, links and other mail', async () => {
  const guests = Array.from({ length: 16 }, (_, at) => `slow-guest-${at}@example.com`);
  for (const email of guests) await world.call('POST /api/auth/magic-link', { body: { email } });
  await start();
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(guests.length);
  expect(mail.slow.most).toBeGreaterThanOrEqual(5);
  mail.slow.most = 0;
  await send(Array.from({ length: 16 }, (_, at) => `slow-${at}@example.com`));
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(2 * guests.length);
  expect(mail.slow.most).toBeGreaterThanOrEqual(5);
}, 60_000);

test('a mail that is refused keeps none of its batch from leaving, and none is sent twice', async () => {
  const others = crowdOf(40);
  await send(others.flatMap((to, at) => (at % 5 ? [to] : [to, `refused-${at}@example.com`])));
  await start();
  await expect.poll(() => arrived.length, { timeout: 30_000 }).toBe(40);
  await expect.poll(async () => (await rowsOf('mail')).length).toBe(8);
  expect((await rowsOf('mail')).every(({ state }) => state === 'retry')).toBe(true);
  expect(arrived.map(({ to }) => to).sort()).toEqual([...others].sort());
});

test('mail that a slow server puts off again and again goes behind what was never tried', async () => {
  const count = 80;
  await send(Array.from({ length: count }, (_, at) => `later-${at}@example.com`));
  await start();
  const states = async () => new Set((await rowsOf('mail')).map(({ state }) => state));
  await expect.poll(states, { timeout: 30_000 }).toEqual(new Set(['retry']));
  const before = mail.asked.length;
  await world.database.pool.query(`update jobs.job set start_after = now() where name = 'mail'`);
  await send(['first@example.com']);
  await expect
    .poll(() => arrived.map(({ to }) => to), { timeout: 30_000, interval: 20 })
    .toEqual(['first@example.com']);
  // What the workers had in hand already comes before; in the order of their age all of them would.
  expect(mail.asked.indexOf('first@example.com') - before).toBeLessThan(count / 2);
});

test('a link whose time is over is not sent, nor kept; what failed for good keeps no text', async () => {
  await world.call('POST /api/auth/magic-link', { body: { email: 'late@example.com' } });
  await send(['refused-for-good@example.com']);
  await world.database.pool.query(`update jobs.job set retry_limit = 0 where name = 'mail'`);
  world.clock.advance(15 * 60);
  await start();
  const names = async () => (await rowsOf('sign-in-mail', 'mail', 'mail-dead')).map(({ name }) => name).sort();
  // Both were there before: two rows alone say nothing.
  await expect.poll(names, { timeout: 20_000 }).toEqual(['mail', 'mail-dead']);
  expect(arrived).toEqual([]);
  await forgetDeadMail(world.db, world.clock.now());
  const kept = await rowsOf('sign-in-mail', 'mail', 'mail-dead');
  expect(await names()).toEqual(['mail', 'mail-dead']);
  for (const { data } of kept)
    expect(JSON.parse(data)).toEqual({ to: 'refused-for-good@example.com', subject: 'Aloha' });
});

test('a link whose time is over is forgotten where nobody sends mail, and one that is still worth something is kept', async () => {
  const ask = (email: string) => world.call('POST /api/auth/magic-link', { body: { email } });
  await ask('late@example.com');
  world.clock.advance(10 * 60);
  await ask('in-time@example.com');
  world.clock.advance(6 * 60);
  await forgetDeadMail(world.db, world.clock.now());
  expect((await world.mail()).map(({ to }) => to)).toEqual(['in-time@example.com']);
});

test('mail that a process took along when it died is sent by the next one', async () => {
  await send(['crash@example.com']);
  // As the supervisor finds it: taken, and never done.
  await world.database.pool.query(
    `update jobs.job set state = 'active', started_on = now() - interval '1 hour' where name = 'mail'`,
  );
  await start();
  await expect.poll(() => arrived.map(({ to }) => to), { timeout: 28_000 }).toEqual(['crash@example.com']);
});
