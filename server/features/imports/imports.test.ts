import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aClickOut, bookingOf, claim, toldOf } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer, standing } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { tidy } from '../../tidying.ts';
import { newClickId } from '../links/links.ts';

let world: World;
let user: TestUser;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  user = await world.aUser();
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

const raise = (_task: string, error: Error) => {
  throw error;
};

let count = 51_000_000;
const anId = () => String(++count);
const file = (...rows: unknown[][]) => aTable([fareharborHeader, ...rows]);

/** A pending booking whose traveler claims a reference. */
async function claimed(reference: string): Promise<string> {
  const id = await aClickOut(world, { user_id: user.id });
  await claim(world, user, id, reference);
  return id;
}
/** A pending booking of a click that the platform will name. */
async function clicked() {
  const listing_id = await world.aListing();
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const click = newClickId(key, { visitId: 7, listingId: listing_id, madeAt: world.clock.now() });
  const { body } = await world.call('POST /api/qr/booking-conversion', {
    cookie: user.cookie,
    body: {
      business_listing_id: listing_id,
      booking_url: `https://fareharbor.com/embeds/book/reefwalk/?ref=${click}`,
    },
  });
  return { click, id: body.booking_id as string };
}

test('a preview says of each row what becomes of it and changes nothing; applied, each becomes that, once', async () => {
  const [byClaim, known, cancelled, other, taken] = [anId(), anId(), anId(), anId(), anId()];
  const { click, id: byClick } = await clicked();
  const booking = await claimed(byClaim);
  const gone = await claimed(cancelled);
  // What an administrator has confirmed at another amount, and what an earlier statement has told.
  const confirmed = await aClickOut(world, {
    reference: other,
    status: 'confirmed',
    estimated: false,
    amount_cents: 9_000,
  });
  await claimed(known);
  await by.apply(await by.preview(file(aRow({ id: known }))));
  world.clock.advance(60);
  await aClickOut(world, { reference: `#${taken}`, status: 'confirmed' });
  const rows = [
    aRow({ id: byClaim, total: '$1,250.00' }),
    aRow({ id: anId(), click }),
    aRow({ id: other, total: '95.00' }),
    aRow({ id: cancelled, status: 'Cancelled' }),
    aRow({ id: known }),
    aRow({ id: anId() }),
    aRow({ id: anId(), total: '-12.00' }),
    aRow({ id: anId(), status: 'Perhaps' }),
  ];
  const before = await standing(world);
  const id = await by.preview(file(...rows));
  const said = {
    ...{ 2: 'matched', 3: 'matched', 4: 'amount_differs', 5: 'cancelled', 6: 'already_known', 7: 'unmatched' },
    ...{ 8: 'unmatched', 9: 'unreadable' },
  };
  expect(await by.outcomes(id)).toEqual(said);
  const audited = (text: string) => text.split('\n\n').slice(0, -1);
  expect(audited(await standing(world))).toEqual(audited(before));
  expect(await by.get(id)).toMatchObject({
    ...{ state: 'previewed', platform: 'fareharbor', rows: 8, applied_rows: 0 },
    outcomes: {
      matched: 2,
      amount_differs: 1,
      cancelled: 1,
      already_known: 1,
      unmatched: 2,
      unreadable: 1,
      in_doubt: 0,
    },
  });

  const refused = await by.apply(id);
  expect([refused.status, refused.body.code]).toEqual([409, 'import_unreadable']);
  expect(refused.body.error).toContain('row 9, column "Status": is no state of a booking');
  expect(audited(await standing(world))).toEqual(audited(before));

  expect((await by.apply(id, { leave_out_unreadable: true })).status).toBe(201);
  expect(await by.outcomes(id)).toEqual(said);
  expect(await by.get(id)).toMatchObject({ state: 'applied', applied_rows: 7 });
  const confirmedAs = { status: 'confirmed', estimated: false, check_in_date: '2026-12-24' };
  expect(await bookingOf(world, booking)).toMatchObject({ ...confirmedAs, amount_cents: 125_000, reference: byClaim });
  expect(await bookingOf(world, byClick)).toMatchObject({ ...confirmedAs, amount_cents: 12_342 });
  expect(await bookingOf(world, confirmed)).toMatchObject({ ...confirmedAs, amount_cents: 9_500 });
  expect(await bookingOf(world, gone)).toMatchObject({ status: 'cancelled' });
  // What is nobody's, or in doubt, waits in the list of platforms' bookings.
  const { body: waiting } = await by.call(`GET /api/admin/platform-bookings?search=${rows[5]![1]}`);
  expect(waiting.rows[0]).toMatchObject({ state: 'unmatched', amount: 123.42 });
  const { body: doubtful } = await by.call(`GET /api/admin/platform-bookings?search=${rows[6]![1]}`);
  expect(doubtful.rows[0]).toMatchObject({ amount: null, amount_told: '-1200', currency: 'USD', doubt: 'amount' });

  // Why a commission is what it is names the row.
  const { body: why } = await by.call(`GET /api/bookings/${byClick}/explanation`);
  const row = `row 3 of statement ${id} of fareharbor`;
  expect(why.changes.at(-1)).toMatchObject({ action: 'booking_told_of', told_by: 'fareharbor', reason: row });
  expect(why.entries.at(-1).cause).toBe(row);
  const kept = (await by.call(`GET /api/admin/statement-imports/${id}/rows?outcome=matched`)).body.rows;
  expect(kept[1]).toMatchObject({ id: 3, booking_id: byClick, applied: true, cells: { Total: '123.42' } });
});

