import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Asked, askForLink, newcomer } from '../../../tests/asked-links.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { hashToken, newToken } from '../../platform/sessions/tokens.ts';
import { newVisitToken } from '../../platform/sessions/visits.ts';
import { forgetEndedSignIns, forgetOldLinks } from './accounts.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ TRUST_PROXY: '1', RATE_LIMITS: 'on' });
});
afterAll(() => world.close());

let network: string;
let email: string;
beforeEach(() => {
  ({ network, email } = newcomer());
});
const ask = (asked: Partial<Asked> = {}) => askForLink(world, { to: email, network, ...asked });
const open = async (token: string, cookie?: string, confirm?: boolean) => {
  const reply = await world.call('POST /api/auth/magic-link/verify', {
    body: { token, confirm },
    cookie,
    headers: from(network),
  });
  return reply.body.code ?? reply.status;
};
const storedOf = (address = email) =>
  world.db
    .selectFrom('magic_links')
    .select(['token_hash', 'browser_hash', 'visit_hash', 'network', 'sealed_redirect', 'created_at', 'expires_at'])
    .select(['used_at', 'voided_at'])
    .where('email', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
describe('a browser', () => {
  test('is asked to confirm by a browser that asked for another link', async () => {
    const { token, browser } = await ask();
    const elsewhere = await ask({ to: `other-${email}` });
    for (const cookie of [undefined, elsewhere.browser, 'magic_link=x', `magic_link=${'A'.repeat(43)}`, 'magic_link='])
      expect(await open(token, cookie), cookie).toBe('link_confirm');
    expect(await open(token, browser)).toBe(200);
  });

  test('that confirms opens it, and is told where it was to lead', async () => {
    const { token } = await ask({ redirect: '/location/7?qr=1#top' });
    const { body } = await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
    expect([body.user.email, body.redirect]).toEqual([email, '/location/7?qr=1#top']);
  });

  test('keeps the proof of its ask as long as the link lasts, and gives it back with it', async () => {
    const { reply, token, browser } = await ask();
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=900');
    const opened = await world.call('POST /api/auth/magic-link/verify', { body: { token }, cookie: browser });
    expect([opened.cookies.magic_link, opened.body.redirect]).toEqual(['', null]);
  });
});

describe('whoever opens a link', () => {
  /** A Google account that said it has this address, and waits for the proof in the browser with this cookie. */
  async function aPendingIdentity(subject: string) {
    const { token, hash } = newToken();
    const now = world.clock.now();
    const expires_at = new Date(now.getTime() + 900_000);
    const identity = { token_hash: hash, issuer: 'https://id.example', subject, email, created_at: now, expires_at };
    await world.db.insertInto('pending_identities').values(identity).execute();
    return `oauth=${token}`;
  }
  const identitiesOf = async () =>
    (
      await world.db.selectFrom('user_identities').select(['subject', 'email']).where('email', '=', email).execute()
    ).map(({ subject }) => subject);

  test('has proven the address for an account of theirs that waited in the same browser', async () => {
    const [{ token, browser }, oauth] = [await ask(), await aPendingIdentity(`own-${email}`)];
    expect(await open(token, `${browser}; ${oauth}`)).toBe(200);
    expect(await identitiesOf()).toEqual([`own-${email}`]);
  });

  test('has proven nothing for one that waits in another browser', async () => {
    const [{ token }, oauth] = [await ask(), await aPendingIdentity(`foreign-${email}`)];
    expect(await open(token, oauth, true)).toBe(200);
    expect(await identitiesOf()).toEqual([]);
  });

  test('signs in without one, whatever stands in its cookie', async () => {
    for (const oauth of ['', '; oauth=x', `; oauth=${'A'.repeat(43)}`]) {
      const { token, browser } = await ask();
      expect(await open(token, browser + oauth), oauth).toBe(200);
    }
    expect(await identitiesOf()).toEqual([]);
  });

  test('is given what was scanned in the browser that asked', async () => {
    const code = await world.aCode();
    const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, headers: from(network) });
    const visit = scanned.cookies.visit!;
    const { token } = await ask({ cookie: `visit=${visit}` });
    const { body } = await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
    const owner = world.db.selectFrom('visits').select('user_id').where('token_hash', '=', hashToken(visit));
    expect((await owner.executeTakeFirstOrThrow()).user_id).toBe(body.user.id);
  });
});

describe('of a link is kept', () => {
  test('nothing that opens it or tells where it leads', async () => {
    const { token } = await ask({ redirect: '/invite/secret' });
    const [stored] = await storedOf();
    const now = world.clock.now();
    expect(stored).toMatchObject({
      token_hash: hashToken(token),
      visit_hash: null,
      network,
      created_at: now,
      expires_at: new Date(now.getTime() + 900_000),
      used_at: null,
      voided_at: null,
    });
    expect(stored!.sealed_redirect!.toString('latin1')).not.toContain('invite');
    world.clock.advance(1);
    await ask();
    expect((await storedOf())[1]!.sealed_redirect).toBeNull();
  });

  test('who had scanned before, and from where it leads until it is used', async () => {
    const visit = newVisitToken(world.settings);
    const { token, browser } = await ask({ cookie: `visit=${visit.token}`, redirect: '/scan' });
    expect((await storedOf())[0]!.visit_hash).toEqual(visit.hash);
    expect(await open(token, browser)).toBe(200);
    const [stored] = await storedOf();
    expect([stored!.sealed_redirect, stored!.used_at]).toEqual([null, world.clock.now()]);
  });

  test('for the mail how long it is worth sending', async () => {
    const { mail } = await ask();
    expect(mail).toMatchObject({
      to: email,
      subject: 'Your Holoholo sign-in link',
      expiresAt: new Date(world.clock.now().getTime() + 900_000).toISOString(),
    });
    expect(mail!.text).toContain(`${world.settings.publicUrl}/auth/magic-link?token=`);
  });
});

