import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { namedStatements, withTransaction } from '../../platform/database/database.ts';
import { endOfCodes, openAlerts } from './code-alerts.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('however many places go quiet at once, one statement opens their alerts, and one ends those of their codes', async () => {
  const place = await world.aPlace();
  const now = world.clock.now();
  // More than a statement could have parameters, each again, as a place has one alert alone.
  const many = Array.from({ length: 11_000 }, () => ({
    location_id: place,
    qr_code_id: null,
    since: now,
    visits: null,
  }));
  const opened = await withTransaction(world.db, (tx) => openAlerts(tx, now, 'quiet', many));
  expect(opened).toEqual([{ location_id: place, qr_code_id: null }]);
  const { rows } = await sql<{ alerts: number }>`select count(*)::int as alerts from code_alerts`.execute(world.db);
  expect(rows).toEqual([{ alerts: 1 }]);
  for (const places of [[], [place], [place, place]])
    await withTransaction(world.db, (tx) => endOfCodes(tx, now, places));
  expect(namedStatements().filter((text) => /^\s*update code_alerts set/.test(text))).toHaveLength(1);
});
