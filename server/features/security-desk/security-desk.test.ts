import { randomUUID } from 'node:crypto';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SecurityEventType } from '../../../contract/security-event-kinds.ts';
import { aCertificate } from '../../../tests/a-certificate.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { aDeadLetter, anAlert, aSecurityEvent } from '../../../tests/work-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { noteByHand } from '../../platform/backups/backup.store.ts';
import { beginTurn, endTurn } from '../../platform/jobs/jobs.store.ts';
import type { RecurringName } from '../../platform/jobs/queues.ts';
import { eraseSecurityEventsOf, flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { forgetBackupsTurnedOff, noteFailure, noteLook, noteSuccess } from '../../platform/upkeep.store.ts';
import { eraseAccount } from '../privacy/privacy.ts';
import { runSecurityRules, runServerRules } from './security-desk.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  await flushSecurityEvents(world.db);
  await onServer(
    await ownerOf(world),
    'truncate security_events, security_alerts, security_scan, upkeep, request_metrics; delete from jobs.job',
  );
  world.clock.advance(86_400);
  admin = await world.aUser({ role: 'admin' });
  // An installation of today: its first backup is due tomorrow.
  await onServer(await ownerOf(world), `update migrations set applied_at = '${world.clock.now().toISOString()}'`);
});
afterAll(() => world.close());

/** So many seconds later, when an administrator has signed in anew. */
async function later(seconds: number): Promise<void> {
  world.clock.advance(seconds);
  admin = await world.aUser({ role: 'admin' });
}

const get = async (path: string) => {
  const reply = await world.call(`GET ${path}`, admin);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
};
const health = async () => (await get('/api/security/system-health')).health;
const events = async (query = '') => await get(`/api/security/events?${query}`);
interface Shown {
  id: string;
  type: string;
  title: string;
  description: string;
  dismissed: boolean;
}
/** What is shown of alerts after the rules have looked. */
async function alerts(): Promise<Shown[]> {
  await flushSecurityEvents(world.db);
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  return (await get('/api/security/alerts')).alerts;
}
const ended = async (query = '') => (await get(`/api/security/alerts${query}`)).ended;
const titles = async () => (await alerts()).map(({ title }) => title);
const dismiss = (id: string) => world.call(`POST /api/security/alerts/${id}/dismiss`, { cookie: admin.cookie });
const failSignIn = (address: string) =>
  world.call('POST /api/auth/magic-link/verify', { body: { token: newToken().token }, headers: from(address) });
/** Events as they are stored, so many at once. */
async function happened(
  event_type: SecurityEventType,
  occurrences: number,
  given: { user_id?: string; ip_address?: string } = {},
) {
  const event = { event_type, severity: 'medium', description: 'x', occurred_at: world.clock.now(), occurrences };
  await world.db
    .insertInto('security_events')
    .values({ ...event, ...given })
    .execute();
}
/** Requests of this minute, so many of them with errors, each answered within a bucket. */
async function answered(requests: number, errors: number, bucket = 40): Promise<void> {
  const starts_at = new Date(Math.floor(world.clock.now().getTime() / 60_000) * 60_000);
  const row = { grain: 'minute', starts_at, endpoint: '', requests, errors, unavailable: 0, total_ms: 1 };
  await world.db
    .insertInto('request_metrics')
    .values({ ...row, buckets: [bucket], counts: [requests] })
    .onConflict((one) =>
      one
        .columns(['grain', 'starts_at', 'endpoint'])
        .doUpdateSet({ requests, errors, buckets: [bucket], counts: [requests] }),
    )
    .execute();
}

