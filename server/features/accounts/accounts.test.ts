import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Asks for a link and takes the token out of the mail, as a person with a mailbox would. */
async function askForLink(email: string, options: { redirect?: string; cookie?: string } = {}) {
  const reply = await world.call('POST /api/auth/magic-link', {
    body: { email, redirect: options.redirect },
    cookie: options.cookie,
  });
  const message = (await world.mail()).findLast((one) => one.to === email.trim().toLowerCase());
  return {
    reply,
    browser: `magic_link=${reply.cookies.magic_link}`,
    token: message?.text.match(/token=([\w-]+)/)?.[1] ?? '',
  };
}
const redeem = (token: string, cookie?: string, confirm?: boolean) =>
  world.call('POST /api/auth/magic-link/verify', { body: { token, confirm }, cookie });

describe('a magic link', () => {
  test('signs in the browser that asked, as a traveler, and returns to where it started', async () => {
    const { reply, token, browser } = await askForLink('Leilani@Example.com', { redirect: '/location/1#experience-2' });
    expect(reply.status).toBe(202);
    const signedIn = await redeem(token, browser);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({
      user: { email: 'leilani@example.com', profile: { role: 'traveler' } },
      redirect: '/location/1#experience-2',
    });
    expect(signedIn.cookies.signed_in).toBe('1');
    const me = await world.call('GET /api/users/me', { cookie: `session=${signedIn.cookies.session}` });
    expect(me.body.email).toBe('leilani@example.com');
  });

  test('is asked to confirm in another browser, and nothing is used up until then', async () => {
    const { token } = await askForLink('scanner@example.com');
    for (let visit = 0; visit < 3; visit++) expect((await redeem(token)).body.code).toBe('link_confirm');
    expect((await redeem(token, undefined, true)).status).toBe(200);
    expect((await redeem(token, undefined, true)).body.code).toBe('link_invalid');
  });

  test('works for 15 minutes', async () => {
    const early = await askForLink('early@example.com');
    world.clock.advance(15 * 60 - 1);
    expect((await redeem(early.token, early.browser)).status).toBe(200);
    const late = await askForLink('late@example.com');
    world.clock.advance(15 * 60);
    expect((await redeem(late.token, late.browser)).body).toMatchObject({
      code: 'link_invalid',
      error: 'Magic link verification failed',
    });
  });

  test('ends when the same browser asks for a newer one', async () => {
    const older = await askForLink('twice@example.com');
    const newer = await askForLink('twice@example.com', { cookie: older.browser });
    expect((await redeem(older.token, older.browser)).status).toBe(400);
    expect((await redeem(newer.token, newer.browser)).status).toBe(200);
  });

  test('is used once by 20 at the same time', async () => {
    const { token, browser } = await askForLink('race@example.com');
    const replies = await Promise.all(Array.from({ length: 20 }, () => redeem(token, browser)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.status >= 500)).toHaveLength(0);
  });

  test('is sent at most 5 times in 15 minutes to one address; who asks again is told, and the last one works', async () => {
    const asks = [];
    for (let ask = 0; ask < 5; ask++) asks.push(await askForLink('flood@example.com'));
    expect(asks.map(({ reply }) => reply.status)).toEqual([202, 202, 202, 202, 202]);
    world.clock.advance(61);
    const { reply } = await askForLink('flood@example.com');
    expect([reply.status, reply.body.code, reply.headers['retry-after']]).toEqual([429, 'link_limited', '839']);
    expect(reply.body.error).toContain('the newest still works');
    expect(reply.body.error).toContain('in 14 minutes.');
    expect(reply.cookies.magic_link).toBeUndefined();
    expect((await world.mail()).filter((one) => one.to === 'flood@example.com')).toHaveLength(5);
    expect((await redeem(asks[4]!.token, asks[4]!.browser)).status).toBe(200);
    world.clock.advance(839);
    expect((await askForLink('flood@example.com')).reply.status).toBe(202);
  });

  test.each([
    '',
    'nobody',
    'a@b',
    'a@b.c d',
    'a@b.example\nbcc: x@evil.example',
    'a@b.example,x@evil.example',
    '<a@b.example>',
    'ａ@b.example',
    'a@ɡmail.com',
    '"a b"@c.example',
    `${'a'.repeat(65)}@b.example`,
  ])('is not sent to %j', async (email) => {
    const before = (await world.mail()).length;
    const reply = await world.call('POST /api/auth/magic-link', { body: { email } });
    expect(reply.status).toBe(400);
    expect((await world.mail()).length).toBe(before);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/%2f/evil.example',
    '/\tevil',
    'javascript:alert(1)',
  ])('never returns to %j', async (redirect) => {
    const { token, browser } = await askForLink(`redirect-${Math.abs(hash(redirect))}@example.com`, { redirect });
    expect((await redeem(token, browser)).body.redirect).toBeNull();
    world.clock.advance(3_600);
  });
});

