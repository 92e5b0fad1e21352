import { afterAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../contract/hawaii-time.ts';
import { ProductProcess, until } from './product-process.ts';

const started: ProductProcess[] = [];
const open = async (environment: Record<string, string>, dataDir?: string) => {
  const server = await ProductProcess.make(environment, dataDir);
  started.push(server);
  await server.start();
  return server;
};
afterAll(() => Promise.all(started.map((server) => server.dispose())));

test('places of somebody’s own are given neither the demo nor its visitors', { timeout: 120_000 }, async () => {
  const own = await open({ DEMO_DATA: 'off' });
  const writer = await own.connect({ readOnly: false });
  await writer.query(`
    with place as (
      insert into locations (name, description, address, island, latitude, longitude)
      values ('Hale Kai, lobby', 'By the desk.', '1 Ala Moana', 'Oʻahu', 21.28, -157.84) returning id
    )
    insert into qr_codes (code, location_id) select 'K7M2-K7M2-K7M2-K7M2', id from place`);
  await writer.end();
  own.signal('SIGTERM');
  await own.exited;

  const later = await open({ DEMO_DATA: 'on' }, own.dataDir);
  const reader = await later.connect();
  const { rows } = await reader.query(`
    select (select count(*)::int from locations) as places, (select count(*)::int from scans) as scans`);
  await reader.end();
  expect(rows).toEqual([{ places: 1, scans: 0 }]);
});

test('visitors who were cut off half-way go on after the next start, and nobody comes twice', {
  timeout: 600_000,
}, async () => {
  const server = await open({ DEMO_DATA: 'on' });
  // The ninetieth, on which nobody may have come yet.
  const today = hawaiiDay(new Date());
  const scans = async () => {
    const reader = await server.connect();
    const { rows } = await reader.query(
      `select count(*)::int as scans from scans where location_id in (select id from locations where deleted_at is null)`,
    );
    await reader.end();
    return rows[0].scans as number;
  };
  await until('five hundred scans', 120_000, async () => (await scans()) > 500);
  server.killDatabase();
  await server.kill();
  await server.start();
  const resumed = await scans();
  const hasPassed = () => server.output.includes('Ninety days of visitors have passed');
  await until('the rest of the days', 400_000, hasPassed);
  // On a slow machine the work may have been begun once more by itself.
  const begun = () => server.output.match(/Ninety days of invented visitors pass/g)!.length;
  const before = begun();
  expect(before).toBeGreaterThanOrEqual(2);
  expect(await scans()).toBeGreaterThan(resumed);

  const reader = await server.connect();
  const { rows } = await reader.query(
    `
    select (select count(*)::int from (select from scans group by visit_id, scanned_at having count(*) > 1) t) as twice,
      (select count(distinct day)::int from (select (scanned_at at time zone 'Pacific/Honolulu')::date as day from scans where location_id in (select id from locations where deleted_at is null)) t
        where day < $1) as days,
      (select count(*)::int from inbox where state in ('new', 'taken')) as unsettled,
      (select array_agg(b.status order by b.status) from bookings b join users u on u.id = b.user_id
        where u.email = 'traveler@example.com') as bookings`,
    [today],
  );
  await reader.end();
  const bookings = ['cancelled', 'completed', 'completed', 'confirmed', 'pending'];
  expect(rows).toEqual([{ twice: 0, days: 89, unsettled: 0, bookings }]);

  // What has passed does not pass again.
  const all = await scans();
  server.signal('SIGTERM');
  await server.exited;
  await server.start();
  expect(await scans()).toBe(all);
  expect(begun()).toBe(before);
});