describe('events', () => {
  test('one failed sign-in is one event more, in words, with its address, until it is resolved', async () => {
    const before = (await events()).total;
    await failSignIn('203.0.113.7');
    const { events: shown, total } = await events();
    expect(total).toBe(before + 1);
    expect(shown[0]).toEqual({
      id: expect.any(Number),
      event_type: 'sign_in_failed',
      severity: 'medium',
      description: 'Sign-in failed: POST /api/auth/magic-link/verify was refused (link_invalid: unknown).',
      ...{ user_id: null, user: null, ip_address: '203.0.113.7', occurrences: 1, resolved: false },
      timestamp: world.clock.now().toISOString(),
    });
    const resolve = () => world.call(`POST /api/security/events/${shown[0].id}/resolve`, { cookie: admin.cookie });
    expect((await resolve()).body.resolved).toBe(true);
    expect((await resolve()).body.resolved).toBe(true);
    expect([(await events('state=open')).total, (await events('state=resolved')).total]).toEqual([before, 1]);
    const entries = world.db
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'security_event_resolved');
    expect(await entries.where('subject_id', '=', String(shown[0].id)).execute()).toEqual([{ actor_id: admin.id }]);
  });

  test('are narrowed to a kind, denials, how grave they are, an address and an account, page by page', async () => {
    const user = await world.aUser();
    await happened('sign_in', 1, { user_id: user.id, ip_address: '203.0.113.8' });
    await happened('access_denied', 3, { user_id: user.id });
    await happened('rate_limited', 1, { ip_address: '203.0.113.8' });
    const kinds = async (query: string) =>
      (await events(query)).events.map(({ event_type }: { event_type: string }) => event_type);
    expect(await kinds('kind=sign_in')).toEqual(['sign_in']);
    expect(await kinds('kind=denials')).toEqual(['rate_limited', 'access_denied']);
    expect(await kinds('severity=high')).toEqual([]);
    expect(await kinds('search=203.0.113.8')).toEqual(['rate_limited', 'sign_in']);
    expect(await kinds(`search=${user.email.toUpperCase()}`)).toEqual(['access_denied', 'sign_in']);
    const first = await events('limit=2');
    expect((await events(`limit=2&after=${first.next}`)).events).toHaveLength(1);
  });
});

