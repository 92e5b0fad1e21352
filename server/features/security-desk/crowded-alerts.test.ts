import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { runSecurityRules } from './security-desk.ts';

// Of one rule fifty alerts are open at the most, and whoever opens fifty hides nobody who does more.
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

const decoys = Array.from({ length: 50 }, (_, at) => `2001:db8:1:${(at + 1).toString(16)}`);

async function failSignIns(address: string, count: number): Promise<void> {
  for (let time = 0; time < count; time++)
    await world.call('POST /api/auth/magic-link/verify', {
      body: { token: newToken().token },
      headers: from(address),
    });
}

/** So many failed sign-ins from a network, as they are stored. */
async function failed(ip_address: string, occurrences: number): Promise<void> {
  const event = { event_type: 'sign_in_failed', severity: 'medium', description: 'x', ip_address, occurrences };
  await world.db
    .insertInto('security_events')
    .values({ ...event, occurred_at: world.clock.now() })
    .execute();
}
const failedDecoys = async (count: number) => {
  for (const network of decoys) await failed(`${network}::1`, count);
};

/** What is told of sign-ins from networks after the rules have looked: what goes on, and what has ended. */
async function told() {
  await flushSecurityEvents(world.db);
  const log = aRulesLog();
  await runSecurityRules(world, world.clock.now(), log);
  const { body } = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  const wordsOf = (rows: { description: string }[]) => rows.map(({ description }) => description);
  return { open: wordsOf(body.alerts), ended: wordsOf(body.ended.rows), warned: log.warned.length };
}
const words = (network: string, count: number) => `${count} sign-ins from ${network} failed within 15 minutes.`;

test('a network that does more than fifty others is told of at the next look, in the place of the one that did least', async () => {
  for (const [at, network] of decoys.entries()) {
    await failSignIns(`${network}::1`, network === '2001:db8:1:7' ? 10 : 11);
    // Of one minute few are kept one by one.
    if (at % 5 === 4) world.clock.advance(60);
  }
  expect((await told()).open).toHaveLength(50);
  await failSignIns('203.0.113.66', 30);
  await failSignIns('203.0.113.67', 11);
  await failSignIns('203.0.113.68', 10);
  world.clock.advance(60);
  const { open, ended, warned } = await told();
  expect(open).toHaveLength(50);
  // What is no graver than any of them takes nobody's place.
  expect(open.filter((told) => told.includes('203.0.113'))).toEqual([words('203.0.113.66', 30)]);
  expect([ended, warned]).toEqual([[words('2001:db8:1:7', 10)], 1]);
  // What lost its place has not come back by the next look, nor has anybody else lost theirs.
  world.clock.advance(1);
  expect(await told()).toEqual({ open, ended, warned: 0 });
}, 120_000);

test('few take the place of others at one look, the gravest first: whoever does ever more fills no table', async () => {
  await failedDecoys(10);
  await told();
  for (let host = 1; host <= 8; host++) await failed(`203.0.113.${host}`, 10 + host);
  world.clock.advance(60);
  const graver = async () => {
    const { open, ended } = await told();
    expect(open).toHaveLength(50);
    return [open.filter((told) => told.includes('203.0.113.')).sort(), ended.length];
  };
  const hosts = (...all: number[]) => all.map((host) => words(`203.0.113.${host}`, 10 + host));
  expect(await graver()).toEqual([hosts(4, 5, 6, 7, 8), 5]);
  world.clock.advance(60);
  expect(await graver()).toEqual([hosts(1, 2, 3, 4, 5, 6, 7, 8), 8]);
});

test('one that is dismissed takes no place, and loses none', async () => {
  await failedDecoys(10);
  await told();
  const { body } = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  const [dismissed] = body.alerts as { id: string }[];
  await world.call(`POST /api/security/alerts/${dismissed!.id}/dismiss`, await world.aUser({ role: 'admin' }));
  world.clock.advance(60);
  await failed('203.0.113.66', 30);
  await failed('203.0.113.67', 29);
  const { open, ended } = await told();
  expect([open.length, ended.length]).toEqual([51, 1]);
  const { body: after } = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  expect(after.alerts).toContainEqual({ ...dismissed, dismissed: true });
});

test('at the look at which fifty end, those that hold begin', async () => {
  await failedDecoys(40);
  expect((await told()).open).toHaveLength(50);
  world.clock.advance(3_600);
  await failed('203.0.113.66', 12);
  expect((await told()).open).toEqual([words('203.0.113.66', 12)]);
});
