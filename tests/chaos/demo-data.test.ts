import { afterAll, expect, test } from 'vitest';
import { ProductProcess } from './product-process.ts';

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