describe('an alert', () => {
  test('begins at the threshold, is one however many servers look, and stays for an hour after it held last', async () => {
    for (let count = 0; count < 9; count++) await failSignIn('203.0.113.9');
    expect(await titles()).toEqual([]);
    await failSignIn('203.0.113.9');
    const second = await openSecondApp(world);
    const other = { db: second.database.db, settings: world.settings };
    await flushSecurityEvents(world.db);
    const log = aRulesLog();
    await Promise.all([
      runSecurityRules(world, world.clock.now(), log),
      runSecurityRules(other, world.clock.now(), log),
    ]);
    await second.close();
    // The log says it once, and of whom to nobody.
    const opened = [{ rule: 'failed_sign_ins_network', figure: 10 }, 'a security alert has opened'];
    expect(log.warned).toEqual([opened]);
    expect(await alerts()).toEqual([
      {
        id: expect.any(String),
        type: 'warning',
        title: 'Many failed sign-ins from one network',
        description: '10 sign-ins from 203.0.113.9 failed within 15 minutes.',
        timestamp: world.clock.now().toISOString(),
        dismissed: false,
      },
    ]);
    expect((await health()).active_threats).toBe(1);
    world.clock.advance(15 * 60 - 1);
    expect(await titles()).toHaveLength(1);
    await later(1 + 3_600 - 2);
    expect(await titles()).toHaveLength(1);
    world.clock.advance(1);
    expect(await titles()).toEqual([]);
    expect(await world.db.selectFrom('security_alerts').select('rule').execute()).toHaveLength(1);
  });

  test('that is dismissed is no threat, and comes back only where it happens anew', async () => {
    await aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
    const [alert] = await alerts();
    expect(alert).toMatchObject({ title: 'Work has failed for good', dismissed: false });
    expect((await health()).active_threats).toBe(1);
    expect((await dismiss(alert!.id)).body).toMatchObject({ id: alert!.id, dismissed: true });
    expect((await health()).active_threats).toBe(0);
    const entries = world.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', alert!.id);
    expect(await entries.execute()).toEqual([{ action: 'security_alert_dismissed', actor_id: admin.id }]);
    world.clock.advance(60);
    expect(await alerts()).toMatchObject([{ id: alert!.id, dismissed: true }]);
    await onServer(await ownerOf(world), 'delete from jobs.job');
    world.clock.advance(60);
    expect(await alerts()).toEqual([]);
    await aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
    const [again] = await alerts();
    expect(again).toMatchObject({ title: 'Work has failed for good', dismissed: false });
    expect(again!.id).not.toBe(alert!.id);
    expect((await health()).active_threats).toBe(1);
  });

  test('that has ended is listed with what it was about, since and until when, and how it ended', async () => {
    const opened = world.clock.now().toISOString();
    for (let count = 0; count < 12; count++) await failSignIn('203.0.113.19');
    await aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
    const [first, second] = await alerts();
    expect(await ended()).toEqual({ rows: [], total: 0, next: null });
    world.clock.advance(60);
    const dismissed_at = world.clock.now().toISOString();
    await dismiss([first!, second!].find(({ title }) => title === 'Work has failed for good')!.id);
    await onServer(await ownerOf(world), 'delete from jobs.job');
    world.clock.advance(60);
    await alerts();
    const after = world.clock.now().toISOString();
    const ofWork = {
      id: expect.any(String),
      type: 'warning',
      title: 'Work has failed for good',
      description: '1 jobs have failed after every try and wait in Work and Dead Letters.',
      ...{ timestamp: opened, ended_at: after, dismissed_at, dismissed_by: admin.email },
    };
    expect(await ended()).toEqual({ rows: [ofWork], total: 1, next: null });
    await later(15 * 60 + 3_600);
    expect(await titles()).toEqual([]);
    const ofNetwork = {
      id: expect.any(String),
      type: 'warning',
      title: 'Many failed sign-ins from one network',
      description: '12 sign-ins from 203.0.113.19 failed within 15 minutes.',
      ...{ timestamp: opened, ended_at: world.clock.now().toISOString(), dismissed_at: null, dismissed_by: null },
    };
    expect(await ended()).toEqual({ rows: [ofNetwork, ofWork], total: 2, next: null });
    const page = await ended('?limit=1');
    expect(page).toEqual({ rows: [ofNetwork], total: 2, next: expect.any(String) });
    expect((await ended(`?limit=1&after=${page.next}`)).rows).toEqual([ofWork]);
    // One of a rule of another version has no words here.
    await anAlert(world, 'a_rule_to_come', '');
    await onServer(await ownerOf(world), 'update security_alerts set ended_at = now() where ended_at is null');
    expect((await ended()).total).toBe(2);
    expect((await world.call('GET /api/security/alerts?after=nothing', admin)).status).toBe(400);
  });

  test('of errors is never out of sight behind newer warnings, and one rule fills no list', async () => {
    await anAlert(world, 'audit_damaged', '');
    await onServer(
      await ownerOf(world),
      `insert into security_alerts (rule, subject, figure, opened_at, held_at)
        select 'failed_sign_ins_network', '2001:db8:1:' || n, 11, now() + interval '1 hour', now() from generate_series(1, 500) n`,
    );
    const [first] = (await get('/api/security/alerts')).alerts;
    expect(first).toMatchObject({ type: 'error', title: 'The audit log is damaged' });
    await onServer(await ownerOf(world), 'truncate security_alerts');
    for (let minute = 0; minute < 3; minute++) {
      for (let net = 0; net < 40; net++)
        await happened('sign_in_failed', 10 + minute, { ip_address: `203.0.${minute}.${net}` });
      await alerts();
      world.clock.advance(60);
    }
    const open = await world.db.selectFrom('security_alerts').select('subject').where('ended_at', 'is', null).execute();
    expect(open).toHaveLength(50);
  });

  test('of a disk is one for each server, which ends it alone', async () => {
    const look = (server: string, megabytes: number) =>
      runServerRules({ ...world, server, room: async () => megabytes }, world.clock.now(), aRulesLog());
    const shown = async () => (await alerts()).map(({ description, dismissed }) => [description, dismissed]);
    await look('web-1:/data', 900);
    await look('worker-1', 5_000);
    const ofFirst = '900 MB are left where the data folder web-1:/data is.';
    expect(await shown()).toEqual([[ofFirst, false]]);
    await dismiss((await alerts())[0]!.id);
    for (let minute = 0; minute < 3; minute++) {
      world.clock.advance(60);
      await look('worker-1', 5_000);
      await look('web-1:/data', 900);
    }
    expect(await shown()).toEqual([[ofFirst, true]]);
    expect(await world.db.selectFrom('security_alerts').select('rule').execute()).toHaveLength(1);
    world.clock.advance(60);
    await look('web-1:/data', 1_001);
    expect(await shown()).toEqual([]);
    // Of one that is no more nobody says that it has room again.
    await look('web-2', 10);
    await later(3_600);
    expect(await shown()).toEqual([]);
  });

  test('names the account that it is of, and goes with it', async () => {
    const user = await world.aUser();
    await happened('sign_in_failed', 5, { user_id: user.id });
    const [alert] = await alerts();
    expect(alert!.description).toBe(`5 sign-ins to ${user.email} failed within 15 minutes.`);
    await eraseSecurityEventsOf(world.db, user.id);
    expect(await titles()).toEqual([]);
  });
});

