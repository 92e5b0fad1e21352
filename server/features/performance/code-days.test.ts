import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, hawaiiDay, hawaiiDayStart, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { readCodeDays, rollUpClosedHours } from '../analytics/analytics.ts';
import { tellSpans } from './code-days.ts';
import { hideFew } from './hide-few.ts';
import { hideFewDays } from './hide-grid.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const read = (by: TestUser, place: number, query = '?range=7d') =>
  world.call(`GET /api/partner-portal/performance/places/${place}${query}`, { cookie: by.cookie });

const counted = (figure: number) => ({ figure, visits: figure });
const add = (figures: readonly number[]) => figures.reduce((so, figure) => so + figure, 0);

test('the codes of a place stand beside each other day by day, closed days and the open one alike', async () => {
  const { owner, organisation, placeId, code } = await aPartner(world, { name: 'Lobby' });
  const { code: other } = await world.aCode({ location_id: placeId, label: 'Breakfast' });
  await world.aCode({ location_id: placeId, label: 'Never hung up' });
  const elsewhere = await world.aCode({ location_id: await world.aPlace({ partner_id: owner.id, name: 'Pool' }) });
  await scanBy(world, code, 6);
  await scanBy(world, other, 8);
  await scanBy(world, elsewhere.code, 20);
  world.clock.advance(86_400);
  await rollUpClosedHours(world.db, world.clock.now());
  await scanBy(world, code, 5);
  await scanBy(world, other, 7);
  const member = await aMember(world, organisation, ['performance_analytics']);
  const { status, body } = await read(member, placeId);
  expect(status).toBe(200);
  expect(body.days).toHaveLength(7);
  const none = [0, 0, 0, 0, 0];
  expect(body.codes).toEqual([
    { qr_code_id: other, label: 'Breakfast', total: 15, scans: [...none, 8, 7] },
    { qr_code_id: code, label: null, total: 11, scans: [...none, 6, 5] },
    { qr_code_id: expect.any(String), label: 'Never hung up', total: 0, scans: [...none, 0, 0] },
  ]);
  await scanBy(world, code, 1);
  expect((await read(member, placeId)).body.codes[1]).toMatchObject({ total: 12, scans: [...none, 6, 6] });
});

