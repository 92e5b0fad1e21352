import { afterAll, beforeAll, expect, test } from 'vitest';
import { anErasureScene, type ErasureScene, endErasures, erase, erasuresOf } from '../../../tests/erasure-scene.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler } from '../../../tests/marked-traveler.ts';
import { bring, takeUp } from '../../../tests/platform-news.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { anAlert } from '../../../tests/work-rows.ts';
import { finishErasures } from '../privacy/privacy.ts';
import { runSecurityRules } from './security-desk.ts';

let world: GoogleWorld;
let scene: ErasureScene;
beforeAll(async () => {
  ({ world, scene } = await anErasureScene());
});
afterAll(() => world.close());

const day = 86_400;

/** What is told of erasures that wait: by alerts, and in seconds. */
async function told() {
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  const reply = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
  const alerts: { title: string; description: string }[] = reply.body.alerts;
  const { raw } = await world.call('GET /metrics');
  return {
    alerts: alerts.filter(({ title }) => title === 'An erasure waits').map(({ description }) => description),
    seconds: Number(/^holoholo_erasures_oldest_seconds (\d+)/m.exec(raw)?.[1]),
  };
}

test('an erasure that waits for a week is told of, until it is done', async () => {
  expect(await told()).toEqual({ alerts: [], seconds: 0 });
  const user = await aMarkedTraveler(world, 'zzwaits', scene);
  await bring(world, { booking: { contact: { email: user.email } } });
  await erase(world, user);
  await endErasures(world);
  await takeUp(world);
  world.clock.advance(7 * day - 121 - 1);
  await finishErasures(world);
  expect(await told()).toEqual({ alerts: [], seconds: 7 * day - 1 });
  world.clock.advance(1);
  const waits = (days: number) =>
    `An account was to be erased ${days} days ago, and not all of it is. The law gives a month: see what it waits for.`;
  expect(await told()).toEqual({ alerts: [waits(7)], seconds: 7 * day });
  world.clock.advance(4.9 * day);
  expect((await told()).alerts).toEqual([waits(11)]);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'unreadable').execute();
  await endErasures(world);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'done' }]);
  expect(await told()).toEqual({ alerts: [], seconds: 0 });
});

test('each that waits is an alert of its own: one that is dismissed hides no other', async () => {
  const shown = async () => {
    const { alerts } = await told();
    const reply = await world.call('GET /api/security/alerts', await world.aUser({ role: 'admin' }));
    const open = (reply.body.alerts as { id: string; title: string; dismissed: boolean }[]).filter(
      ({ title }) => title === 'An erasure waits',
    );
    const { raw } = await world.call('GET /metrics');
    const counted = Number(/^holoholo_security_alerts\{rule="erasure_waits"\} (\d+)/m.exec(raw)?.[1]);
    return { days: alerts.map((words) => Number(/(\d+) days/.exec(words)?.[1])), open, counted };
  };
  const waiting = async (mark: string) => {
    const user = await aMarkedTraveler(world, mark, scene);
    await bring(world, { booking: { contact: { email: user.email } } });
    await erase(world, user);
    await endErasures(world);
    await takeUp(world);
  };
  await waiting('zzfirst');
  world.clock.advance(2 * day);
  await waiting('zzsecond');
  // The version before had one alert of all.
  await anAlert(world, 'erasure_waits', '');
  world.clock.advance(5 * day);
  const { open } = await shown();
  expect(open).toHaveLength(1);
  const first = open[0]!.id;
  await world.call(`POST /api/security/alerts/${first}/dismiss`, await world.aUser({ role: 'admin' }));
  expect(await shown()).toMatchObject({ days: [7], open: [{ id: first, dismissed: true }], counted: 0 });
  world.clock.advance(2 * day);
  const both = await shown();
  expect([both.days.sort(), both.counted]).toEqual([[7, 9], 1]);
  expect(both.open.map(({ id, dismissed }) => [id === first, dismissed]).sort()).toEqual([
    [false, false],
    [true, true],
  ]);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'unreadable').execute();
  await endErasures(world);
  expect(await shown()).toEqual({ days: [], open: [], counted: 0 });
});

test('of several the oldest counts, and a file of own data that is being made is no erasure', async () => {
  const asked = async (kind: 'erasure' | 'export') => {
    const user_id = (await world.aUser()).id;
    await world.db.insertInto('privacy_requests').values({ kind, user_id, asked_at: world.clock.now() }).execute();
  };
  await asked('export');
  world.clock.advance(day);
  expect(await told()).toEqual({ alerts: [], seconds: 0 });
  await asked('erasure');
  world.clock.advance(6 * day);
  await asked('erasure');
  world.clock.advance(day - 1);
  expect(await told()).toEqual({ alerts: [], seconds: 7 * day - 1 });
  world.clock.advance(1);
  expect(await told()).toEqual({ alerts: [expect.stringContaining(' 7 days ago')], seconds: 7 * day });
});