describe('a rule', () => {
  test.each<[title: string, type: SecurityEventType, threshold: number, of: 'account' | 'nobody']>([
    ['Many failed sign-ins to one account', 'sign_in_failed', 5, 'account'],
    ['One account is denied again and again', 'access_denied', 20, 'account'],
    ['One account is denied again and again', 'foreign_access', 20, 'account'],
    ['Invented QR codes are being scanned', 'tampered_code', 20, 'nobody'],
    ['More data is exported than usual', 'export', 10, 'account'],
    ['The audit log is damaged', 'tampering_found', 1, 'nobody'],
  ])('"%s" holds of %s from %i on, and not of one less', async (title, type, threshold, of) => {
    const user_id = of === 'account' ? (await world.aUser()).id : undefined;
    if (threshold > 1) await happened(type, threshold - 1, { ...(user_id && { user_id }) });
    expect(await titles()).toEqual([]);
    await happened(type, 1, { ...(user_id && { user_id }) });
    expect(await titles()).toEqual([title]);
  });

  test('counts the addresses of one network together, and no other', async () => {
    for (let host = 1; host <= 9; host++) await happened('sign_in_failed', 1, { ip_address: `2001:db8:1:2::${host}` });
    await happened('sign_in_failed', 9, { ip_address: '203.0.113.30' });
    expect(await titles()).toEqual([]);
    await happened('passkey_failed', 1, { ip_address: '2001:db8:1:2::ff' });
    expect((await alerts()).map(({ description }) => description)).toEqual([
      '10 sign-ins from 2001:db8:1:2 failed within 15 minutes.',
    ]);
  });

  test('of exports leaves alone who exports as many on other days', async () => {
    const user_id = admin.id;
    for (let day = 0; day < 30; day++) {
      world.clock.advance(86_400);
      await happened('export', 4, { user_id });
    }
    world.clock.advance(86_401);
    admin = await world.aUser({ role: 'admin' });
    await onServer(await ownerOf(world), `update migrations set applied_at = '${world.clock.now().toISOString()}'`);
    await happened('export', 11, { user_id });
    expect(await titles()).toEqual([]);
    await happened('export', 1, { user_id });
    expect(await titles()).toEqual(['More data is exported than usual']);
  });

  test('tells of an administrator from a new network, not of their first or of another role', async () => {
    const traveler = await world.aUser();
    const signIn = (user_id: string, ip_address: string) => happened('sign_in', 1, { user_id, ip_address });
    await signIn(traveler.id, '203.0.113.40');
    await signIn(admin.id, '203.0.113.41');
    world.clock.advance(60);
    await signIn(traveler.id, '203.0.113.43');
    await signIn(admin.id, '203.0.113.41');
    expect(await titles()).toEqual([]);
    await signIn(admin.id, '203.0.113.42');
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert!.description).toBe(
      `${admin.email}, 203.0.113.42: the first sign-in from there within 90 days. Ask whether it was them.`,
    );
    world.clock.advance(86_400);
    const { db } = world;
    await db.deleteFrom('sessions').execute();
    admin = await world.aUser({ role: 'admin' });
    await onServer(await ownerOf(world), `update migrations set applied_at = '${world.clock.now().toISOString()}'`);
    expect(await titles()).toEqual([]);
  });

  test('does not tell of the first sign-in of an administrator whose account is older than what is known', async () => {
    const seldom = admin;
    world.clock.advance(91 * 86_400);
    admin = await world.aUser({ role: 'admin' });
    const since = new Date(world.clock.now().getTime() - 91 * 86_400_000);
    await world.db.updateTable('users').set({ created_at: since }).where('id', '=', seldom.id).execute();
    const signIn = (ip_address: string) => happened('sign_in', 1, { user_id: seldom.id, ip_address });
    await signIn('203.0.113.41');
    const told = async () => (await alerts()).filter(({ title }) => title.includes('network'));
    expect(await told()).toEqual([]);
    await signIn('203.0.113.42');
    expect((await told()).map(({ description }) => description)).toEqual([
      expect.stringContaining(`${seldom.email}, 203.0.113.42: the first sign-in from there within 90 days`),
    ]);
  });

  test('tells of an administrator who comes back after their networks were forgotten', async () => {
    const signIn = (ip_address: string) => happened('sign_in', 1, { user_id: admin.id, ip_address });
    await signIn('203.0.113.41');
    world.clock.advance(91 * 86_400);
    const { db } = world;
    await db.deleteFrom('sessions').execute();
    const former = admin;
    admin = await world.aUser({ role: 'admin' });
    await onServer(await ownerOf(world), `update migrations set applied_at = '${world.clock.now().toISOString()}'`);
    await db.updateTable('users').set({ created_at: world.clock.now() }).where('id', '=', admin.id).execute();
    await happened('sign_in', 1, { user_id: former.id, ip_address: '198.51.100.7' });
    await happened('sign_in', 1, { user_id: admin.id, ip_address: '198.51.100.8' });
    expect((await alerts()).map(({ description }) => description)).toEqual([
      `${former.email}, 198.51.100.7: the first sign-in from there within 90 days. Ask whether it was them.`,
    ]);
  });

  const begin = async (name: RecurringName) => {
    const attempt = { id: randomUUID(), retryCount: 0 };
    await beginTurn(world.database.pool, name, attempt);
    return attempt;
  };
  const rollUp = async (failure?: Error) => endTurn(world.database.pool, 'rollup', await begin('rollup'), failure);
  const workThatFails = async () =>
    (await alerts()).filter(({ title }) => title === 'Recurring work fails').map(({ description }) => description);

  test('of recurring work tells of what failed three times in a row, until it goes well, and /metrics how often', async () => {
    const fail = () => rollUp(new RangeError('no'));
    const told = workThatFails;
    const failures = async () =>
      Number(/upkeep_failures\{task="turn-rollup"\} (\d)/.exec((await world.call('GET /metrics')).raw)?.[1]);
    await fail();
    await fail();
    expect([await told(), await failures()]).toEqual([[], 2]);
    await fail();
    const words = 'What is done again and again as "rollup" has failed 3 times in a row.';
    expect([await told(), await failures()]).toEqual([[words], 3]);
    await rollUp();
    await later(60);
    expect([await told(), await failures()]).toEqual([[], 0]);
  });

  test('of recurring work counts turns that ended their process, and not one that is under way', async () => {
    const ok = async () =>
      /upkeep_ok\{task="turn-rollup"\} (\d)/.exec((await world.call('GET /metrics')).raw)?.[1] ?? 'unknown';
    await rollUp();
    await begin('rollup');
    expect([await workThatFails(), await ok()]).toEqual([[], '1']);
    for (let turn = 0; turn < 3; turn++) await begin('rollup');
    const told = ['What is done again and again as "rollup" has failed 3 times in a row.'];
    expect([await workThatFails(), await ok()]).toEqual([told, '0']);
    await rollUp();
    await later(60);
    expect([await workThatFails(), await ok()]).toEqual([[], '1']);
  });

  test('of recurring work tells of none that nobody has done for two days: it was turned off', async () => {
    const fail = async () =>
      endTurn(world.database.pool, 'viator-feed', await begin('viator-feed'), new RangeError('no'));
    for (let turn = 0; turn < 3; turn++) await fail();
    const owner = await ownerOf(world);
    /** What is told once a worker without that work has been there. */
    const toldAfter = async (hours: number) => {
      // The name of a version before is none that there is.
      await onServer(
        owner,
        `update upkeep set failed_at = now() - interval '${hours} hours' where task = 'turn-viator-feed';
          insert into upkeep (task, failed_at, problem, figures) select 'turn-of-before', failed_at, problem, figures
            from upkeep where task = 'turn-viator-feed' on conflict (task) do update set failed_at = excluded.failed_at;
          delete from upkeep where task = 'turn-tidy'; delete from jobs.job`,
      );
      const stop = await startWork(world);
      const tidied = world.db.selectFrom('upkeep').select('succeeded_at').where('task', '=', 'turn-tidy');
      await expect.poll(async () => (await tidied.executeTakeFirst())?.succeeded_at, { timeout: 20_000 }).toBeTruthy();
      await stop();
      world.clock.advance(60);
      const { raw } = await world.call('GET /metrics');
      const ok = [...raw.matchAll(/upkeep_ok\{task="turn-(?:viator-feed|of-before)"\} (\d)/g)];
      return [(await workThatFails()).length, ok.map(([, well]) => well)];
    };
    expect(await toldAfter(47)).toEqual([2, ['0', '0']]);
    expect(await toldAfter(49)).toEqual([0, ['1', '1']]);
    await fail();
    expect(await workThatFails()).toEqual([]);
  }, 60_000);

  test('that cannot look is told of as recurring work that fails, and keeps no other from looking', async () => {
    await happened('access_denied', 20, { user_id: admin.id });
    const owner = await ownerOf(world);
    await onServer(owner, 'alter table request_metrics rename to away');
    const lines: object[] = [];
    const log = { error: (line: object) => lines.push(line), warn: () => {} };
    const looked = runSecurityRules(world, world.clock.now(), log);
    await expect(looked).rejects.toThrow('could not look: error_rate, slow_answers');
    await onServer(owner, 'alter table away rename to request_metrics');
    expect(lines.map((line) => (line as { rule: string }).rule)).toEqual(['error_rate', 'slow_answers']);
    expect((await get('/api/security/alerts')).alerts.map(({ title }: Shown) => title)).toEqual([
      'One account is denied again and again',
    ]);
  });

  test('knows the networks of an administrator for 90 days', async () => {
    const { id, email } = admin;
    const signIn = (ip_address: string) => happened('sign_in', 1, { user_id: id, ip_address });
    await signIn('203.0.113.50');
    world.clock.advance(86_400);
    await signIn('203.0.113.51');
    world.clock.advance(88 * 86_400);
    await signIn('203.0.113.52');
    // The first of these was 90 days ago when it is signed in from there anew, the second 89.
    await later(86_401);
    await signIn('203.0.113.51');
    await signIn('203.0.113.50');
    const told = (await alerts()).map(({ description }) => description).filter((words) => words.startsWith(email));
    expect(told).toEqual([
      expect.stringContaining(`${email}, 203.0.113.50: the first sign-in from there within 90 days`),
    ]);
  });

  test('of errors and of slow answers asks for enough requests', async () => {
    await answered(49, 49);
    expect(await titles()).toEqual([]);
    await answered(100, 4);
    expect(await titles()).toEqual([]);
    await answered(100, 5);
    expect(await titles()).toEqual(['Many requests fail']);
    world.clock.advance(16 * 60);
    await answered(49, 0, 90);
    expect(await titles()).toEqual([]);
    await answered(50, 0, 84);
    expect(await titles()).toEqual([]);
    await answered(50, 0, 86);
    expect(await titles()).toEqual(['Answers are slow']);
  });
});

