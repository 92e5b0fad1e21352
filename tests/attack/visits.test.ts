import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../../server/platform/sessions/tokens.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { openSecondApp } from '../second-app.ts';
import { untilServed } from '../until-served.ts';
import { createWorld, type World } from '../world.ts';

const whole = process.env.PROVE === '1';
const secret = 'the-secret-key-of-the-visits-test-000000';
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: secret } });
});
afterAll(() => world.close());

const scan = (code: string, cookie?: string, headers: Record<string, string> = {}) =>
  world.call('POST /api/qr/scan', { body: { qr_code_id: code }, cookie, headers });
const visitOf = (token: string) =>
  world.db.selectFrom('visits').select(['id', 'user_id']).where('token_hash', '=', hashToken(token)).executeTakeFirst();
const scansIn = async (visitId: number) =>
  (await world.db.selectFrom('scans').select('id').where('visit_id', '=', visitId).execute()).length;
const scanned = async (cookie: string) =>
  (await world.call('GET /api/activity', { cookie })).body.counts.scanned as number;

/** Signs in on a browser by a mailed link, as a person does. @returns its cookies afterwards. */
async function signIn(email: string, visit?: string): Promise<{ session: string; visit: string | undefined }> {
  const cookie = visit && `visit=${visit}`;
  const asked = await world.call('POST /api/auth/magic-link', { body: { email }, cookie });
  const mail = (await world.mail()).findLast((one) => one.to === email)!;
  const token = mail.text.match(/token=([\w-]+)/)![1];
  const cookies = [cookie, `magic_link=${asked.cookies.magic_link}`].filter(Boolean).join('; ');
  const verified = await world.call('POST /api/auth/magic-link/verify', { body: { token }, cookie: cookies });
  expect(verified.status).toBe(200);
  return { session: `session=${verified.cookies.session}`, visit: verified.cookies.visit ?? visit };
}

describe('a visit that we did not make', () => {
  test('is none: its scan begins one of ours, and no row has its token', { timeout: 600_000 }, async () => {
    const code = await world.aCode();
    for (let at = 0; at < (whole ? 4_000 : 60); at++) {
      const forged = randomBytes(32).toString('base64url');
      const reply = await scan(code.code, `visit=${forged}`);
      expect(reply.status).toBe(200);
      expect(reply.cookies.visit).not.toBe(forged);
      expect(await visitOf(forged)).toBeUndefined();
      // The real network's limit is another test's; here only the tokens count.
      if (at % 2_000 === 1_999) world.clock.advance(60);
    }
  });

  test('is none at its second and third use either', async () => {
    const code = await world.aCode();
    const forged = randomBytes(32).toString('base64url');
    for (let time = 0; time < 3; time++) {
      const reply = await scan(code.code, `visit=${forged}`);
      expect([reply.status, await visitOf(forged)]).toEqual([200, undefined]);
      expect(reply.cookies.visit).toMatch(/^[\w-]{43}$/);
      expect(reply.cookies.visit).not.toBe(forged);
    }
  });

  test('nor is one of ours with a changed letter, or spelled another way', async () => {
    const code = await world.aCode();
    const { token } = newVisitToken(world.settings);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let at = 0; at < token.length; at++) {
      // The last letter's two lowest bits are not part of the bytes.
      const changed = letters[letters.indexOf(token[at]!) ^ 1]!;
      const forged = token.slice(0, at) + changed + token.slice(at + 1);
      await scan(code.code, `visit=${forged}`);
      expect(await visitOf(forged), forged).toBeUndefined();
    }
    await scan(code.code, `visit=${token}`);
    expect(await visitOf(token)).toBeDefined();
  });

  test('is not noted with a sign-in link either', async () => {
    const forged = randomBytes(32).toString('base64url');
    const cookie = `visit=${forged}`;
    await world.call('POST /api/auth/magic-link', { body: { email: 'forged@example.com' }, cookie });
    const link = await world.db
      .selectFrom('magic_links')
      .select('visit_hash')
      .where('email', '=', 'forged@example.com')
      .execute();
    expect(link).toEqual([{ visit_hash: null }]);
  });
});