const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7);

describe('what was scanned before signing in', () => {
  test('is theirs after it, also when the link is opened in another browser', async () => {
    const code = await world.aCode();
    const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code } });
    const { token } = await askForLink('joined@example.com', { cookie: `visit=${scanned.cookies.visit}` });
    const signedIn = await redeem(token, undefined, true);
    const visits = await world.db
      .selectFrom('visits')
      .select('id')
      .where('user_id', '=', signedIn.body.user.id)
      .execute();
    // The visit that scanned, and a new one of the browser that opened the link.
    expect(visits).toHaveLength(2);
    expect(signedIn.cookies.visit).not.toBe(scanned.cookies.visit);
  });

  test('stays with whom it belongs to when somebody else signs in on the same phone', async () => {
    const code = await world.aCode();
    const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code } });
    const visit = `visit=${scanned.cookies.visit}`;
    const one = await askForLink('one@example.com', { cookie: visit });
    await redeem(one.token, `${one.browser}; ${visit}`);
    const two = await askForLink('two@example.com', { cookie: visit });
    const second = await redeem(two.token, `${two.browser}; ${visit}`);
    expect(second.cookies.visit).toMatch(/^[\w-]{43}$/);
    const owners = await world.db
      .selectFrom('visits')
      .innerJoin('users', 'users.id', 'visits.user_id')
      .select('email')
      .execute();
    expect(owners.map((owner) => owner.email).sort()).toEqual(
      expect.arrayContaining(['one@example.com', 'two@example.com']),
    );
  });
});

describe('a session', () => {
  test('ends at sign-out, and after 7 days without use', async () => {
    const user = await world.aUser();
    const me = () => world.call('GET /api/users/me', { cookie: user.cookie });
    expect((await me()).status).toBe(200);
    world.clock.advance(7 * 86_400 - 1);
    expect((await me()).status).toBe(200);
    world.clock.advance(7 * 86_400 - 1);
    expect((await me()).status).toBe(200);
    const out = await world.call('POST /api/logout', { cookie: user.cookie });
    expect(out.cookies).toMatchObject({ session: '', signed_in: '' });
    expect((await me()).body.code).toBe('unauthenticated');
    const idle = await world.aUser();
    world.clock.advance(7 * 86_400);
    expect((await world.call('GET /api/users/me', { cookie: idle.cookie })).status).toBe(401);
  });

  test('is kept in the database as a hash only', async () => {
    const user = await world.aUser();
    const token = user.cookie.split('=')[1]!;
    const { rows } = await world.database.pool.query('select encode(token_hash, $1) as hash from sessions', ['escape']);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    'session=',
    'session=x',
    `session=${'A'.repeat(43)}`,
    `session=${'%00'.repeat(10)}`,
    'session=a; session=b',
  ])('is not opened by %j', async (cookie) => {
    expect((await world.call('GET /api/users/me', { cookie })).status).toBe(401);
  });
});