test('the same file twice changes nothing, nor do rows that were told before in another one', async () => {
  const rows = [anId(), anId(), anId()].map((id) => aRow({ id }));
  for (const [, id] of rows) await claimed(String(id));
  await by.apply(await by.preview(file(...rows)));
  world.clock.advance(60);
  const before = await standing(world);
  for (const again of [file(...rows), file(...rows.toReversed())]) {
    const id = await by.preview(again);
    expect(Object.values(await by.outcomes(id))).toEqual(Array(3).fill('already_known'));
    await by.apply(id);
    expect(Object.values(await by.outcomes(id))).toEqual(Array(3).fill('already_known'));
    const tables = ['bookings', 'commissions', 'ledger'];
    const now = await standing(world);
    const part = (text: string, at: number) => text.split('\n\n')[at];
    for (const [at, table] of tables.entries())
      expect(part(now, at === 0 ? 0 : at + 1), table).toBe(part(before, at === 0 ? 0 : at + 1));
  }
});

test('an old file that comes after a newer one takes nothing back', async () => {
  const id = anId();
  const booking = await claimed(id);
  const [old, newer] = [file(aRow({ id, total: '100.00' })), file(aRow({ id, total: '90.00' }))];
  for (const one of [old, newer, old]) {
    await by.apply(await by.preview(one));
    world.clock.advance(60);
  }
  expect((await bookingOf(world, booking)).amount_cents).toBe(9_000);
});

test('a row that tells another day alone is no row that was known', async () => {
  const id = anId();
  const booking = await claimed(id);
  await by.apply(await by.preview(file(aRow({ id }))));
  world.clock.advance(60);
  const later = await by.preview(file(aRow({ id, day: '12/26/2026' })));
  expect(await by.outcomes(later)).toEqual({ 2: 'matched' });
  await by.apply(later);
  expect(await bookingOf(world, booking)).toMatchObject({ check_in_date: '2026-12-26', amount_cents: 12_342 });
});