test('a visit from before cookies were signed stays what it is, with its credit', async () => {
  const { token, hash } = newToken();
  const now = world.clock.now();
  await world.db.insertInto('visits').values({ token_hash: hash, created_at: now, last_seen_at: now }).execute();
  const visit = (await visitOf(token))!;
  const code = await world.aCode();
  const reply = await scan(code.code, `visit=${token}`);
  expect([reply.status, reply.cookies.visit]).toEqual([200, token]);
  expect(await scansIn(visit.id)).toBe(1);
  const { session } = await signIn('before@example.com', token);
  const booked = await world.call('POST /api/qr/booking-conversion', {
    cookie: `${session}; visit=${token}`,
    body: { business_listing_id: await world.aListing() },
  });
  const booking = await world.db
    .selectFrom('bookings')
    .select('qr_code_id')
    .where('transaction_id', '=', booked.body.transaction_id)
    .execute();
  expect(booking).toEqual([{ qr_code_id: code.id }]);
});

test('a visit scans 120 times a minute and never once more, on two servers at a time', async () => {
  const code = await world.aCode();
  const { token } = newVisitToken(world.settings);
  const second = await openSecondApp(world, { SECRET_KEY: secret });
  const ask = (at: number, key?: string) =>
    (at % 2 ? second.app : world.app).inject({
      method: 'POST',
      url: '/api/qr/scan',
      headers: {
        origin: world.settings.publicUrl,
        cookie: `visit=${token}`,
        ...(key && { 'idempotency-key': key }),
      },
      payload: { qr_code_id: code.code },
    });
  try {
    let busy = 0;
    const served = (at: number) =>
      untilServed(
        async () => {
          const reply = await ask(at);
          return { status: reply.statusCode, reply };
        },
        () => busy++,
      );
    const replies = await Promise.all(Array.from({ length: 160 }, (_, at) => served(at)));
    const limited = replies.filter(({ status }) => status !== 200).map(({ reply }) => reply);
    expect(limited.map((reply) => [reply.statusCode, reply.json().code, reply.headers['retry-after']])).toEqual(
      Array(limited.length).fill([429, 'rate_limited', '60']),
    );
    // What was recorded and got no answer was asked for once more.
    expect(limited.length).toBeGreaterThanOrEqual(40);
    expect(limited.length).toBeLessThanOrEqual(40 + busy);
    world.clock.advance(45);
    const key = randomUUID();
    const late = await ask(1, key);
    expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '15']);
    expect(await scansIn((await visitOf(token))!.id)).toBe(120);
    // Others are not held up by it, whatever their network.
    expect((await scan(code.code)).status).toBe(200);
    world.clock.advance(15);
    // What was refused took no key: the same call is recorded now.
    const again = await ask(0, key);
    expect([again.statusCode, again.headers['idempotent-replay']]).toEqual([200, undefined]);
    expect(await scansIn((await visitOf(token))!.id)).toBe(121);
  } finally {
    await second.close();
  }
});

test("a signed-in person's visit has the same limit", async () => {
  const code = await world.aCode();
  const person = await world.aUser();
  const began = await scan(code.code, person.cookie);
  const visit = (await visitOf(began.cookies.visit!))!;
  expect(visit.user_id).toBe(person.id);
  const statuses = [began.status];
  while (statuses.length < 123)
    statuses.push((await scan(code.code, `${person.cookie}; visit=${began.cookies.visit}`)).status);
  expect(statuses).toEqual([...Array(120).fill(200), 429, 429, 429]);
  expect([await scansIn(visit.id), await scanned(person.cookie)]).toEqual([120, 1]);
  world.clock.advance(60);
  expect((await scan(code.code, `${person.cookie}; visit=${began.cookies.visit}`)).status).toBe(200);
});

