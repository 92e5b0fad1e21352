import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { Random } from '../../db/seed/generated-random.ts';
import { crowding } from '../../scripts/crowding.mjs';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';
import { refusalKeys } from '../refusal-shape.ts';
import { nextRequest } from './fuzz/requests.ts';
import { type Findings, fuzz, injected, summary } from './fuzz/run.ts';
import { newsSecrets, Stock } from './fuzz/stock.ts';
import { answerIn, broken, exchange, overSockets } from './fuzz/wire.ts';

const whole = process.env.PROVE === '1';
/** The same seed makes the same requests, but for the ids that a database makes. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const long = 3_600_000;

let world: GoogleWorld;
/** Says what goes wrong inside; a finding names the request that did it. */
const aWorld = async (environment: Record<string, string> = {}) => {
  world = await createGoogleWorld({ LOG_LEVEL: 'error', ...newsSecrets, ...environment });
  world.answerAsGoogle();
  return world;
};
afterEach(() => world.close());

/** There are none unless MAP_TILES_OWN_HOST is on; map-tiles.test.ts asks for them. */
const ofASetting = 'GET /api/map/tiles/{layer}/{z}/{x}/{y}';

function judge(findings: Findings, leastValid: number): void {
  console.info(summary(seed, findings));
  expect(findings.complaints.join('\n\n')).toBe('');
  // Requests that nobody may make or that name nothing would find little.
  expect(findings.validShare).toBeGreaterThan(leastValid);
  if (whole) expect(findings.unanswered.filter((one) => one !== ofASetting)).toEqual([]);
}

/** An answer comes within two seconds on a machine of its own. */
const slowest = () => (whole ? 2_000 * crowding() : 10_000);

test('six people, one thing wrong at a time: every answer is as the contract says', { timeout: long }, async () => {
  const requests = Number(process.env.FUZZ_REQUESTS ?? (whole ? 42_000 : 1_700));
  await aWorld();
  const findings = await fuzz(world, { seed, requests, send: injected(world), slowest: slowest() });
  judge(findings, 0.35);
  expect(findings.replays).toBeGreaterThanOrEqual(3);
  expect(findings.mismatches).toBeGreaterThanOrEqual(1);
});

test('the same with limits, which refuse and never fail', { timeout: long }, async () => {
  await aWorld({ RATE_LIMITS: 'on' });
  const findings = await fuzz(world, {
    seed: seed + 1,
    requests: whole ? 5_000 : 400,
    send: injected(world),
    slowest: slowest(),
  });
  judge({ ...findings, unanswered: [] }, 0.2);
});

test('the same over connections', { timeout: long }, async () => {
  await aWorld();
  const port = await listen();
  const findings = await fuzz(world, {
    seed: seed + 2,
    requests: whole ? 3_000 : 200,
    send: overSockets(port),
    slowest: slowest(),
  });
  judge({ ...findings, unanswered: [] }, 0.3);
});

test('bytes that are no HTTP, or end too early, are answered as an error or not at all', {
  timeout: long,
}, async () => {
  await aWorld();
  const port = await listen();
  const random = new Random(seed + 3);
  const stock = await Stock.fill(world);
  for (let at = 0; at < (whole ? 3_000 : 150); at++) {
    const endpoint = random.pick(contract);
    const sent = await nextRequest(world, stock, random, endpoint, random.pick(stock.people));
    const { what, bytes } = broken(sent, random);
    const { text, ended } = await exchange(port, bytes);
    const about = `seed ${seed}, ${what}: ${JSON.stringify(bytes.toString('latin1').slice(0, 3_000))}`;
    expect(ended, `left waiting; ${about}`).toBe(true);
    const statuses = [...text.toString('latin1').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) =>
      Number(status),
    );
    expect(
      statuses.filter((status) => status >= 500),
      about,
    ).toEqual([]);
    const answer = answerIn(text, 0);
    if (answer.status < 400 || sent.method === 'HEAD') continue;
    const body = JSON.parse(answer.text);
    expect(
      [refusalKeys(body), answer.headers['x-content-type-options'], answer.headers['x-request-id']],
      about,
    ).toEqual([['code', 'error', 'request_id'], 'nosniff', body.request_id]);
  }
  expect((await world.call('GET /healthz')).status).toBe(200);
});

async function listen(): Promise<number> {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  return (world.app.server.address() as AddressInfo).port;
}
