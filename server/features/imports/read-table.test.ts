import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aClickOut, claim } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

const row = aRow({ id: '51000001', item: 'Nāpali, sunset' });
const table = (delimiter = ',', lineEnd = '\r\n') => aTable([fareharborHeader, row], delimiter, lineEnd);
const imports = async () => (await by.call('GET /api/admin/statement-imports')).body.total;
/** The first row, as it was read. */
async function readAs(content: Buffer | string) {
  const id = await by.preview(content);
  return (await by.call(`GET /api/admin/statement-imports/${id}/rows`)).body.rows[0];
}

describe('is read whatever divides it and however it is encoded', () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const plain = table().replace('ā', 'à');
  test.each([
    ['with commas', table()],
    ['with semicolons', table(';')],
    ['with tabs', table('\t')],
    ['with bars', table('|')],
    ['with line feeds', table(',', '\n')],
    ['with returns', table(',', '\r')],
    ['without an end of its last line', table().trimEnd()],
    ['with empty lines at its end', `${table()}\r\n\r\n`],
    ['in UTF-8 with a mark', `\ufeff${table()}`],
    ['in UTF-16', utf16(table())],
    ['in UTF-16, the other way round', utf16(table()).swap16()],
    ['in Windows-1252', Buffer.from(plain, 'latin1'), 'Nàpali, sunset'],
  ])('%s', async (_, content, item = 'Nāpali, sunset') => {
    expect(await readAs(content)).toMatchObject({
      ...{ id: 2, outcome: expect.stringMatching(/unmatched|already_known/), reference: '51000001', amount: 123.42 },
      ...{ commission: 18.51, travel_date: '2026-12-24', cells: { Item: item, Company: 'reefwalk' } },
    });
  });

  test('marks within the names of columns are letters, and hide nothing of what divides', async () => {
    const header = ['Board of 9"', ...fareharborHeader, 'Paddle of 80"'].join(';');
    const read = await readAs(`${header}\r\nyes;${aRow({ id: '51000004' }).join(';')};no\r\n`);
    expect(read).toMatchObject({ reference: '51000004', cells: { 'Board of 9"': 'yes', 'Paddle of 80"': 'no' } });
  });

  test('quotation marks hold what divides, line ends and themselves', async () => {
    const item = 'A "reef"\r\nand more, much';
    const read = await readAs(aTable([fareharborHeader, aRow({ id: '51000002', item })]));
    expect(read.cells.Item).toBe(item);
  });
});

describe('is refused whole, and stays to be sent once more', () => {
  const header = fareharborHeader.join();
  const cells = row.map((cell) => `"${cell}"`).join();
  test.each([
    ['a header alone', `${header}\r\n`, 'row 2: it has no rows'],
    ['one column', 'Booking\r\n1\r\n', 'row 1: it has one column alone'],
    ['a delimiter of its own', table().replaceAll(',', '~'), 'row 1: it has one column alone'],
    [
      'two columns of one name',
      `${header},total\r\n${cells},1\r\n`,
      'row 1, column "total": two columns have this name',
    ],
    ['a column without a name', `${header},\r\n${cells},1\r\n`, 'row 1, column "9": has no name'],
    ['a row that is too short', `${header}\r\n${cells}\r\na,b\r\n`, 'row 3: 2 cells, where the header has 8'],
    ['a row that is too long', `${header}\r\n${cells},more\r\n`, 'row 2: 9 cells, where the header has 8'],
    ['a mark that is not closed', `${header}\r\n${cells}\r\n"a,b\r\n`, 'row 3: a quotation mark is not closed'],
    ['a mark that closes too early', `${header}\r\n"a"b,c\r\n`, 'row 2: something stands behind a quotation mark'],
    [
      'a cell that is too long',
      `${header}\r\n${cells.replace('Booked', 'x'.repeat(1_001))}\r\n`,
      'row 2, column "Status": longer',
    ],
    [
      'a mark that swallows the rest',
      `${header}\r\n"${`${cells.replaceAll('"', '')}\r\n`.repeat(9_000)}`,
      'row 2: it does not end',
    ],
    [
      'too many columns',
      `${Array.from({ length: 101 }, (_, at) => `c${at}`)}\r\n1\r\n`,
      'row 1: more columns than 100',
    ],
    ['too many rows', `a,b\r\n${'1,2\r\n'.repeat(100_001)}`, 'row 100,002: more rows than 100,000'],
  ])('%s', async (_, content, detail) => {
    const before = await imports();
    const upload_id = await by.upload(content);
    for (let time = 0; time < 2; time++) {
      const { status, body } = await by.call('POST /api/admin/statement-imports', { upload_id });
      expect([status, body.code]).toEqual([415, 'file_refused']);
      expect(body.error).toContain(detail);
    }
    expect(await imports()).toBe(before);
  });

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['UTF-16 without its mark', Buffer.from(table(), 'utf16le')],
    ['half a letter of UTF-16', Buffer.concat([Buffer.from(`\ufeff${table()}`, 'utf16le'), Buffer.from('a')])],
    ['nothing', ''],
  ])('%s is not even kept', async (_, content) => {
    await expect(by.upload(content)).rejects.toThrow(/answered 4/);
  });
});