test('each scan lets the browser keep its visit for another 90 days', async () => {
  const code = await world.aCode();
  const first = await scan(code.code);
  world.clock.advance(80 * 86_400);
  const next = await scan(code.code, `visit=${first.cookies.visit}`);
  expect(next.cookies.visit).toBe(first.cookies.visit);
  expect(String(next.headers['set-cookie'])).toMatch(/visit=[\w-]{43};.* Max-Age=7776000/);
});

describe('signing out ends the visit', () => {
  const ways: [string, (cookie: string) => Promise<unknown>][] = [
    ['POST', (cookie) => world.call('POST /api/logout', { cookie })],
    [
      'GET',
      (cookie) =>
        world.call('GET /api/logout', {
          cookie,
          headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
        }),
    ],
    ['everywhere', (cookie) => world.call('POST /api/sessions/end-all', { cookie })],
    [
      'this session',
      async (cookie) => {
        const sessions = (await world.call('GET /api/sessions', { cookie })).body;
        const { id } = sessions.find((one: { current: boolean }) => one.current);
        return await world.call(`DELETE /api/sessions/${id}`, { cookie });
      },
    ],
  ];
  test.each(ways)('by %s: what the next person scans and books is nothing of the last one', async (way, signOut) => {
    const code = await world.aCode();
    const [last, next] = [`last-${way.length}@example.com`, `next-${way.length}@example.com`];
    const began = await scan(code.code);
    const first = await signIn(last, began.cookies.visit);
    const firstCookies = `${first.session}; visit=${first.visit}`;
    expect(await scanned(firstCookies)).toBe(1);
    const left = (await signOut(firstCookies)) as { status: number; cookies: Record<string, string> };
    expect([left.status, left.cookies.visit]).toEqual([200, '']);

    world.clock.advance(3_600);
    const other = await world.aCode();
    const scannedNext = await scan(other.code); // the browser has no visit any more
    const second = await signIn(next, scannedNext.cookies.visit);
    const secondCookies = `${second.session}; visit=${second.visit}`;
    const again = await signIn(last);
    expect([await scanned(secondCookies), await scanned(again.session)]).toEqual([1, 1]);
    const listing = await world.aListing();
    const book = (cookie: string) =>
      world.call('POST /api/qr/booking-conversion', { cookie, body: { business_listing_id: listing } });
    const booked = [await book(secondCookies), await book(again.session)];
    const credits = await world.db
      .selectFrom('bookings')
      .select(['transaction_id', 'qr_code_id'])
      .where('listing_id', '=', listing)
      .execute();
    const creditOf = (reply: { body: { transaction_id: string } }) =>
      credits.find((one) => one.transaction_id === reply.body.transaction_id)?.qr_code_id;
    expect(booked.map(creditOf)).toEqual([other.id, code.id]);
  });

  test('also where the session ended elsewhere and the browser still shows the visit', async () => {
    const code = await world.aCode();
    const began = await scan(code.code);
    const last = await signIn('elsewhere@example.com', began.cookies.visit);
    const phone = await signIn('elsewhere@example.com');
    await world.call('POST /api/sessions/end-all', { cookie: phone.session });

    world.clock.advance(3_600);
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const reply = await scan(code.code, `${last.session}; visit=${last.visit}`, headers as Record<string, string>);
      expect(reply.status).toBe(200);
      expect(reply.cookies.visit).toMatch(/^[\w-]{43}$/);
      expect(reply.cookies.visit).not.toBe(last.visit);
    }
    const someone = await world.aUser();
    await scan(code.code, `${someone.cookie}; visit=${last.visit}`);
    expect(await scanned(someone.cookie)).toBe(1);
    expect(await scanned((await signIn('elsewhere@example.com')).session)).toBe(1);
  });
});
