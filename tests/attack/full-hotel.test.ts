import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../server/platform/limits/limits.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { createTwoProcesses, from, type TwoProcesses } from './two-processes.ts';

let two: TwoProcesses;
beforeAll(async () => {
  two = await createTwoProcesses();
});
afterAll(() => two.close());

const hotel = '203.0.113.20';
const guests = 300;

const ask = (email: string, { call = two.world.call, cookie }: { call?: TwoProcesses['calls'][0]; cookie?: string }) =>
  call('POST /api/auth/magic-link', { body: { email }, cookie, headers: from(hotel) });
/** The cookie of a device that scanned a code. */
const aVisit = () => `visit=${newVisitToken(two.world.settings).token}`;
const statusesOf = (replies: { status: number }[]) => ({
  passed: replies.filter(({ status }) => status === 202).length,
  refused: replies.filter(({ status }) => status === 429).length,
});

/** Guests sign in by mail within an hour, ten at a time; some have scanned a code before. */
async function signInAll(name: string, scannedBefore: (at: number) => boolean): Promise<void> {
  for (let begin = 0; begin < guests; begin += 10) {
    const some = Array.from({ length: 10 }, (_, at) => {
      const visit = scannedBefore(begin + at) ? aVisit() : undefined;
      return { email: `${name}-${begin + at}@example.com`, visit };
    });
    const asked = await Promise.all(
      some.map(({ email, visit }, at) => ask(email, { call: two.calls[at % 2]!, cookie: visit })),
    );
    expect(statusesOf(asked)).toEqual({ passed: 10, refused: 0 });
    const mails = (await two.world.mail()).slice(-10);
    const signedIn = await Promise.all(
      some.map(({ email, visit }, at) => {
        const token = mails.find(({ to }) => to === email)!.text.match(/token=([\w-]+)/)![1];
        const browser = [visit, `magic_link=${asked[at]!.cookies.magic_link}`].filter(Boolean).join('; ');
        return two.calls[(at + 1) % 2]!('POST /api/auth/magic-link/verify', {
          body: { token },
          cookie: browser,
          headers: from(hotel),
        });
      }),
    );
    expect(signedIn.map(({ body }) => body.user?.email)).toEqual(some.map(({ email }) => email));
    two.world.clock.advance(115);
  }
}

test('300 guests behind one address sign in within an hour, of whom none has scanned, the 301st is told how long to wait', {
  timeout: 120_000,
}, async () => {
  await signInAll('unscanned', () => false);
  const late = await ask('late@example.com', {});
  expect([late.status, late.headers['retry-after']]).toEqual([429, String(3_600 - 30 * 115)]);
  const elsewhere = { body: { email: 'late@example.com' }, headers: from('203.0.113.21') };
  expect((await two.world.call('POST /api/auth/magic-link', elsewhere)).status).toBe(202);
  two.world.clock.advance(3_600);
});

test('one who invents 420 addresses without a cookie takes no link from 300 guests who have scanned', {
  timeout: 120_000,
}, async () => {
  const flood = await two.callBoth(420, (call, at) => ask(`invented-${at}@example.com`, { call }));
  expect(statusesOf(flood)).toEqual({ passed: 300, refused: 120 });
  two.world.clock.advance(60);
  await signInAll('scanned', () => true);
  two.world.clock.advance(3_600);
});

test('nor does one who has scanned and asks with that visit for as many', { timeout: 120_000 }, async () => {
  const visit = aVisit();
  let passed = 0;
  // Of one visit 60 calls a minute pass.
  for (let minute = 0; minute < 8; minute++) {
    const flood = await two.callBoth(60, (call, at) =>
      ask(`of-a-visit-${minute}-${at}@example.com`, { call, cookie: visit }),
    );
    passed += statusesOf(flood).passed;
    two.world.clock.advance(60);
  }
  expect(passed).toBe(limits['link-visit'].amount + limits['link-network'].amount);
  const others = guests - limits['link-visit'].amount;
  const asked = await two.callBoth(others, (call, at) => ask(`other-${at}@example.com`, { call, cookie: aVisit() }));
  expect(statusesOf(asked)).toEqual({ passed: others, refused: 0 });
  // A visit that nobody of us made is none.
  expect((await ask('forged@example.com', { cookie: `visit=${'v'.repeat(43)}` })).status).toBe(429);
});