test('of the open day closed hours are read as they were added up', async () => {
  const { owner, code } = await aPartner(world);
  const { id } = await world.db.selectFrom('qr_codes').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await scanBy(world, code, 40);
  world.clock.advance(7_200);
  await rollUpClosedHours(world.db, world.clock.now());
  await scanBy(world, code, 3);
  const now = world.clock.now();
  const days = { ownerId: owner.id, codes: [id], from: hawaiiDayStart(now), to: nextHawaiiDay(now) };
  await withTransaction(world.db, async (tx) => {
    const rows = async () =>
      (
        await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
          where relname = 'scans'`.execute(tx)
      ).rows[0]!.read;
    const before = await rows();
    expect(await readCodeDays(tx, days)).toMatchObject([{ key: String(id), scans: 43 }]);
    expect((await rows()) - before).toBeLessThan(30);
  });
});

test('of a day with few nothing is told, also not by the other code', async () => {
  const { owner, placeId, code } = await aPartner(world);
  const { code: other } = await world.aCode({ location_id: placeId });
  await scanBy(world, code, 9);
  await scanBy(world, other, 2);
  const { body } = await read(owner, placeId);
  const untold = { span: null, days: [], codes: [{ total: 'withheld' }, { total: 'few' }] };
  expect(body).toMatchObject(untold);
  for (const { scans } of body.codes) expect(scans).toEqual([]);
});

test('the few of a code on a day are not what the whole day less the codes of another place leaves', async () => {
  const { owner, organisation, placeId: lobby, code } = await aPartner(world, { name: 'Lobby' });
  const pool = await world.aPlace({ partner_id: owner.id, name: 'Pool' });
  const { code: ofPool } = await world.aCode({ location_id: pool });
  await scanBy(world, ofPool, 20);
  world.clock.advance(86_400);
  await scanBy(world, code, 10);
  await scanBy(world, ofPool, 2);
  const { cookie } = await aMember(world, organisation, ['performance_analytics']);
  const whole = (await world.call('GET /api/partner-portal/performance?range=7d', { cookie })).body;
  const today = async (place: number) =>
    (
      await world.call(`GET /api/partner-portal/performance/places/${place}?range=7d`, { cookie })
    ).body.codes[0].scans.at(-1);
  const [ofLobby, fewOfPool] = [await today(lobby), await today(pool)];
  expect(typeof fewOfPool).not.toBe('number');
  // 12 - 10 = 2, exactly.
  expect(typeof ofLobby === 'number' ? whole.days.at(-1).scans - ofLobby : 'not to be told').not.toBe(2);
});

test('where few scan on a day the codes of a place stand beside each other by week, and by none where a week has few', async () => {
  const { organisation, placeId, code } = await aPartner(world, { name: 'Lobby' });
  const { code: other } = await world.aCode({ location_id: placeId, label: 'Breakfast' });
  for (let day = 0; day < 14; day++) {
    if (day > 0) world.clock.advance(86_400);
    await scanBy(world, code, 2);
    await scanBy(world, other, 3);
  }
  await rollUpClosedHours(world.db, world.clock.now());
  const member = await aMember(world, organisation, ['performance_analytics']);
  const month = (await read(member, placeId, '?range=30d')).body;
  const today = hawaiiDay(world.clock.now());
  const starts = [27, 20, 13, 6].map((days) => addDays(today, -days));
  expect([month.span, month.days]).toEqual([7, starts]);
  expect(month.codes).toMatchObject([
    { label: 'Breakfast', total: 42, scans: [0, 0, 21, 21] },
    { label: null, total: 28, scans: [0, 0, 14, 14] },
  ]);
  expect((await read(member, placeId, '?range=7d')).body).toMatchObject({
    span: null,
    days: [],
    codes: [{ total: 21 }, { total: 14 }],
  });
});

test('the few of a code on a day do not follow from days and codes together', async () => {
  const { organisation, placeId, code } = await aPartner(world);
  const bar = (await world.aCode({ location_id: placeId })).code;
  const pool = (await world.aCode({ location_id: placeId })).code;
  await scanBy(world, code, 14);
  await scanBy(world, pool, 7);
  world.clock.advance(86_400);
  await rollUpClosedHours(world.db, world.clock.now());
  await scanBy(world, code, 11);
  await scanBy(world, bar, 5);
  await scanBy(world, pool, 4);
  const { body } = await read(await aMember(world, organisation, ['performance_analytics']), placeId);
  // With 14 told of the first day and few of the pool's second, the bar's are 0 and 5, and with that the pool's 7 and 4.
  for (const { scans } of body.codes)
    expect(scans.filter((one: unknown) => typeof one === 'number' && one > 0)).toEqual([]);
});

test('two kinds of words in a line of days say no more than the breakdown itself would', () => {
  const week = [1, 1, 1, 1, 1, 1, 5].map((figure) => ({ figure, visits: figure }));
  expect(hideFew(week)).toEqual(Array(7).fill('withheld'));
  // Now: few x 6 and one withheld of 11 in all, which is 1 x 6 + 5 and nothing else.
  expect(hideFewDays([week], [11])).toEqual([Array(7).fill('withheld')]);
});

test('another’s place is like one that there is not', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  expect((await read(mine.owner, theirs.placeId)).status).toBe(404);
  expect((await read(mine.owner, 2_000_000_000)).status).toBe(404);
  expect((await read(mine.owner, mine.placeId, '?range=3y')).status).toBe(400);
});

test.each([
  ['by day where half may be told', [[...Array(9).fill(9), ...Array(5).fill(1)]], 1],
  ['by week where less than half may', [[...Array(6).fill(9), ...Array(8).fill(1)]], 7],
  ['by the shortest that tells anything where none tells half', [[9, 9, 1, 1, 1, 1, 1]], 1],
  ['by week where days tell nothing', [Array(21).fill(3)], 7],
  ['by four weeks where weeks tell nothing', [Array.from({ length: 84 }, (_, at) => (at % 14 ? 0 : 4))], 28],
  [
    'by one span for all places, however many scan at another',
    [Array(21).fill(40), ...Array(4).fill(Array(21).fill(2))],
    7,
  ],
  ['by none where only the total may be told', [[3, 3, 3, 3]], null],
] as const)('codes stand beside each other %s', (_, rows, span) => {
  const sums = rows.map((row: readonly number[]) => add(row));
  const grid = rows.map((row: readonly number[]) => row.map(counted));
  expect(tellSpans(grid, sums).span).toBe(span);
});

test('days of very many codes are not looked through', () => {
  const grid = Array.from({ length: 1_000 }, () => Array.from({ length: 730 }, () => counted(9)));
  const begun = performance.now();
  expect(tellSpans(grid, Array(1_000).fill(9 * 730)).span).toBe(28);
  expect(performance.now() - begun).toBeLessThan(3_000);
});

test('of days beside each other none is told by its day or by its code', () => {
  const grid = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 6 })).chain(([codes, days]) => {
    const line = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: days, maxLength: days });
    return fc.array(line, { minLength: codes, maxLength: codes });
  });
  fc.assert(
    fc.property(grid, (all) => {
      // Where there was nothing in all there is nothing to hide.
      const rows = all.filter((row) => add(row) > 0);
      const sums = hideFew(rows.map((row) => counted(add(row))));
      const told = hideFewDays(
        rows.map((row) => row.map(counted)),
        sums,
      );
      const lines = [
        ...rows.map((figures, at) => ({ figures, told: told[at]! })),
        ...all[0]!.map((_, day) => ({
          ...{ figures: rows.map((row) => row[day]!), told: told.map((row) => row[day]!) },
        })),
      ];
      for (const line of lines) {
        const hidden = line.figures.filter((_, at) => typeof line.told[at] === 'string');
        for (const [at, one] of line.told.entries()) {
          if (one === 'few') expect(line.figures[at]).toBeLessThan(5);
          if (typeof one === 'number' && one > 0) expect(one).toBeGreaterThanOrEqual(5);
        }
        if (hidden.length === 0 || hidden.length === line.told.length) continue;
        expect(hidden.length).toBeGreaterThan(1);
        expect(add(hidden)).toBeGreaterThanOrEqual(5);
      }
    }),
    { numRuns: 1_000 },
  );
});
