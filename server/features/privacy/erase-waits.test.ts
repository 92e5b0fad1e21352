import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { anErasureScene, type ErasureScene, endErasures, erase, erasuresOf } from '../../../tests/erasure-scene.ts';
import { dumpOf, foundIn } from '../../../tests/full-dump.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler, type MarkedTraveler } from '../../../tests/marked-traveler.ts';
import { bring, takeUp } from '../../../tests/platform-news.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import type { TestUser, World } from '../../../tests/world.ts';
import { flushSecurityEvents, recordSecurityEvent } from '../../platform/security-events/security-events.ts';
import { finishErasures } from './privacy.ts';

let world: GoogleWorld;
let scene: ErasureScene;
beforeAll(async () => {
  ({ world, scene } = await anErasureScene());
});
afterAll(() => world.close());

test('news of a platform that nobody has read yet is waited for, and goes once it was', async () => {
  const user = await aMarkedTraveler(world, 'zzwaiter', scene);
  await bring(world, { booking: { contact: { email: user.email } } });
  await erase(world, user);
  await endErasures(world);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'under_way', ended_at: null }]);
  // Its days are not gone over again while it waits.
  const rename = async (from: string, to: string) =>
    onServer(await ownerOf(world), `alter function ${from}(uuid) rename to ${to}`);
  await rename('forget_scans_of', 'forget_scans_before');
  await endErasures(world).finally(() => rename('forget_scans_before', 'forget_scans_of'));
  await takeUp(world);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'unreadable').execute();
  await endErasures(world);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'done', sought: null }]);
  expect(foundIn(await dumpOf(world), /zzwaiter[\w-]*/g)).toEqual({});
});

test('a worker that stops goes on with no other one', async () => {
  const user = await aMarkedTraveler(world, 'zzstopped', scene);
  await erase(world, user);
  world.clock.advance(121);
  const dump = await dumpOf(world);
  await finishErasures(world, AbortSignal.abort());
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'under_way' }]);
  expect(foundIn(await dumpOf(world), /zzstopped[\w-]*/g)).toEqual(foundIn(dump, /zzstopped[\w-]*/g));
  await finishErasures(world);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'done' }]);
});

test('what another process tells of somebody after they were erased goes as well, before that is said to be done', async () => {
  const user = await aMarkedTraveler(world, 'zzlate', scene);
  const other = await openSecondApp(world);
  const description = 'Refused zzlate-told.';
  await erase(world, user);
  await finishErasures(world);
  // As a request does that was in hand meanwhile.
  recordSecurityEvent(other.database.db, world.clock.now(), {
    ...{ type: 'access_denied', severity: 'info', description, userId: user.id, address: '203.0.113.77' },
  });
  await flushSecurityEvents(other.database.db);
  await other.close();
  expect(foundIn(await dumpOf(world), /zzlate[\w-]*/g)).toHaveProperty(['public.security_events']);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'under_way', ended_at: null }]);
  world.clock.advance(119);
  await finishErasures(world);
  expect(foundIn(await dumpOf(world), /zzlate[\w-]*/g)).toEqual({});
  world.clock.advance(2);
  await finishErasures(world);
  expect(await erasuresOf(world, user)).toMatchObject([{ state: 'done', sought: null }]);
});

test('a hundred that wait keep no later one from its end', async () => {
  const held = await aMarkedTraveler(world, 'zzheld', scene);
  await bring(world, { booking: { contact: { email: held.email } } });
  await erase(world, held);
  const later = await world.aUser();
  world.clock.advance(1);
  await erase(world, later);
  await sql`insert into privacy_requests (kind, user_id, asked_at, sought)
    select kind, user_id, asked_at, sought from privacy_requests, generate_series(1, 100)
    where kind = 'erasure' and user_id = ${held.id}`.execute(world.db);
  await endErasures(world);
  expect(await erasuresOf(world, later)).toMatchObject([{ state: 'done' }]);
  expect((await erasuresOf(world, held)).filter(({ state }) => state === 'under_way')).toHaveLength(101);
  await world.db.updateTable('inbox').set({ state: 'discarded' }).where('state', '=', 'new').execute();
  await endErasures(world);
  expect((await erasuresOf(world, held)).filter(({ state }) => state === 'done')).toHaveLength(101);
}, 60_000);

describe('one that fails', () => {
  const fault = (user: TestUser) => `create function refuse_visits() returns trigger language plpgsql as $$ begin
      if old.user_id = '${user.id}' then raise 'no visit can be changed'; end if; return new; end $$;
    create trigger refuse_visits before update on visits for each row execute function refuse_visits()`;
  let stuck: MarkedTraveler;
  beforeAll(async () => {
    stuck = await aMarkedTraveler(world, 'zzstuck', scene);
    await erase(world, stuck);
    await onServer(await ownerOf(world), fault(stuck));
  });
  afterAll(async () =>
    onServer(await ownerOf(world), 'drop trigger refuse_visits on visits; drop function refuse_visits'),
  );

  test('is told, and keeps no other from its end', async () => {
    const next = await aMarkedTraveler(world, 'zznext', scene);
    await erase(world, next);
    await expect(endErasures(world)).rejects.toThrow(/not finished/);
    expect(await erasuresOf(world, stuck)).toMatchObject([{ state: 'under_way' }]);
    expect(await erasuresOf(world, next)).toMatchObject([{ state: 'done' }]);
  });

  test('keeps no backup from being taken', async () => {
    const folder = join(world.settings.dataDir, 'backups');
    const backups = { folder, everyMs: 86_400_000, keep: 2 };
    const lines: string[] = [];
    const stop = await startWork({ ...world, settings: { ...world.settings, backups } } as World, {
      write: (line) => void lines.push(line),
    });
    try {
      await expect
        .poll(async () => (await readdir(folder).catch(() => [])).filter((one) => one.endsWith('.backup')).length, {
          timeout: 20_000,
        })
        .toBe(1);
      expect(lines.join('')).toContain('erasures are not finished');
    } finally {
      await stop();
    }
  });
});
