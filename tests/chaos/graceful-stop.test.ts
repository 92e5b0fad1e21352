import { type Agent, type ClientRequest, Agent as KeepAliveAgent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { ProductProcess, report, rounds, until } from './product-process.ts';
import { findSubjects, type Subjects, signInTravelers, type Traveler } from './travelers.ts';
import { newWrite, type Write } from './writers.ts';

/** In flight for certain when the stop comes: waiting for the database, and sent by half. On top: just sent. */
const waitingCount = 8;
const halfSentCount = 42;
const justSentCount = 10;

let product: ProductProcess;
let travelers: Traveler[];
let subjects: Subjects;
beforeAll(async () => {
  product = await ProductProcess.make();
  await product.start();
  const owner = await product.connect({ readOnly: false });
  travelers = await signInTravelers(owner, waitingCount);
  subjects = await findSubjects(owner);
  await owner.end();
});
afterAll(() => product.dispose());

interface Exchange {
  sent: ClientRequest;
  /** The status of a whole answer; undefined when it was broken. */
  answered: Promise<number | undefined>;
}

function open(agent: Agent, path: string, write?: Write): Exchange {
  const headers = write && {
    origin: product.url,
    cookie: write.cookie,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(JSON.stringify(write.body)),
    'idempotency-key': write.key,
  };
  const sent = request(product.url + path, { agent, method: write ? 'POST' : 'GET', ...(headers ? { headers } : {}) });
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on('error', () => resolve(undefined));
    sent.on('response', (response) => {
      response.resume().on('close', () => resolve(response.complete ? response.statusCode : undefined));
    });
  });
  return { sent, answered };
}

const scanPath = '/api/qr/scan';
const bookingPath = '/api/qr/booking-conversion';
const flushed = (sent: ClientRequest, data: string) => new Promise<void>((done) => sent.write(data, () => done()));

interface Stop {
  /** Statuses of the requests that were sent before the signal; undefined for a broken one. */
  statuses: (number | undefined)[];
  readiness: (number | undefined)[];
  exit: number | NodeJS.Signals | null;
  milliseconds: number;
}

/** Sends the signal with requests of all kinds in flight over kept-alive connections, and waits for what comes of them. */
async function stopUnderLoad(signal: NodeJS.Signals): Promise<Stop> {
  const agent = new KeepAliveAgent({ keepAlive: true, maxSockets: waitingCount + halfSentCount + justSentCount });
  const count = waitingCount + halfSentCount + justSentCount;
  await Promise.all(
    Array.from({ length: count }, () => {
      const one = open(agent, '/healthz');
      one.sent.end();
      return one.answered;
    }),
  );

  const locker = await product.connect({ readOnly: false });
  await locker.query('begin');
  await locker.query('lock table clicks in exclusive mode');
  const waiting = travelers.map((traveler) => {
    const write = newWrite('booking', traveler, subjects);
    const exchange = open(agent, bookingPath, write);
    exchange.sent.end(JSON.stringify(write.body));
    return exchange;
  });
  await until('bookings wait', 10_000, async () => {
    const { rows } = await locker.query(
      `select count(*)::int as n from pg_locks where not granted and relation = 'clicks'::regclass`,
    );
    return rows[0].n === waitingCount;
  });
  const halves = Array.from({ length: halfSentCount }, (_, index) => {
    const write = newWrite('scan', travelers[index % waitingCount]!, subjects);
    const text = JSON.stringify(write.body);
    return { ...open(agent, scanPath, write), first: text.slice(0, 20), rest: text.slice(20) };
  });
  await Promise.all(halves.map(({ sent, first }) => flushed(sent, first)));
  const paths = ['/api/business-listings', '/location/1', '/explore', '/api/locations/1', '/'];
  const justSent = Array.from({ length: justSentCount }, (_, index) => open(agent, paths[index % paths.length]!));
  await Promise.all(justSent.map(({ sent }) => new Promise((done) => sent.end(done))));

  const begun = performance.now();
  product.signal(signal);
  const readiness: (number | undefined)[] = [];
  const draining = until('draining', 10_000, async () => {
    readiness.push(await product.readiness());
    return readiness.at(-1) !== 200;
  });
  // What is in flight goes on once the stop has begun; a crowded machine need not be waited for to say so.
  await Promise.race([draining, sleep(500)]);
  for (const { sent, rest } of halves) sent.end(rest);
  await locker.query('commit').catch(() => {}); // with a killed server the database ends as well
  const statuses = await Promise.all([...waiting, ...halves, ...justSent].map(({ answered }) => answered));
  await locker.end().catch(() => {});
  const exit = await product.exited;
  await draining;
  agent.destroy();
  return { statuses, readiness, exit, milliseconds: performance.now() - begun };
}

const isBroken = (status: number | undefined) => status === undefined || status >= 400;

test('SIGTERM answers everything that was sent before it', { timeout: 240_000 }, async () => {
  const times: number[] = [];
  let seenDraining = 0;
  let answered = 0;
  for (let round = 1; round <= rounds; round++) {
    if (!product.isRunning) await product.start();
    const { statuses, readiness, exit, milliseconds } = await stopUnderLoad('SIGTERM');
    expect({
      round,
      broken: statuses.flatMap((status, sent) => (isBroken(status) ? [[sent, status]] : [])),
      exit,
      milliseconds,
    }).toEqual({ round, broken: [], exit: 0, milliseconds: expect.any(Number) });
    times.push(milliseconds);
    answered += statuses.length;
    if (readiness.includes(503)) seenDraining++;
  }
  report(
    `SIGTERM: ${rounds} rounds, ${answered} requests in flight, 0 broken, exit 0 after at most ` +
      `${(Math.max(...times) / 1000).toFixed(2)} s, /readyz 503 seen ${seenDraining} times`,
  );
  expect(Math.max(...times)).toBeLessThan(5_000 * crowding());
  expect(seenDraining).toBeGreaterThan(0);
});

test('kill -9 breaks requests, and is seen to', { timeout: 60_000 }, async () => {
  if (!product.isRunning) await product.start();
  const { statuses } = await stopUnderLoad('SIGKILL');
  expect(statuses.filter(isBroken).length).toBeGreaterThanOrEqual(waitingCount + halfSentCount);
});