test('of two rows of one booking that say the same one is taken; that do not, the second cannot be read', async () => {
  const id = anId();
  await claimed(id);
  const same = await by.preview(file(aRow({ id }), aRow({ id })));
  expect(await by.outcomes(same)).toEqual({ 2: 'matched', 3: 'already_known' });
  const other = await by.preview(file(aRow({ id }), aRow({ id, total: '1.00' })));
  expect(await by.outcomes(other)).toEqual({ 2: 'matched', 3: 'unreadable' });
  const { body } = await by.call(`GET /api/admin/statement-imports/${other}/rows?outcome=unreadable`);
  expect(body.rows[0].fault).toEqual({
    column: 'Booking ID',
    problem: 'row 2 tells something else of the same booking',
  });
  expect((await by.apply(other)).body.code).toBe('import_unreadable');
  // Left out, it changes nothing of what the first one tells.
  const left = anId();
  const booking = await claimed(left);
  const contradicting = await by.preview(file(aRow({ id: left }), aRow({ id: left, total: '1.00' })));
  expect((await by.apply(contradicting, { leave_out_unreadable: true })).status).toBe(201);
  expect((await bookingOf(world, booking)).amount_cents).toBe(12_342);
  expect(await by.outcomes(contradicting)).toEqual({ 2: 'matched', 3: 'unreadable' });
});

test('what is completed or cancelled already is left to a person', async () => {
  const [done, over] = [anId(), anId()];
  const completed = await claimed(done);
  await claimed(over);
  await by.apply(
    await by.preview(file(aRow({ id: done, status: 'Completed' }), aRow({ id: over, status: 'Cancelled' }))),
  );
  world.clock.advance(60);
  const id = await by.preview(file(aRow({ id: done, total: '1.00' }), aRow({ id: over })));
  expect(await by.outcomes(id)).toEqual({ 2: 'in_doubt', 3: 'state_differs' });
  await by.apply(id);
  expect((await bookingOf(world, completed)).amount_cents).toBe(12_342);
  expect(await toldOf(world, done)).toMatchObject({ state: 'proposed', doubt: 'final' });
});

describe('amounts', () => {
  test.each([
    ['1234.5', 123_450],
    ['$1,234.50', 123_450],
    ['US$ 1,234.50', 123_450],
    ["1'234.50", 123_450],
    ['0', 0],
    ['-0.00', 0],
  ])('%s is %i cents', async (total, cents) => {
    const id = anId();
    const booking = await claimed(id);
    await by.apply(await by.preview(file(aRow({ id, total }))));
    expect(await bookingOf(world, booking)).toMatchObject({ amount_cents: cents, estimated: false });
  });
  test.each([
    ['-12.00', { amount_told: '-1200', doubt: 'amount', currency: 'USD' }],
    ['$-12.00', { amount_told: '-1200', doubt: 'amount', currency: 'USD' }],
    ['(12.00)', { amount_told: '-1200', doubt: 'amount', currency: 'USD' }],
    ['12.345', { amount_told: '1234.5', doubt: 'amount', currency: 'USD' }],
    ['2,000,000.00', { amount_told: '200000000', doubt: 'amount', currency: 'USD' }],
    ['99999999999999999999', { doubt: 'amount' }],
    ['€12.00', { amount_told: '1200', doubt: 'currency', currency: null }],
  ])('%s is kept for a decision and moves no money', async (total, doubt) => {
    const id = anId();
    const booking = await claimed(id);
    const before = await bookingOf(world, booking);
    const statement = await by.preview(file(aRow({ id, total })));
    expect(await by.outcomes(statement)).toEqual({ 2: 'in_doubt' });
    await by.apply(statement);
    expect(await bookingOf(world, booking)).toMatchObject({ status: 'confirmed', amount_cents: before.amount_cents });
    const { body } = await by.call(`GET /api/admin/platform-bookings?search=${id}`);
    expect(body.rows[0]).toMatchObject({ state: 'proposed', ...doubt });
  });

  test('of a booking that failed at Viator refuses no file: it is none', async () => {
    const row = (id: string, status: string) => [
      `BR-${id}`,
      '',
      status,
      '2026-12-01',
      '5010SYDNEY',
      '120.00',
      'USD',
      '0',
    ];
    const id = await by.preview(aTable([viatorHeader, row('777000222', 'FAILED'), row('777000333', 'CONFIRMED')]));
    expect(await by.outcomes(id)).toEqual({ 2: 'unmatched', 3: 'unmatched' });
    await by.apply(id);
    const { body } = await by.call('GET /api/admin/platform-bookings?search=777000222');
    expect(body.rows[0]).toMatchObject({ status: 'cancelled', state: 'unmatched' });
  });

  test('in another currency is listed and converted by nobody', async () => {
    const row = ['BR-777000111', '', 'Confirmed', '2026-12-01', '5010SYDNEY', '12000', 'JPY', '960'];
    const id = await by.preview(aTable([viatorHeader, row]));
    await by.apply(id);
    const { body } = await by.call('GET /api/admin/platform-bookings?search=777000111');
    expect(body.rows[0]).toMatchObject({ amount: null, amount_told: '12000', currency: 'JPY', doubt: 'currency' });
  });
});

