import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGoogleWorld, type GoogleWorld } from '../google-flow.ts';
import { fuzz, injected, summary } from './fuzz/run.ts';

const whole = process.env.PROVE === '1';
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(process.env.FUZZ_REQUESTS ?? (whole ? 45_000 : 2_000));

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ LOG_LEVEL: 'error' });
});
afterAll(() => world.close());

test('requests of six people, one thing wrong at a time, are all answered as the contract says', async () => {
  const findings = await fuzz(world, { seed, requests, send: injected(world), slowest: 10_000 });
  console.info(summary(seed, findings));
  expect(findings.complaints.join('\n\n')).toBe('');
}, 1_800_000);
