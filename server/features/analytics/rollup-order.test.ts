import { expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { createWorld } from '../../../tests/world.ts';
import { rollUpClosedHours } from './analytics.ts';

test('while much of the past is added up again the newest days are the first, and are read from then on', async () => {
  const world = await createWorld();
  const { code } = await world.aCode();
  const { pool } = world.database;
  await rollUpClosedHours(world.db, world.clock.now());
  await pool.query(
    `insert into rollup_marks select $1::timestamptz - n * interval '1 day', false from generate_series(1, 5) n`,
    [world.clock.now()],
  );
  expect((await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).status).toBe(200);
  const scanned = world.clock.now();
  world.clock.advance(2 * 60 * 60);

  const done: string[] = [];
  const turn = new AbortController();
  const onDay = (day: Date) => {
    done.push(hawaiiDay(day));
    turn.abort(new Error('long enough'));
  };
  await expect(rollUpClosedHours(world.db, world.clock.now(), { onDay, signal: turn.signal })).rejects.toThrow(
    'long enough',
  );
  expect(done).toEqual(['2026-11-21']);
  const { closed_until } = await world.db.selectFrom('rollup_state').select('closed_until').executeTakeFirstOrThrow();
  expect(closed_until.getTime()).toBeGreaterThan(scanned.getTime());

  const further: string[] = [];
  await rollUpClosedHours(world.db, world.clock.now(), { onDay: (day) => further.push(hawaiiDay(day)) });
  expect(further).toEqual(['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-17', '2026-11-16']);
  await world.close();
});
