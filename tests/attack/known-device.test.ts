import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());
afterEach(() => world.clock.advance(3_600));

const ask = (email: string, cookie?: string, network = '203.0.113.30') =>
  world.call('POST /api/auth/magic-link', { body: { email }, cookie, headers: { 'x-forwarded-for': network } });

/** Signs in by a mailed link. @returns what the browser is given. */
async function signIn(email: string, cookie: string | undefined, network: string) {
  expect((await ask(email, cookie, network)).status).toBe(202);
  const token = (await world.mail()).findLast(({ to }) => to === email)!.text.match(/token=([\w-]+)/)![1]!;
  const body = { token, confirm: true };
  const reply = await world.call('POST /api/auth/magic-link/verify', {
    body,
    cookie,
    headers: { 'x-forwarded-for': network },
  });
  expect(reply.status).toBe(200);
  return reply;
}

/** Uses up what a network may ask for an address, then asks as a device. */
async function asksBeyond(email: string, cookie: string): Promise<number> {
  const replies = [];
  for (let at = 0; at < 6; at++) replies.push((await ask(email)).status);
  expect(replies.at(-1)).toBe(429);
  return (await ask(email, cookie)).status;
}

test('a proof of one device is worth nothing on another', async () => {
  const mine = (await signIn('mine@example.com', undefined, '198.51.100.1')).cookies.device!;
  const theirs = (await signIn('theirs@example.com', undefined, '198.51.100.2')).cookies.device!;
  const [id, seal] = theirs.split('.');
  const [, , proof] = mine.split('.');
  expect(await asksBeyond('mine@example.com', `device=${id}.${seal}.${proof}`)).toBe(429);
  expect((await ask('mine@example.com', `device=${mine}`)).status).toBe(202);
});

test('a device knows its latest eight addresses, for 400 days, in a cookie that does not grow', async () => {
  let cookie: string | undefined;
  const emails = Array.from({ length: 12 }, (_, at) => `guest-${at}@example.com`);
  for (const [at, email] of emails.entries()) {
    const { cookies, headers } = await signIn(email, cookie, `198.51.100.${10 + at}`);
    expect(String(headers['set-cookie'])).toMatch(/device=[^;]+;[^,]* Max-Age=34560000/);
    cookie = `device=${cookies.device}`;
    expect(cookies.device!.split('.')).toHaveLength(2 + Math.min(8, at + 1));
  }
  expect(await asksBeyond(emails[3]!, cookie!)).toBe(429);
  expect(await asksBeyond(emails[4]!, cookie!)).toBe(202);
  expect(await asksBeyond(emails[11]!, cookie!)).toBe(202);
});

test('a lobby that scans without end shuts out no device that has signed in, and each has a share of its own', async () => {
  const lobby = '203.0.113.40';
  const { code } = await world.aCode();
  const devices = [];
  for (const name of ['ada', 'ben'])
    devices.push(`device=${(await signIn(`${name}@example.com`, undefined, '198.51.100.3')).cookies.device}`);
  const cost = limits['scan-network'].amount;
  await new RateLimits(world.db, true).spend({ limit: 'scan-network', key: lobby, cost }, world.clock.now());
  const scan = async (cookie?: string) =>
    (
      await world.call('POST /api/qr/scan', {
        body: { qr_code_id: code },
        cookie,
        headers: { 'x-forwarded-for': lobby },
      })
    ).status;
  expect(await scan()).toBe(429);
  expect(await scan(`device=${'A'.repeat(22)}.${'A'.repeat(22)}`)).toBe(429);
  // Each time without its visit, which has a limit of its own.
  const statuses = [];
  for (let at = 0; at < limits['scan-device'].amount + 3; at++) statuses.push(await scan(devices[0]));
  expect(statuses.indexOf(429)).toBe(limits['scan-device'].amount);
  expect(await scan(devices[1])).toBe(200);
  world.clock.advance(60);
  expect(await scan(devices[0])).toBe(200);
});

test('one account makes ten devices known in a day, and signs in on others all the same', async () => {
  const { amount } = limits['new-device'];
  const made = [];
  for (let at = 0; at <= amount; at++) {
    const { cookies } = await signIn('collector@example.com', undefined, `198.51.100.${100 + at}`);
    expect(cookies.session).toBeTruthy();
    made.push(cookies.device);
    world.clock.advance(3_600);
  }
  expect(made.indexOf(undefined)).toBe(amount);
  // A device that is known already stays so.
  const again = await signIn('collector@example.com', `device=${made[0]}`, '198.51.100.99');
  expect(again.cookies.device).toBe(made[0]);
  world.clock.advance(86_400);
  expect((await signIn('collector@example.com', undefined, '198.51.100.98')).cookies.device).toBeTruthy();
});