describe('columns that nobody knows wait for a map', () => {
  const header = ['Ref', 'Staat', 'Prix', 'Devise', 'Jour'];
  const file = (...rows: string[][]) => aTable([header, ...rows], ';');
  const map = {
    platform: 'operator',
    columns: { reference: 'Ref', status: 'Staat', amount: 'Prix', currency: 'Devise', travel_date: 'Jour' },
    ...{ supplier: 'lanai-boats.example', dates: 'day_first', decimals: 'comma' },
  };
  const put = (id: number, body: object) => by.call(`PUT /api/admin/statement-imports/${id}/map`, body);

  test('made once, it is proposed from then on, and asks whose the next statement is where no column says so', async () => {
    const content = file(['LB-1', 'Confirmed', '1.234,50', 'USD', '24/12/2026']);
    const { body: taken } = await by.start(content);
    expect(taken).toMatchObject({ state: 'unmapped', platform: null, work_id: null, rows: 1 });
    expect((await by.get(taken.id)).header).toEqual(header);
    expect((await by.apply(taken.id)).body.code).toBe('import_unread');
    const { status, body: work } = await put(taken.id, map);
    expect(status).toBe(200);
    await by.work(work.id);
    const read = async (id: number) => (await by.call(`GET /api/admin/statement-imports/${id}/rows`)).body.rows[0];
    expect(await read(taken.id)).toMatchObject({ amount: 1234.5, travel_date: '2026-12-24', status: 'confirmed' });
    const { body: later } = await by.start(file(['LB-1', 'Cancelled', '7', 'USD', '2026-12-24']));
    expect(later).toMatchObject({ state: 'unmapped', platform: null, work_id: null });
    const proposed = { ...map, supplier: null };
    expect((await by.get(later.id)).map).toEqual({ ...proposed, currency: null });
    expect((await put(later.id, (await by.get(later.id)).map)).status).toBe(400);
    await by.work((await put(later.id, { ...proposed, supplier: 'kona-boats.example' })).body.id);
    expect(await read(later.id)).toMatchObject({ amount: 7, status: 'cancelled', travel_date: '2026-12-24' });
    await by.apply(later.id);
    const told = world.db
      .selectFrom('platform_bookings')
      .select(['supplier', 'status'])
      .where('reference', '=', 'LB-1');
    expect(await told.execute()).toEqual([{ supplier: 'kona-boats.example', status: 'cancelled' }]);
    expect((await by.get(later.id)).map).toEqual({ ...map, supplier: 'kona-boats.example', currency: null });
  });

  test('it is read by from then on where a column says whose each row is', async () => {
    const own = [...header, 'Whose'];
    const row = (reference: string) => [reference, 'Confirmed', '7,00', 'USD', '24/12/2026', 'maui-boats.example'];
    const { body: taken } = await by.start(aTable([own, row('MB-1')], ';'));
    const told = { ...map, supplier: null, columns: { ...map.columns, supplier: 'Whose' } };
    await by.work((await put(taken.id, told)).body.id);
    const later = await by.preview(aTable([own, row('MB-2')], ';'));
    expect(await by.get(later)).toMatchObject({ state: 'previewed', map: told });
  });

  test('an operator is the same with www. before its site and without', async () => {
    const traveler = await world.aUser();
    const link = { platform: 'external', supplier: 'lanai-boats.example' };
    await claim(world, traveler, await aClickOut(world, { user_id: traveler.id, ...link }), 'LB-77');
    const own = [...header, 'Site'];
    const row = ['LB-77', 'Confirmed', '70,00', 'USD', '24/12/2026', 'WWW.Lanai-Boats.example'];
    const { body: taken } = await by.start(aTable([own, row], ';'));
    const { body: work } = await put(taken.id, {
      ...{ ...map, supplier: null },
      columns: { ...map.columns, supplier: 'Site' },
    });
    await by.work(work.id);
    expect(await by.outcomes(taken.id)).toEqual({ 2: 'matched' });
  });

  test.each([
    [{ columns: { ...map.columns, amount: 'Price' } }, 'body.columns.amount', 'the file has no column "Price"'],
    [{ columns: { ...map.columns, amount: 'Ref' } }, 'body.columns.amount', 'the column "Ref" is taken for another'],
    [{ supplier: null }, 'body.supplier', 'must be given where no column says whose it is'],
    [{ columns: { reference: 'Ref' } }, 'body.columns.status', 'expected string'],
    [{ currency: 'dollars' }, 'body.currency', 'must be three capital letters'],
    [{ dates: 'by_moon' }, 'body.dates', 'Invalid option'],
  ])('a map with %j is refused at the field', async (wrong, path, words) => {
    const { body: taken } = await by.start(
      aTable([
        [...header, `More ${path}`],
        ['1', '2', '3', '4', '5', '6'],
      ]),
    );
    const { status, body } = await put(taken.id, { ...map, ...wrong });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.fields).toEqual([expect.objectContaining({ path, message: expect.stringContaining(words) })]);
    expect((await by.get(taken.id)).state).toBe('unmapped');
  });

  test('a known header with a column missing is proposed what it has', async () => {
    const { body } = await by.start(aTable([viatorHeader.slice(0, -1), Array(7).fill('x')]));
    const { map: proposed } = await by.get(body.id);
    expect(proposed).toMatchObject({
      platform: 'viator',
      columns: { reference: 'Booking Reference', click_id: 'Campaign' },
    });
    expect(proposed.columns.commission).toBeUndefined();
  });

  test('what is being read or was applied is read no other way', async () => {
    const { body: taken } = await by.start(aTable([fareharborHeader, aRow({ id: '51000003' })]));
    const own = { platform: 'fareharbor', columns: { reference: 'Booking ID', status: 'Status', supplier: 'Company' } };
    expect((await put(taken.id, own)).body.code).toBe('import_busy');
    expect((await by.apply(taken.id)).body.code).toBe('import_busy');
    await by.work(taken.work_id);
    await by.apply(taken.id);
    expect((await put(taken.id, own)).body.code).toBe('import_applied');
    expect((await by.apply(taken.id)).body.code).toBe('import_applied');
  });
});