describe('a cell that cannot be read refuses the whole file', () => {
  test.each([
    ['Booking ID', aRow({ id: '' }), 'is empty'],
    ['Booking ID', aRow({ id: 'a b?' }), 'is no reference of this platform'],
    ['Status', aRow({ id: '1', status: '' }), 'is no state of a booking that is known'],
    ['Activity Date', aRow({ id: '1', day: '31/12/2026' }), 'is no day'],
    ['Activity Date', aRow({ id: '1', day: '2026-02-30' }), 'is no day'],
    ['Total', aRow({ id: '1', total: 'twelve' }), 'is no amount'],
    ['Total', aRow({ id: '1', total: '1,23.4' }), 'is no amount'],
    ['Total', aRow({ id: '1', total: '1.234,50' }), 'is no amount'],
    ['Commission', aRow({ id: '1', commission: '15 %' }), 'is no amount'],
  ])('%s of %j', async (column, row, problem) => {
    const good = anId();
    const booking = await claimed(good);
    const id = await by.preview(file(aRow({ id: good }), row));
    const { status, body } = await by.apply(id);
    expect([status, body.code]).toEqual([409, 'import_unreadable']);
    expect(body.error).toContain(`row 3, column "${column}": ${problem}`);
    expect((await bookingOf(world, booking)).status).toBe('pending');
  });
});

test('of an applied row those cells alone are kept that a map names', async () => {
  const header = [...fareharborHeader, 'Customer'];
  const table = aTable([header, [...aRow({ id: anId() }), 'Maya Kealoha']]);
  const { body } = await by.start(table);
  await by.work(body.work_id);
  const cells = async () => (await by.call(`GET /api/admin/statement-imports/${body.id}/rows`)).body.rows[0].cells;
  expect(await cells()).toMatchObject({ Customer: 'Maya Kealoha' });
  await by.apply(body.id);
  expect(await cells()).toEqual(
    Object.fromEntries(
      fareharborHeader.flatMap((name, at) => {
        const cell = aRow({ id: 'x' })[at];
        return cell === '' ? [] : [[name, name === 'Booking ID' ? expect.any(String) : cell]];
      }),
    ),
  );
});

test('what was never applied is forgotten after 30 days, what was applied stays', async () => {
  const [kept, forgotten] = [
    await by.preview(file(aRow({ id: anId() }))),
    await by.preview(file(aRow({ id: anId() }))),
  ];
  await by.apply(kept);
  const left = async () => {
    const { rows } = await world.database.pool.query(
      'select distinct import_id from statement_rows where import_id = any($1)',
      [[kept, forgotten]],
    );
    return rows.map(({ import_id }) => import_id);
  };
  const later = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000);
  await tidy(world.db, later(29), raise);
  expect(await left()).toHaveLength(2);
  await tidy(world.db, later(31), raise);
  expect(await left()).toEqual([kept]);
  by = new Importer(world, await world.aUser({ role: 'admin' }));
  expect((await by.call(`GET /api/admin/statement-imports/${forgotten}`)).status).toBe(404);
});
