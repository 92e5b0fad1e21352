import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { googleIssuer } from '../../platform/settings.ts';
import { isProven } from './identities.ts';
import type { Person } from './identity-provider.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ ADMIN_EMAILS: 'Boss@example.com, second@example.com' });
  world.answerAsGoogle();
});
afterAll(() => world.close());

/** Takes a magic link out of the mail and opens it in the browser with these cookies. */
async function magicLink(email: string, cookies = '', openedBy?: string, meanwhile = async () => {}) {
  const asked = await world.call('POST /api/auth/magic-link', { body: { email }, cookie: cookies });
  await meanwhile();
  const mail = (await world.mail()).findLast((one) => one.to === email);
  const token = mail?.text.match(/token=([\w-]+)/)?.[1];
  const cookie = openedBy ?? [`magic_link=${asked.cookies.magic_link}`, cookies].filter(Boolean).join('; ');
  return await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true }, cookie });
}
const emailOf = async (userId: string) =>
  (await world.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;

const claimed: Person = {
  issuer: googleIssuer,
  subject: 's',
  email: 'kai@gmail.com',
  isEmailVerified: true,
  hostedDomain: null,
  name: null,
  givenName: null,
  picture: null,
};

describe('an address is proven by', () => {
  test.each<[boolean, string, Partial<Person>]>([
    [true, 'Google for its own mailboxes', {}],
    [true, 'Google for a Workspace domain', { email: 'kai@hotel.example', hostedDomain: 'hotel.example' }],
    [false, 'Google for an address elsewhere', { email: 'kai@hotel.example' }],
    [false, 'Google unverified', { isEmailVerified: false }],
    [false, 'Google unverified for a domain', { isEmailVerified: false, hostedDomain: 'hotel.example' }],
    [false, 'a look-alike of gmail.com', { email: 'kai@notgmail.com' }],
    [false, 'a subdomain of gmail.com', { email: 'kai@x.gmail.com' }],
    [false, 'another issuer', { issuer: 'https://id.example', hostedDomain: 'gmail.com' }],
    [false, 'nobody', { email: null }],
  ])('%s: %s', (expected, _who, changed) => {
    expect(isProven({ ...claimed, ...changed }, false)).toBe(expected);
    expect(isProven({ ...claimed, ...changed }, true)).toBe(
      changed.email !== null && changed.isEmailVerified !== false,
    );
  });
});

/**
 * The owner of the mailbox comes by magic link and by Google, who verified it; a stranger by a Google account that only says
 * it has the address.
 */
const ways = {
  magic: async (email: string) => (await magicLink(email)).body.user.id as string,
  verified: async (email: string) =>
    (await world.signIn({ sub: `owner-of-${email}`, email, email_verified: true })).body.user.id as string,
  unverified: async (email: string) => {
    const reply = await world.signIn({ sub: `stranger-${email}`, email, email_verified: false });
    expect([reply.status, reply.body.code]).toEqual([409, 'email_link_first']);
    expect(reply.body.error).toContain(email);
    expect(reply.cookies.session).toBeUndefined();
    // They ask for a link to the address themselves; it is the owner who receives it, and opens it in a browser of theirs.
    const cookie = `oauth=${reply.cookies.oauth}`;
    return (await magicLink(email, cookie, 'visit=none')).body.user.id as string;
  },
};
const orders: (keyof typeof ways)[][] = [
  ['magic', 'verified', 'unverified'],
  ['magic', 'unverified', 'verified'],
  ['verified', 'magic', 'unverified'],
  ['verified', 'unverified', 'magic'],
  ['unverified', 'magic', 'verified'],
  ['unverified', 'verified', 'magic'],
];

describe('never two owners', () => {
  test.each(orders)('%s, then %s, then %s', async (...order) => {
    const email = `${order.join('-')}@gmail.com`;
    const users = [];
    for (const way of order) {
      users.push(await ways[way](email));
      world.clock.advance(3_600);
    }
    expect(new Set(users).size).toBe(1);
    // The stranger is refused to the end, and tied to nothing.
    const stranger = await world.signIn({ sub: `stranger-${email}`, email, email_verified: false });
    expect(stranger.body.code).toBe('email_link_first');
    const tied = await world.db.selectFrom('user_identities').select('subject').where('email', '=', email).execute();
    expect(tied).toEqual([{ subject: `owner-of-${email}` }]);
  });

  test('an identity is tied when its own browser redeems the link, and is then enough', async () => {
    const person = { sub: 'kai', email: 'kai@hotel.example', email_verified: true };
    const refused = await world.signIn(person);
    expect(refused.headers['set-cookie']).toMatch(/^oauth=[\w-]{43}; Path=\/; Max-Age=900/);
    const linked = await magicLink('kai@hotel.example', `oauth=${refused.cookies.oauth}`);
    const direct = await world.signIn(person);
    expect([direct.status, direct.body.user?.id]).toEqual([200, linked.body.user.id]);
    // The address may change at the provider: the account stays theirs.
    const moved = await world.signIn({ ...person, email: 'boss@example.com' });
    expect(moved.body.user.id).toBe(linked.body.user.id);
    expect(await emailOf(moved.body.user.id)).toBe('kai@hotel.example');
  });

  test.each([
    ['a link to another address', 'other@hotel.example', 0],
    ['a link opened too late', 'late@hotel.example', 900],
  ])('but not by %s', async (_what, email, wait) => {
    const asked = 'late@hotel.example';
    const refused = await world.signIn({ sub: `of-${email}`, email: asked, email_verified: true });
    world.clock.advance(wait);
    expect((await magicLink(email, `oauth=${refused.cookies.oauth}`)).status).toBe(200);
    expect((await world.signIn({ sub: `of-${email}`, email: asked, email_verified: true })).status).toBe(409);
  });

  test('nor by a link that another browser asked for', async () => {
    const person = { sub: 'elsewhere', email: 'elsewhere@hotel.example', email_verified: true };
    const refused = await world.signIn(person);
    const opened = await magicLink(person.email, '', `oauth=${refused.cookies.oauth}`);
    expect(opened.status).toBe(200);
    expect((await world.signIn(person)).status).toBe(409);
  });

  test('an address that passes to another subject ends what the first one had', async () => {
    const [first, second] = ['first', 'second'].map((subject) => ({ sub: subject, email: 'desk@hotel.example' }));
    const tie = async (person: { sub: string; email: string }) => {
      const refused = await world.signIn(person);
      return await magicLink(person.email, `oauth=${refused.cookies.oauth}`);
    };
    await tie(first!);
    const before = await world.signIn(first!);
    expect(before.status).toBe(200);
    await tie(second!);
    expect((await world.call('GET /api/users/me', { cookie: `session=${before.cookies.session}` })).status).toBe(401);
    expect((await world.signIn(first!)).status).toBe(409);
    expect((await world.signIn(second!)).status).toBe(200);
  });

  test.each([undefined, '', 'nobody', 'a@b.example,c@d.example', 'ａ@gmail.com', 7, ['kai@gmail.com']])(
    'an address like %j signs nobody in',
    async (email) => {
      const reply = await world.signIn({ sub: 'nobody', email, email_verified: true });
      expect([reply.status, reply.body.code]).toEqual([400, 'sign_in_failed']);
    },
  );
});

describe('the setting ADMIN_EMAILS', () => {
  test('makes an admin at the first verified sign-in, once, and never for a claim', async () => {
    const claim = await world.signIn({ sub: 'claimant', email: 'boss@example.com', email_verified: true });
    expect(claim.body.code).toBe('email_link_first');
    const old = await world.aUser({ email: 'boss@example.com' });
    const signedIn = await magicLink('boss@example.com');
    expect(signedIn.body.user).toMatchObject({ id: old.id, profile: { role: 'admin' } });
    // What was begun with fewer rights ends, and the change is on record.
    expect((await world.call('GET /api/users/me', { cookie: old.cookie })).status).toBe(401);
    await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', old.id).execute();
    expect((await magicLink('boss@example.com')).body.user.profile.role).toBe('traveler');
    const { rows } = await world.database.pool.query(
      `select action from audit_inbox union all select action from audit_entries`,
    );
    expect(rows).toEqual([{ action: 'role_changed' }]);
  });
});

test('a deactivated account is told so, and its sessions end', async () => {
  const user = await world.aUser({ email: 'gone@example.com' });
  const setActive = async (is_active: boolean) => {
    await world.db.updateTable('profiles').set({ is_active }).where('user_id', '=', user.id).execute();
  };
  const reply = await magicLink('gone@example.com', '', undefined, () => setActive(false));
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(401);
  expect([reply.status, reply.body.code]).toEqual([403, 'account_deactivated']);
  await setActive(true);
  expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(401);
});
