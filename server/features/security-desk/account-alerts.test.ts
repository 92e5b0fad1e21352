import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { runSecurityRules } from './security-desk.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  await flushSecurityEvents(world.db);
  await onServer(await ownerOf(world), 'truncate security_events, security_alerts');
  world.clock.advance(60);
});
afterAll(() => world.close());

const times = async (count: number, ask: () => Promise<unknown>) => {
  for (let time = 0; time < count; time++) await ask();
};

/** What alerts about accounts say, after the rules have looked. */
async function alertsOfAccounts(): Promise<string[]> {
  await flushSecurityEvents(world.db);
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  const reply = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  const told: { description: string }[] = reply.body.alerts;
  return told.map(({ description }) => description).filter((words) => words.includes('@'));
}

/** A link to somebody's account, by its token, with the cookie of the browser that asked for it. */
async function aLink({ email }: TestUser, seconds: number): Promise<{ token: string; cookie: string }> {
  const [link, browser, now] = [newToken(), newToken(), world.clock.now()];
  const row = { email, token_hash: link.hash, browser_hash: browser.hash, network: '203.0.113.1', created_at: now };
  await world.db
    .insertInto('magic_links')
    .values({ ...row, expires_at: new Date(now.getTime() + seconds * 1_000) })
    .execute();
  return { token: link.token, cookie: `magic_link=${browser.token}` };
}

/** The token of one that is too old. */
const anOldLink = async (user: TestUser) => (await aLink(user, 0)).token;

async function signIn(user: TestUser, network: string): Promise<void> {
  const { token, cookie } = await aLink(user, 600);
  const reply = await world.call('POST /api/auth/magic-link/verify', {
    body: { token },
    cookie,
    headers: from(network),
  });
  expect(reply.status, reply.raw).toBe(200);
}

const redeem = (token: string, network: string) =>
  world.call('POST /api/auth/magic-link/verify', { body: { token }, headers: from(network) });

test('a program that is denied a hundred times within a second is told of, by its account', async () => {
  const program = await world.aUser();
  const other = await world.aUser();
  await times(100, () => world.call('GET /api/admin/users', program));
  await times(19, () => world.call('GET /api/admin/users', other));
  expect(await alertsOfAccounts()).toEqual([
    `${program.email} asked 100 times within 15 minutes for what it may not see.`,
  ]);
  // The desk has few rows of them all the same.
  const rows = await world.db.selectFrom('security_events').select('occurrences').execute();
  expect(rows.map(({ occurrences }) => occurrences).sort((a, b) => a - b)).toEqual([...Array(10).fill(1), 19, 90]);
});

test('failed sign-ins to an account are told of among junk from the same network', async () => {
  const user = await world.aUser();
  const link = await anOldLink(user);
  await times(30, () => redeem(newToken().token, '203.0.113.60'));
  await times(4, () => redeem(link, '203.0.113.60'));
  expect(await alertsOfAccounts()).toEqual([]);
  await redeem(link, '203.0.113.60');
  expect(await alertsOfAccounts()).toEqual([`5 sign-ins to ${user.email} failed within 15 minutes.`]);
});

test('and among junk from everywhere', async () => {
  const user = await world.aUser();
  const link = await anOldLink(user);
  for (let network = 1; network <= 70; network++) await redeem(newToken().token, `203.0.113.${network}`);
  await times(5, () => redeem(link, '198.51.100.7'));
  expect(await alertsOfAccounts()).toEqual([`5 sign-ins to ${user.email} failed within 15 minutes.`]);
});

test('an account that is denied from very many networks hides no other one', async () => {
  const [decoy, program] = [await world.aUser(), await world.aUser()];
  for (let site = 0; site < 130; site++)
    await world.call('GET /api/admin/users', {
      cookie: decoy.cookie,
      headers: from(`2001:db8:9:${site.toString(16)}::1`),
    });
  await times(200, () => world.call('GET /api/admin/users', program));
  const told = (email: string, count: number) =>
    `${email} asked ${count} times within 15 minutes for what it may not see.`;
  expect((await alertsOfAccounts()).sort()).toEqual([told(decoy.email, 130), told(program.email, 200)].sort());
});

test('however many accounts are denied before, one that is denied more than they is told of', async () => {
  const program = await world.aUser();
  const decoys = await Promise.all(Array.from({ length: 70 }, () => world.aUser()));
  // Whoever is counted by itself comes after what is kept one by one.
  for (let place = 0; place < 60; place++)
    await world.call('GET /api/admin/users', {
      cookie: decoys[place]!.cookie,
      headers: from(`203.0.113.${place % 6}`),
    });
  for (const decoy of decoys) await world.call('GET /api/admin/users', decoy);
  await times(300, () => world.call('GET /api/admin/users', program));
  expect(await alertsOfAccounts()).toEqual([
    `${program.email} asked 300 times within 15 minutes for what it may not see.`,
  ]);
});

test('failed sign-ins of one network of IPv6 are one alert, however few of them are kept one by one', async () => {
  const addresses = ['2001:db8:7:1::9', '2001:db8:7:1::a', '2001:db8:7:2::9'];
  for (const address of addresses) await times(15, () => redeem(newToken().token, address));
  await flushSecurityEvents(world.db);
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  const rows = await world.db.selectFrom('security_alerts').select(['rule', 'subject', 'figure']).execute();
  expect(rows.filter(({ rule }) => rule === 'failed_sign_ins_network')).toEqual([
    { rule: 'failed_sign_ins_network', subject: '2001:db8:7:1', figure: 30 },
    { rule: 'failed_sign_ins_network', subject: '2001:db8:7:2', figure: 15 },
  ]);
});

test('an administrator who signs in from a new network is told of beside all others who sign in that minute', async () => {
  const admin = await world.aUser({ role: 'admin' });
  await signIn(admin, '203.0.113.200');
  world.clock.advance(60);
  for (let network = 1; network <= 120; network++) await signIn(await world.aUser(), `203.0.113.${network}`);
  await times(12, () => signIn(admin, '2001:db8:8:1::7'));
  expect(await alertsOfAccounts()).toEqual([
    `${admin.email}, 2001:db8:8:1: the first sign-in from there within 90 days. Ask whether it was them.`,
  ]);
  const rows = await world.db
    .selectFrom('security_events')
    .select('user_id')
    .where('event_type', '=', 'sign_in')
    .execute();
  expect(rows.filter(({ user_id }) => user_id === admin.id)).toHaveLength(13);
  expect(rows.length - 13).toBe(120);
});

test('sign-ins of everybody else are bounded as any other event: a flood of them is counted, and not kept one by one', async () => {
  const [admin, traveler] = [await world.aUser({ role: 'admin' }), await world.aUser()];
  await signIn(admin, '203.0.113.200');
  await times(25, () => signIn(traveler, '203.0.113.201'));
  await flushSecurityEvents(world.db);
  const rows = await world.db
    .selectFrom('security_events')
    .select('occurrences')
    .where('event_type', '=', 'sign_in')
    .where('user_id', '=', traveler.id)
    .execute();
  expect(rows.map(({ occurrences }) => occurrences).sort((a, b) => a - b)).toEqual([...Array(10).fill(1), 15]);
});
