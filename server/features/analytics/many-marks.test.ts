import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findChanged, findSatisfaction, readSpan } from './analytics.ts';
import { listChangedDays } from './changed-days.store.ts';
import { sumEarned } from './earned-days.store.ts';

/** As no worker has run for four days: each statement that wrote has left one. */
const many = 60_000;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  await onServer(
    await ownerOf(world),
    `update rollup_state set closed_until = '2026-11-21 15:00Z';
     insert into rollup_marks select '2026-11-21 20:00Z'::timestamptz - (n % 96) * interval '1 hour', n % 2 = 0 from generate_series(1, ${many}) n;
     insert into rollup_marks select '2026-05-01 20:00Z', false from generate_series(1, 1000);
     insert into partial_rollup_marks values ('2026-11-02 20:00Z', false, 100), ('2026-11-19 20:00Z', false, 100), ('2026-11-03 20:00Z', false, 1000);
     analyze rollup_marks`,
  );
}, 60_000);
afterAll(() => world.close());

const until = new Date('2026-11-22T10:00Z');
const from = new Date('2026-10-23T10:00Z');
const yesterday = new Date('2026-11-20T20:30Z');

test('what has changed is known by each hour once, however many statements have marked it', async () => {
  const asks: [string, (db: Db) => Promise<unknown>][] = [
    ['days', (db) => readSpan(db, ['total', 'platform'], { from, until, grain: 'day' })],
    ['hours', (db) => readSpan(db, ['total'], { from: yesterday, until, grain: 'hour' })],
    ['changed', (db) => findChanged(db, 'day', from)],
    ['earned', (db) => sumEarned(db, { from, until, grain: 'day' }).catch(() => {})],
    ['satisfaction', (db) => findSatisfaction(db, { from, until, grain: 'day' }, null).catch(() => {})],
    ['to be added up', (db) => listChangedDays(db, until)],
  ];
  for (const [name, ask] of asks) {
    const explaining = new Explaining({ analyze: true });
    await ask(world.db.withPlugin(explaining));
    const read = rowsReadBy(explaining.plans.map(({ plan }) => plan)).rollup_marks ?? 0;
    expect([name, read > 0 && read < 100]).toEqual([name, true]);
  }
});

test('it is what a look at each mark would find', async () => {
  const hours = (grain: 'hour' | 'day', since: Date) => findChanged(world.db, grain, since);
  const days = (...named: string[]) => named.map((day) => hawaiiDayStart(new Date(`${day}T20:00Z`)));
  const sorted = (found: Date[]) => found.toSorted((one, other) => one.getTime() - other.getTime());
  const closed = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  expect(sorted(await hours('day', from))).toEqual(days('2026-11-02', ...closed));
  expect(sorted(await hours('day', new Date(0)))).toEqual(days('2026-05-01', '2026-11-02', ...closed));
  expect(sorted(await hours('day', new Date('2026-11-19T20:30Z')))).toEqual(days('2026-11-19', '2026-11-20'));
  const { rows } = await sql<{ hour: Date }>`
    select distinct hour from rollup_marks where hour < '2026-11-21 15:00Z' and hour >= '2026-11-20 20:00Z' order by hour`.execute(
    world.db,
  );
  expect(rows).toHaveLength(19);
  expect(sorted(await hours('hour', yesterday))).toEqual(rows.map(({ hour }) => hour));
  const open = await listChangedDays(world.db, new Date('2026-11-21T18:00Z'));
  expect(open).toEqual(days('2026-05-01', '2026-11-02', ...closed, '2026-11-21').reverse());
  expect(await listChangedDays(world.db, new Date('2026-11-21T10:00Z'))).toEqual(open.slice(1));
});