describe('health', () => {
  test('tells of a backup, how old it is, and that it is overdue after 26 hours', async () => {
    expect(await health()).toMatchObject({ backup_status: 'none', last_backup: null, backup_age_seconds: null });
    await later(26 * 3_600 - 1);
    expect([await titles(), (await health()).backup_status]).toEqual([[], 'none']);
    world.clock.advance(1);
    expect([await titles(), (await health()).backup_status]).toEqual([['No backup within its time'], 'overdue']);
    expect((await health()).platform_status).toBe('degraded');
    const owner = await ownerOf(world);
    await noteByHand(owner, 'backup', world.clock.now());
    expect(await health()).toMatchObject({
      backup_status: 'healthy',
      backup_age_seconds: 0,
      platform_status: 'operational',
    });
    world.clock.advance(90);
    expect(await health()).toMatchObject({ backup_age_seconds: 90, last_backup: expect.any(String) });
    expect(await titles()).toEqual([]);
    await noteByHand(owner, 'backup', world.clock.now());
    expect((await health()).backup_age_seconds).toBe(0);
  });

  test('tells of a backup that failed, or that could not be restored, until one goes well', async () => {
    const backups = async () => {
      const { backup_status, checks } = await health();
      return [backup_status, checks.find(({ check }: { check: string }) => check === 'backups').state, await titles()];
    };
    for (const task of ['backup', 'backup-check'] as const) {
      world.clock.advance(60);
      await noteSuccess(world.db, 'backup', world.clock.now(), { every_hours: 24 });
      await noteSuccess(world.db, 'backup-check', world.clock.now());
      expect(await backups()).toEqual(['healthy', 'good', []]);
      await noteFailure(world.db, task, world.clock.now(), 'no room');
      expect(await backups()).toEqual(['failed', 'bad', ['A backup failed']]);
    }
  });

  test('knows how often backups are taken: one a week is overdue two hours after that', async () => {
    await noteSuccess(world.db, 'backup', world.clock.now(), { every_hours: 168 });
    await later(170 * 3_600 - 1);
    expect([await titles(), (await health()).backup_status]).toEqual([[], 'healthy']);
    await later(1);
    expect([await titles(), (await health()).backup_status]).toEqual([['No backup within its time'], 'overdue']);
  });

  const ofLog = async () => {
    const { log_applies, log_age_seconds, backup_status, checks } = await health();
    const { state } = checks.find(({ check }: { check: string }) => check === 'backups');
    return [log_applies, log_age_seconds, backup_status, state, await titles()];
  };
  const ship = { folder: '/archive', keepMs: 1, baseEveryMs: 1 };

  test('tells how far behind a log is that is to be shipped, also where it never was', async () => {
    await noteByHand(await ownerOf(world), 'backup', world.clock.now());
    world.settings.logArchive = ship;
    world.clock.advance(299);
    expect(await ofLog()).toEqual([true, null, 'healthy', 'good', []]);
    world.clock.advance(1);
    expect(await ofLog()).toEqual([true, null, 'overdue', 'bad', ['The log is not shipped']]);
    await noteSuccess(world.db, 'log-shipping', world.clock.now());
    world.clock.advance(299);
    expect(await ofLog()).toEqual([true, 299, 'healthy', 'good', []]);
    world.clock.advance(1);
    expect(await ofLog()).toEqual([true, 300, 'overdue', 'bad', ['The log is not shipped']]);
    expect((await alerts())[0]!.description).toBe('For 5 minutes the log has not been shipped.');
    // It is not to be shipped any more.
    world.settings.logArchive = undefined;
    world.clock.advance(60);
    expect(await ofLog()).toEqual([false, null, 'healthy', 'good', []]);
  });

  test.each(['log-shipping', 'base-copy'] as const)(
    'tells that %s failed, as long as it is to be done',
    async (task) => {
      await noteByHand(await ownerOf(world), 'backup', world.clock.now());
      world.settings.logArchive = ship;
      await noteSuccess(world.db, 'log-shipping', world.clock.now());
      await noteFailure(world.db, task, world.clock.now(), 'no room');
      expect(await ofLog()).toEqual([true, 0, 'failed', 'bad', ['A backup failed']]);
      world.settings.logArchive = undefined;
      world.clock.advance(60);
      expect(await ofLog()).toEqual([false, null, 'healthy', 'good', []]);
    },
  );

  test('tells no more that a backup failed once one by hand went well, or none are taken by themselves', async () => {
    const owner = await ownerOf(world);
    const now = () => world.clock.now();
    const shown = async () => [(await health()).backup_status, await titles()];
    await noteByHand(owner, 'backup', now());
    for (const task of ['backup', 'backup-check'] as const) {
      await noteFailure(world.db, task, now(), 'no room');
      expect(await shown()).toEqual(['failed', ['A backup failed']]);
      world.clock.advance(60);
      await noteByHand(owner, task, now());
      expect(await shown()).toEqual(['healthy', []]);
    }
    await noteLook(world.db, 'backup', now(), { every_hours: 168 });
    await noteFailure(world.db, 'backup', now(), 'no room');
    await later(6 * 3_600);
    await forgetBackupsTurnedOff(world.db, now());
    expect(await shown()).toEqual(['failed', ['A backup failed']]);
    await later(60);
    await forgetBackupsTurnedOff(world.db, now());
    expect(await shown()).toEqual(['healthy', []]);
    // How often one would have been taken is not known any more either.
    await later(20 * 3_600);
    expect(await shown()).toEqual(['overdue', ['No backup within its time']]);
  });

  test('is the mean of the checks that apply, and moves with each by what it weighs', async () => {
    const of = async () => {
      const { overall_health, checks } = await health();
      const states = Object.fromEntries(
        checks.map(({ check, state }: { check: string; state: string }) => [check, state]),
      );
      return { overall_health, states };
    };
    const before = await of();
    expect(before.states).toMatchObject({
      certificate: 'not_applicable',
      backups: 'fair',
      rules: 'fair',
      work: 'good',
    });
    expect(before.overall_health).toBe(90);
    await titles();
    expect((await of()).states.rules).toBe('good');
    expect((await of()).overall_health).toBe(95);
    await happened('tampering_found', 1);
    expect(await of()).toMatchObject({ overall_health: 85, states: { audit_log: 'bad' } });
    world.clock.advance(180);
    expect((await of()).states.rules).toBe('fair');
  });

  test('tells when the rules ran, how quickly was answered, the connections, and an outage', async () => {
    const { most_database_connections, database_connections, ...before } = await health();
    expect(before.last_security_scan).toBeNull();
    expect(database_connections).toBeGreaterThan(0);
    expect(database_connections).toBeLessThanOrEqual(most_database_connections);
    await titles();
    expect((await health()).last_security_scan).toBe(world.clock.now().toISOString());
    await later(3_600);
    await answered(100, 49, 80);
    expect(await health()).toMatchObject({ platform_status: 'degraded' });
    expect((await health()).api_response_time).toBeGreaterThan(1_000);
    await answered(1_000, 600, 80);
    expect(await health()).toMatchObject({ platform_status: 'outage' });
  });
});

