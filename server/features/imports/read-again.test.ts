import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickOut, claim } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer, standing } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** All that an import may change but when each booking was told last, and by which file. */
async function told(): Promise<string> {
  const when = /"(?:undated|version|version_digest|amount_version|last_news_at)": (?:"[^"]*"|\[[^\]]*\])/g;
  return (await standing(world)).replace(when, '');
}

test('the file of a statement that was applied is taken up as one of the same rows, and changes nothing', async () => {
  const by = new Importer(world, await world.aUser({ role: 'admin' }));
  const traveler = await world.aUser();
  const booking = await aClickOut(world, { user_id: traveler.id, listing_id: await world.aListing() });
  expect((await claim(world, traveler, booking, '52000001')).status).toBe(200);
  const rows = [
    aRow({ id: '52000001', total: '1,123.40', commission: '168.51' }),
    aRow({ id: '0052000002' }),
    aRow({ id: '52000003', status: 'Cancelled', day: '12/4/2026' }),
  ];
  const linesOf = async (id: number): Promise<string[]> => {
    const { work_id } = await by.get(id);
    const file: string = (await by.call(`GET /api/long-work/${work_id}/result`)).bytes.toString();
    return file.trim().split('\r\n');
  };
  const first = await by.preview(aTable([fareharborHeader, ...rows]));
  expect((await by.apply(first)).status).toBe(201);
  const lines = await linesOf(first);
  expect(lines[2]).toContain(",'0052000002,");

  world.clock.advance(60);
  const { body } = await by.start(`${lines.join('\r\n')}\r\n`);
  const columns = Object.fromEntries(
    ['reference', 'status', 'travel_date', 'amount', 'commission', 'currency'].map((name) => [name, name]),
  );
  const map = { platform: 'fareharbor', columns, supplier: 'reefwalk' };
  const mapped = await by.call(`PUT /api/admin/statement-imports/${body.id}/map`, map);
  expect(mapped.status, mapped.raw).toBe(200);
  await by.work(mapped.body.id);
  expect(await by.outcomes(body.id)).toEqual({ 2: 'already_known', 3: 'already_known', 4: 'already_known' });
  const before = await told();
  expect((await by.apply(body.id)).status).toBe(201);
  expect(await told()).toBe(before);
  const without = (all: string[]) => all.map((line) => line.replace(/^(\d+),\w+,/, '$1,'));
  expect(without(await linesOf(body.id))).toEqual(without(lines));
});