describe('a newer ask of the same browser', () => {
  test('ends the older link, and takes its way back from the database', async () => {
    const first = await ask({ redirect: '/scan' });
    world.clock.advance(1);
    await ask({ cookie: first.browser });
    const [older, newer] = await storedOf();
    expect([older!.voided_at, older!.sealed_redirect, newer!.voided_at]).toEqual([world.clock.now(), null, null]);
    expect(await open(first.token, first.browser)).toBe('link_invalid');
  });

  test('ends none that was used or ended before, of another address or another browser', async () => {
    const used = await ask();
    expect(await open(used.token, used.browser)).toBe(200);
    world.clock.advance(1);
    const next = await ask({ cookie: used.browser });
    world.clock.advance(1);
    const third = await ask({ cookie: next.browser });
    world.clock.advance(1);
    await ask({ cookie: next.browser });
    await ask({ to: `other-${email}`, cookie: third.browser });
    const at = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1000);
    expect((await storedOf()).map(({ voided_at }) => voided_at)).toEqual([null, at(1), null, null]);
    expect(await open(third.token, third.browser)).toBe(200);
  });

  test('with what has not the form of a proof ends none', async () => {
    await ask();
    await ask({ cookie: 'magic_link=x' });
    expect((await storedOf()).map(({ voided_at }) => voided_at)).toEqual([null, null]);
  });
});

describe('a refused link', () => {
  /** What administrators are told of the last refusal. */
  const noted = async () => {
    await flushSecurityEvents(world.db);
    return await world.db
      .selectFrom('security_events')
      .select(['description', 'severity', 'user_id'])
      .where('event_type', '=', 'sign_in_failed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  };
  const refusedFor = (reason: string) => `POST /api/auth/magic-link/verify was refused (link_invalid: ${reason}).`;

  test('is told to administrators as what it was, and to everybody else alike', async () => {
    const { id } = await world.aUser({ email });
    const [first, late] = [await ask(), await ask()];
    const newer = await ask({ cookie: first.browser });
    expect(await open(newToken().token)).toBe('link_invalid');
    expect(await noted()).toEqual({ description: refusedFor('unknown'), severity: 'medium', user_id: null });
    expect(await open('no-token')).toBe('link_invalid');
    expect(await noted()).toMatchObject({ description: refusedFor('unknown') });
    expect(await open(first.token, first.browser)).toBe('link_invalid');
    expect(await noted()).toEqual({
      description: refusedFor('replaced by a newer one'),
      severity: 'info',
      user_id: id,
    });
    expect(await open(newer.token, newer.browser)).toBe(200);
    expect(await open(newer.token, newer.browser)).toBe('link_invalid');
    expect(await noted()).toEqual({ description: refusedFor('used before'), severity: 'medium', user_id: id });
    world.clock.advance(900);
    expect(await open(late.token, late.browser)).toBe('link_invalid');
    expect(await noted()).toEqual({ description: refusedFor('expired'), severity: 'info', user_id: id });
  });

  test('of an address without an account is about nobody', async () => {
    const { token } = await ask();
    world.clock.advance(900);
    expect(await open(token)).toBe('link_invalid');
    expect(await noted()).toEqual({ description: refusedFor('expired'), severity: 'info', user_id: null });
  });

  test('works until the last second', async () => {
    const { token, browser } = await ask();
    world.clock.advance(899);
    expect(await open(token, browser)).toBe(200);
  });

  test('that two open at once is used once', async () => {
    const { token, browser } = await ask();
    const codes = await Promise.all(Array.from({ length: 8 }, () => open(token, browser)));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([200, 'link_invalid']));
  });
});

test('an address without an account is asked for alike, and is then a new traveler', async () => {
  const { status, reply, token, browser } = await ask();
  const known = await ask({ to: (await world.aUser()).email });
  expect([status, reply.raw]).toEqual([known.status, known.reply.raw]);
  const { body } = await world.call('POST /api/auth/magic-link/verify', { body: { token }, cookie: browser });
  expect(body.user).toMatchObject({ email, profile: { role: 'traveler' } });
});

test('links and accounts that wait for a proof are forgotten a day after their end, sign-ins under way at it', async () => {
  await ask();
  const day = 86_400;
  const [stored] = await storedOf();
  const count = async (table: 'sign_in_transactions' | 'pending_identities') =>
    (await world.db.selectFrom(table).select('expires_at').where('token_hash', '=', stored!.token_hash).execute())
      .length;
  const times = { created_at: stored!.created_at, expires_at: stored!.expires_at };
  const row = { token_hash: stored!.token_hash, ...times };
  await world.db.insertInto('sign_in_transactions').values(row).execute();
  await world.db
    .insertInto('pending_identities')
    .values({ ...row, issuer: 'i', subject: 's', email })
    .execute();
  const kept = async () => {
    await forgetOldLinks(world.db, world.clock.now());
    await forgetEndedSignIns(world.db, world.clock.now());
    return [(await storedOf()).length, await count('sign_in_transactions'), await count('pending_identities')];
  };
  world.clock.advance(900 + day - 1);
  expect(await kept()).toEqual([1, 0, 1]);
  world.clock.advance(1);
  expect(await kept()).toEqual([0, 0, 0]);
});