describe('the certificate', () => {
  const shown = async (world: World) => {
    const { cookie } = await world.aUser({ role: 'admin' });
    // By the name that it has on either protocol.
    const by = { cookie: `${cookie}; __Host-${cookie}` };
    await runSecurityRules(world, world.clock.now(), aRulesLog());
    const { health } = (await world.call('GET /api/security/system-health', by)).body;
    const reply = await world.call('GET /api/security/alerts', by);
    expect(reply.status, reply.raw).toBe(200);
    const { alerts } = reply.body;
    const ofIt = alerts.filter(({ title }: Shown) => /Certificate/.test(title));
    return [health.ssl_certificate_days, health.ssl_certificate_applies, ofIt.map(({ type }: Shown) => type)];
  };

  test('does not apply on plain HTTP', async () => {
    expect(await shown(world)).toEqual([null, false, []]);
  });

  test('is asked for once a day; at 30 days it warns, at 7 it is an error', async () => {
    let asked = 0;
    const server = createServer(aCertificate());
    server.on('connection', () => asked++);
    await new Promise<void>((done) => server.listen(0, '127.0.0.2', done));
    const { port } = server.address() as { port: number };
    const other = await createWorld({ environment: { PUBLIC_URL: `https://127.0.0.2:${port}`, RATE_LIMITS: 'off' } });
    const until = (days: number) => {
      const at = Date.parse('2126-11-05T00:40:08Z') - days * 86_400_000;
      other.clock.advance((at - other.clock.now().getTime()) / 1_000);
    };
    until(31);
    expect(await shown(other)).toEqual([31, true, []]);
    other.clock.advance(3_600);
    expect(await shown(other)).toEqual([30, true, ['warning']]);
    expect(asked).toBe(1);
    until(8);
    expect(await shown(other)).toEqual([8, true, ['warning']]);
    expect(asked).toBe(2);
    await new Promise((done) => server.close(done));
    // Whoever cannot be asked now keeps what was known.
    until(7);
    expect(await shown(other)).toEqual([7, true, ['error']]);
    await other.close();
  });
});

