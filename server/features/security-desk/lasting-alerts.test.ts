import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { from } from '../../../tests/attack/two-processes.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { aDeadLetter } from '../../../tests/work-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { newToken } from '../../platform/sessions/tokens.ts';
import { runSecurityRules } from './security-desk.ts';

// What an alert says as the minutes go by, and how long it goes on.
let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  await flushSecurityEvents(world.db);
  await onServer(
    await ownerOf(world),
    'truncate security_events, security_alerts, request_metrics; delete from jobs.job',
  );
  world.clock.advance(60);
});
afterAll(() => world.close());

async function shown() {
  await flushSecurityEvents(world.db);
  const log = aRulesLog();
  await runSecurityRules(world, world.clock.now(), log);
  const { body } = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  return { open: body.alerts, ended: body.ended.rows, warned: log.warned };
}
const told = async () => (await shown()).open.map(({ description }: { description: string }) => description);

async function failSignIns(count: number): Promise<void> {
  const headers = from('203.0.113.70');
  for (let time = 0; time < count; time++)
    await world.call('POST /api/auth/magic-link/verify', { body: { token: newToken().token }, headers });
}
const failed = (count: number) => [`${count} sign-ins from 203.0.113.70 failed within 15 minutes.`];

test('of what happened says the most that there was, also when that leaves its time, and after it has ended', async () => {
  await failSignIns(60);
  expect(await told()).toEqual(failed(60));
  world.clock.advance(14 * 60);
  await failSignIns(12);
  expect(await told()).toEqual(failed(72));
  // The first sixty are not of the last quarter of an hour any more.
  world.clock.advance(60);
  expect(await told()).toEqual(failed(72));
  await failSignIns(70);
  expect(await told()).toEqual(failed(82));
  world.clock.advance(16 * 60);
  expect(await told()).toEqual(failed(82));
  world.clock.advance(3_600);
  const { open, ended } = await shown();
  expect([open, ended]).toEqual([[], [expect.objectContaining({ description: failed(82)[0] })]]);
});

test('of how things are says how they are now, also when that is less', async () => {
  const jobs = (count: number) => [`${count} jobs have failed after every try and wait in Work and Dead Letters.`];
  const letter = () => aDeadLetter(world, { to: 'someone@example.com', subject: 'A word', text: 'Aloha' });
  const ids = [await letter(), await letter(), await letter()];
  expect(await told()).toEqual(jobs(3));
  await onServer(await ownerOf(world), `delete from jobs.job where id = '${ids[0]}'`);
  world.clock.advance(60);
  expect(await told()).toEqual(jobs(2));
});