test('the access matrix is what is enforced, and a limit’s use moves with each call', async () => {
  const limited = await createWorld();
  const by = await limited.aUser({ role: 'admin' });
  const matrix = async () => (await limited.call('GET /api/security/api', by)).body;
  const { endpoints, limits_on } = await matrix();
  expect(limits_on).toBe(true);
  const of = (path: string) => endpoints.find((one: { path: string }) => one.path === path);
  expect(of('/api/security/api')).toMatchObject({ guest: 'no', traveler: 'no', partner: 'no', admin: 'yes' });
  expect(of('/api/qr/scan')).toMatchObject({ guest: 'yes', traveler: 'yes', limit: 'scan' });
  expect(of('/api/organisation/invitations')).toMatchObject({ partner: 'conditional', admin: 'no' });
  // Whoever has its token, or asks from this machine; and whoever depends on nobody.
  const nobodyElse = {
    traveler: 'conditional',
    partner: 'conditional',
    advertiser: 'conditional',
    admin: 'conditional',
  };
  expect(of('/metrics')).toMatchObject({ guest: 'conditional', ...nobodyElse });
  const refused = { partner: 'no', advertiser: 'no', admin: 'no' };
  expect(of('/api/users/me/erase')).toMatchObject({ guest: 'no', traveler: 'yes', ...refused });
  const use = async () => {
    const { limits } = await matrix();
    return limits.find(({ name }: { name: string }) => name === 'passkey');
  };
  expect(await use()).toMatchObject({ in_use: 0, most_spent: 0, key: expect.any(String), unit: 'calls' });
  const { cookie } = await limited.aUser();
  for (const spent of [1, 2, 3]) {
    await limited.call('POST /api/passkeys/confirm', { cookie, body: {} });
    expect(await use()).toMatchObject({ in_use: 1, most_spent: spent });
  }
  limited.clock.advance(61);
  expect(await use()).toMatchObject({ in_use: 0, most_spent: 0 });
  await limited.close();
});

test('the words of the desk are English in every language', async () => {
  const japanese = await createWorld({ webFolder: builtWeb, environment: { RATE_LIMITS: 'off' } });
  const { cookie } = await japanese.aUser({ role: 'admin' });
  const subject = '0f8fad5b-d9cb-469f-a165-70867728950e';
  await anAlert(japanese, 'failed_sign_ins_account', subject);
  await aSecurityEvent(japanese);
  const ask = (path: string) => japanese.call(`GET ${path}`, { cookie: `${cookie}; lang=ja` });
  const { alerts } = (await ask('/api/security/alerts')).body;
  expect(alerts[0]).toMatchObject({
    title: 'Many failed sign-ins to one account',
    description: `1 sign-ins to ${subject} failed within 15 minutes.`,
  });
  const { events } = (await ask('/api/security/events')).body;
  expect(events[0].description).toBe('Sign-in failed: It was refused.');
  await japanese.close();
});

test('an ended alert does not name who dismissed it once their account is erased', async () => {
  await aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
  const [alert] = await alerts();
  await dismiss(alert!.id);
  await onServer(await ownerOf(world), 'delete from jobs.job');
  world.clock.advance(60);
  await alerts();
  const dismisser = admin;
  admin = await world.aUser({ role: 'admin' });
  expect((await ended()).rows).toMatchObject([{ dismissed_by: dismisser.email }]);
  await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', dismisser.id).execute();
  await eraseAccount(world.db, world.clock.now(), world.settings, dismisser.id, { actorId: null });
  expect((await ended()).rows).toMatchObject([{ id: alert!.id, dismissed_by: null }]);
});
