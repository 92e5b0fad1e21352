import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aboutIt, aListingFile, aListingRow, ListingImporter } from '../../../tests/listings-scene.ts';
import { askWhileHeld } from '../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { GivingWay } from '../../platform/long-work/giving-way.ts';

let world: World;
let by: ListingImporter;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new ListingImporter(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

const counts = ({ outcomes }: { outcomes: Record<string, number> }) =>
  Object.fromEntries(Object.entries(outcomes).filter(([, rows]) => rows > 0));
const named = async (search: string) =>
  (await by.call(`GET /api/admin/listings?search=${encodeURIComponent(search)}`)).body.rows;
const one = async (id: number) => (await by.call(`GET /api/admin/listings/${id}`)).body;
/** All that an import may change, as text. */
const standing = async () =>
  (await sql`select count(*), md5(string_agg(l::text, '' order by l.id)) from listings l`.execute(world.db)).rows[0];
let count = 0;
const aName = () => `Outing ${++count}`;

test('rows make listings with all that they have, which guests find, each noted in the audit log', async () => {
  const [name, other] = [aName(), aName()];
  const whole = {
    ...{ subcategory: 'Kayak', latitude: '21.3', longitude: '-157.8', phone: '+1 808 555 0100', price_range: '$$$' },
    ...{ website_url: 'https://makai.example', is_active: 'yes', is_featured: 'Yes', commission_rate: '0.29' },
  };
  const file = aListingFile([aListingRow({ name, ...whole }), aListingRow({ name: other, category: 'shopping' })]);
  const before = await standing();
  const checked = await by.check(file);
  expect([checked.state, checked.rows, counts(checked)]).toEqual(['checked', 2, { new: 2 }]);
  expect(await standing()).toEqual(before);
  expect((await by.import(checked.id)).status).toBe(201);
  const done = await by.get(checked.id);
  expect([done.state, done.imported_rows, counts(done)]).toEqual(['imported', 2, { new: 2 }]);
  const [{ id }] = await named(name);
  expect(await one(id)).toMatchObject({
    ...{ name, description: aboutIt, category: 'Activities & Tours', subcategory: 'Kayak', latitude: 21.3 },
    ...{ longitude: -157.8, price_range: '$$$', commission_rate: 0.29, is_active: true, is_featured: true },
  });
  expect((await world.call(`GET /api/business-listings/${id}`)).body).toMatchObject({ name });
  expect(await named(other)).toMatchObject([{ category: 'Shopping', commission_rate: 0.12, status: 'active' }]);
  expect(await auditContentOf(world, 'listing_created', String(id))).toMatchObject([{ after: { name } }]);
  expect(await auditContentOf(world, 'listings_importing', String(checked.id))).toMatchObject([
    { before: { state: 'checked' }, after: { state: 'importing', leave_out_wrong: false } },
  ]);
  expect(await auditContentOf(world, 'listings_imported', String(checked.id))).toMatchObject([
    { before: { state: 'importing' }, after: { state: 'imported', rows: 2 } },
  ]);
  expect(await auditContentOf(world, 'listings_taken', String(checked.id))).toMatchObject([{ after: { rows: 2 } }]);
});

test('letters with marks are the same whichever way a program writes them, in the file and in what is there', async () => {
  const name = `${aName()} Haleʻiwā Café`;
  const rows = [aListingRow({ name, address: '7 Ālana Way' })];
  const decomposed = aListingFile(rows).normalize('NFD');
  const both = aListingFile([
    ...rows,
    aListingRow({ name: name.normalize('NFD'), address: '7 Ālana Way'.normalize('NFD') }),
  ]);
  expect(await by.faults(both)).toEqual(['3 name: row 2 is about the same listing']);
  await by.import((await by.check(decomposed)).id);
  expect(await named(name)).toMatchObject([{ name: name.normalize('NFC') }]);
  for (const file of [aListingFile(rows), decomposed]) expect(counts(await by.check(file))).toEqual({ unchanged: 1 });
});

test('it gives way to guests after each hundred rows that are checked, and after those that are taken', async () => {
  const rest = vi.spyOn(GivingWay.prototype, 'rest');
  try {
    const checked = await by.check(aListingFile(Array.from({ length: 250 }, () => aListingRow({ name: aName() }))));
    expect(rest).toHaveBeenCalledTimes(3);
    await by.import(checked.id);
    expect(rest).toHaveBeenCalledTimes(4);
    // All pieces of one work rest by what each of them took.
    expect(new Set(rest.mock.contexts).size).toBe(2);
  } finally {
    rest.mockRestore();
  }
});

test('the same file twice changes nothing, and one that says else changes that alone', async () => {
  const [name, other] = [aName(), aName()];
  const rows = [aListingRow({ name, phone: '808 1', is_active: 'no' }), aListingRow({ name: other })];
  await by.import((await by.check(aListingFile(rows))).id);
  const before = await standing();
  const again = await by.check(aListingFile(rows));
  expect(counts(again)).toEqual({ unchanged: 2 });
  expect((await by.import(again.id)).status).toBe(201);
  expect(await standing()).toEqual(before);

  // By its name in other letters; what has no column, and an empty cell of what cannot be empty, stay as they are.
  const [{ id }] = await named(name);
  const change = {
    name: name.toUpperCase(),
    category: 'Activities & Tours',
    address: '1 beach road',
    phone: '',
    is_active: '',
  };
  const changed = await by.check(aListingFile([{ ...change, description: '', booking_url: '' }]));
  expect(counts(changed)).toEqual({ changed: 1 });
  await by.import(changed.id);
  expect(await one(id)).toMatchObject({
    name: name.toUpperCase(),
    phone: null,
    is_active: false,
    description: aboutIt,
  });
  expect(await auditContentOf(world, 'listing_changed', String(id))).toMatchObject([
    { before: { name, phone: '808 1' }, after: { name: name.toUpperCase(), phone: null } },
  ]);
  // By its number.
  const renamed = await by.check(aListingFile([{ id: String(id), name: `${name} again` }]));
  await by.import(renamed.id);
  expect(await one(id)).toMatchObject({ name: `${name} again`, address: '1 beach road' });
});

test('rows that are wrong refuse the file whole, unless they are left out', async () => {
  const [right, wrong] = [aName(), aName()];
  const checked = await by.check(
    aListingFile([aListingRow({ name: right }), aListingRow({ name: wrong, commission_rate: '7%' })]),
  );
  expect(counts(checked)).toEqual({ new: 1, wrong: 1 });
  const refused = await by.import(checked.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'import_unreadable']);
  expect(refused.body.error).toContain('row 3, column "commission_rate": Minimum 8%');
  expect(await named(right)).toEqual([]);
  const { result } = (await by.call(`GET /api/long-work/${checked.work_id}`)).body;
  expect(result.name).toBe(`listings-${checked.id}-wrong.csv`);
  const file = await by.call(`GET /api/long-work/${checked.work_id}/result`);
  expect(file.raw).toContain('3,commission_rate,Minimum 8%,7%');

  expect((await by.import(checked.id, { leave_out_wrong: true })).status).toBe(201);
  expect([(await named(right)).length, (await named(wrong)).length]).toEqual([1, 0]);
  const over = await by.import(checked.id, { leave_out_wrong: true });
  expect([over.status, over.body.code]).toEqual([409, 'import_applied']);
});

test('the files that were sent are listed, the newest first, with who sent them and how many rows are wrong', async () => {
  const name = `${aName()}.csv`;
  const send = async (row: Record<string, string>, called: string) => {
    const { body } = await by.start(aListingFile([aListingRow({ name: aName(), ...row })]), called);
    await by.work(body.work_id);
    return body.id;
  };
  const first = await send({}, name);
  await by.import(first);
  world.clock.advance(60);
  const second = await send({ commission_rate: '7%' }, `again ${name}`);
  const { body } = await by.call(`GET /api/admin/listing-imports?search=${encodeURIComponent(name)}`);
  const common = { rows: 1, created_by: by.admin.email, created_at: expect.any(String) };
  expect(body).toMatchObject({
    rows: [
      { ...common, id: second, file_name: `again ${name}`, state: 'checked', wrong_rows: 1 },
      { ...common, id: first, file_name: name, state: 'imported', wrong_rows: 0 },
    ],
    total: 2,
    next: null,
  });
});

describe('what is wrong is said by row and column, and nothing is done', () => {
  const link = 'must be an https URL';
  test.each<[string, Record<string, string>, string[]]>([
    ['a commission of 7 %', { commission_rate: '7 %' }, ['commission_rate: Minimum 8%']],
    ['a commission of 31 %', { commission_rate: '31' }, ['commission_rate: Maximum 30%']],
    ['one that is no figure', { commission_rate: 'a tenth' }, ['commission_rate: must be a percentage, as 12%']],
    ['less than a percent', { commission_rate: '0.12%' }, ['commission_rate: Minimum 8%']],
    ['half a percent', { commission_rate: '12.5%' }, ['commission_rate: must be whole percent']],
    ['a link that runs a script', { booking_url: 'javascript:alert(1)' }, [`booking_url: ${link}`]],
    [
      'another such, and one without https',
      { booking_url: ' JaVaScript:1', website_url: 'http://a.example' },
      [`website_url: ${link}`, `booking_url: ${link}`],
    ],
    ['a formula', { name: '=HYPERLINK("https://a.example")' }, ['name: is a formula: write what it comes to']],
    [
      'other formulas',
      { subcategory: '@SUM(1)', phone: '+cmd|1', address: '-A1' },
      [...['subcategory', 'address', 'phone'].map((column) => `${column}: is a formula: write what it comes to`)],
    ],
    [
      'HTML',
      { name: 'A <b>bold</b> one', description: `<script>x</script>${aboutIt}` },
      [...['name', 'description'].map((column) => `${column}: must be plain text, without HTML`)],
    ],
    [
      'a short description',
      { description: 'Too short' },
      ['description: Minimum 100 characters for quality standards'],
    ],
    [
      'a category that is none',
      { category: 'Volcanoes' },
      [expect.stringMatching(/^category: is none of: Activities & Tours, /)],
    ],
    ['a long name', { name: 'x'.repeat(201) }, ['name: longer than 200 letters']],
    ['degrees beyond', { latitude: '91', longitude: '1' }, ['latitude: must be degrees from -90 to 90']],
    ['HTML that is not closed', { name: 'A <img src=x onerror=alert(1)' }, ['name: must be plain text, without HTML']],
    ['blanks', { description: `x${' '.repeat(110)}y` }, ['description: Minimum 100 characters for quality standards']],
    ['what is not given', { name: ' ', booking_url: '' }, ['name: must be given', 'booking_url: must be given']],
    ...[
      'https://127.0.0.1/x',
      'https://2130706433.',
      'https://[::1].x/',
      'https://localhost./',
      'https://desk.local/',
    ].map((booking_url): [string, Record<string, string>, string[]] => [
      `a link to ${booking_url}`,
      { booking_url },
      [expect.stringMatching(/^booking_url: must (be an https URL|lead to a public name)/)],
    ]),
    ['half a position', { latitude: '21.3' }, [expect.stringMatching(/^latitude: must come with a longitude/)]],
    ['degrees that are none', { latitude: '21,3', longitude: '-157' }, ['latitude: must be a number, as 21.3']],
    ['neither yes nor no', { is_active: 'maybe' }, ['is_active: must be yes or no']],
    ['a number of no listing', { id: '2000000000' }, ['id: no listing has this number']],
    ['a number that is none', { id: '1e3' }, ['id: must be the number of a listing, or empty']],
    ['letters that turn the direction of text', { name: 'A \u202egnp' }, [expect.stringMatching(/^name: contains/)]],
  ])('%s', async (_, cells, faults) => {
    const before = await standing();
    const told = await by.faults(aListingFile([aListingRow({ name: aName(), ...cells })]));
    expect(told).toEqual(faults.map((fault) => (typeof fault === 'string' ? `2 ${fault}` : expect.anything())));
    for (const [at, fault] of faults.entries()) expect(told[at]?.slice(2)).toEqual(fault);
    expect(await standing()).toEqual(before);
  });

  test('two rows about one listing, by its number, its name, or one of each', async () => {
    const [name, other] = [aName(), aName()];
    await by.import((await by.check(aListingFile([aListingRow({ name })]))).id);
    const [{ id }] = await named(name);
    const rows = [{ id: String(id) }, { id: String(id) }, { id: '', name: name.toUpperCase() }, {}, {}];
    const told = await by.faults(aListingFile(rows.map((more) => aListingRow({ id: '', name: other, ...more }))));
    expect(told).toEqual([
      '3 id: row 2 is about the same listing',
      '4 name: row 2 is about the same listing',
      '6 name: row 5 is about the same listing',
    ]);
  });

  test('a name that several listings have, and one that is deleted', async () => {
    const name = aName();
    const create = () => by.call('POST /api/business-listings', { ...aListingRow({ name }), commission_rate: 0.12 });
    await create();
    const { id } = (await create()).body;
    expect(await by.faults(aListingFile([aListingRow({ name })]))).toEqual([
      '2 name: 2 listings are called this: say which by its number, in a column "id"',
    ]);
    await by.call(`DELETE /api/business-listings/${id}`);
    expect(await by.faults(aListingFile([aListingRow({ name })]))).toEqual([]);
    expect(await by.faults(aListingFile([aListingRow({ name, id: String(id) })]))).toEqual([
      '2 id: this listing is deleted: undo that first',
    ]);
  });
});

describe('a file is read whatever divides it and however it is encoded', () => {
  const table = (delimiter?: string) =>
    aListingFile([aListingRow({ name: 'Kāne, noon', address: aName() })], delimiter);
  const plain = table().replace('ā', 'à');
  test.each<[string, Buffer | string, string?]>([
    ['with semicolons', table(';')],
    ['with a line that says so', `sep=;\r\n${table(';')}`],
    ['with tabs', table('\t')],
    ['in UTF-8 with a mark', `\ufeff${table()}`],
    ['in UTF-8 without', table()],
    ['in UTF-16', Buffer.from(`\ufeff${table()}`, 'utf16le')],
    ['in UTF-16, the other way round', Buffer.from(`\ufeff${table()}`, 'utf16le').swap16()],
    ['in Windows-1252', Buffer.from(plain, 'latin1'), 'Kàne, noon'],
  ])('%s', async (_, content, name = 'Kāne, noon') => {
    const checked = await by.check(content);
    expect(counts(checked)).toEqual({ new: 1 });
    expect(await by.rows(checked.id)).toMatchObject([{ id: 2, outcome: 'new', name, faults: [], imported: false }]);
  });
});

describe('what is no table, or longer than may be, is refused at once', () => {
  const line = 'name,description,category,booking_url\n';
  test.each<[string, string, string]>([
    ['a mark that is not closed', `${line}"a,b,c,d\n`, 'a quotation mark is not closed'],
    ['a mark in the midst', `${line}"a"b,b,c,d\n`, 'row 2: something stands behind a quotation mark that closes'],
    ['a row of other cells', `${line}a,b,c\n`, 'row 2: 3 cells, where the header has 4'],
    ['a delimiter that is none', 'name^description\n1^2\n', 'it has one column alone'],
    ['two columns of one name', 'name,Name\n1,2\n', 'row 1, column "Name": two columns have this name'],
    ['no rows', line, 'it has no rows'],
    ['a cell beyond all', `${line}${'x'.repeat(12_001)},b,c,d\n`, 'row 2, column "name": longer than 12,000 letters'],
    ['10,001 rows', `${line}${'a,b,c,d\n'.repeat(10_001)}`, 'row 10,002: more rows than 10,000'],
    ['more columns than a table has', `${'a,'.repeat(100)}b\n1\n`, 'more columns than 100'],
  ])('%s', async (_, content, why) => {
    const reply = await by.start(content);
    expect([reply.status, reply.body.code]).toEqual([415, 'file_refused']);
    expect(reply.body.error).toContain(why);
  });

  test('a million cells are one row too many', async () => {
    const header = Array.from({ length: 99 }, (_, at) => `c${at}`).join();
    const reply = await by.start(`${header}\n${`${','.repeat(97)}1,2\n`.repeat(10_102)}`.replaceAll(',,', ',1,'));
    expect([reply.status, reply.body.code]).toEqual([415, 'file_refused']);
  });

  test('more than 10 MB', async () => {
    const reply = await by.send(`${line}${`${'x'.repeat(1_000)},b,c,d\n`.repeat(10_500)}`);
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
  });

  test('what is no text', async () => {
    const reply = await by.send(Buffer.from([0, 1, 2, 3, 0, 0xff, 0x81]));
    expect([reply.status, reply.body.code]).toEqual([415, 'file_refused']);
  });
});

test('columns of other names wait for a map, which is kept for the next file with the same ones', async () => {
  // Columns that no file had before, when the test is repeated as well.
  const rest = `Rest of ${aName()}`;
  const row = { Titel: aName(), Text: aboutIt, Kind: 'Restaurants', Link: 'https://a.example/b', [rest]: '1' };
  const waiting = await by.check(aListingFile([row]));
  expect(waiting).toMatchObject({ state: 'unmapped', work_id: null, columns: {}, header: Object.keys(row) });
  expect(waiting.sample[0]?.[0]).toBe(row.Titel);
  const unread = await by.import(waiting.id);
  expect([unread.status, unread.body.code]).toEqual([409, 'import_unread']);
  const map = (columns: object, id = waiting.id) =>
    by.call(`PUT /api/admin/listing-imports/${id}/columns`, { columns });
  const columns = { name: 'Titel', description: 'Text', category: 'Kind', booking_url: 'Link' };
  for (const [given, path] of [
    [{ name: 'Titel' }, 'body.columns.description'],
    [{ ...columns, phone: 'Tel' }, 'body.columns.phone'],
    [{ ...columns, booking_url: 'Text' }, 'body.columns.booking_url'],
    [{ ...columns, organisation_id: rest }, 'body.columns'],
  ] as const) {
    const { status, body } = await map(given);
    expect([status, body.fields[0].path]).toEqual([400, path]);
  }
  const begun = await map(columns);
  expect(begun.status).toBe(200);
  const busy = await map(columns);
  expect([busy.status, busy.body.code]).toEqual([409, 'import_busy']);
  await by.work(begun.body.id);
  expect(await by.get(waiting.id)).toMatchObject({ state: 'checked', columns, outcomes: { new: 1 } });
  const next = await by.check(aListingFile([{ ...row, Titel: aName() }]).replace('Titel', 'TITEL'));
  expect(next).toMatchObject({ state: 'checked', columns: { ...columns, name: 'TITEL' }, outcomes: { new: 1 } });
  // Corrected, the rows are checked anew.
  await by.work((await map({ ...columns, name: 'Text', description: 'TITEL' }, next.id)).body.id);
  expect(counts(await by.get(next.id))).toEqual({ wrong: 1 });
});

test('columns of a file that is imported in part are not set anew', async () => {
  const { id, columns } = await by.check(aListingFile([aListingRow({ name: aName() })]));
  const { body } = await by.call(`POST /api/admin/listing-imports/${id}/import`, {});
  expect((await by.call(`POST /api/long-work/${body.id}/cancel`)).status).toBeLessThan(300);
  const { status, body: said } = await by.call(`PUT /api/admin/listing-imports/${id}/columns`, { columns });
  expect([status, said.code]).toEqual([409, 'import_applied']);
  expect(await by.get(id)).toMatchObject({ state: 'importing', work_id: body.id });
});

test('what somebody has changed, deleted or made between the check and the import is told, and left as it is', async () => {
  const [first, second, third] = [aName(), aName(), aName()];
  const rows = (more: object) => [first, second].map((name) => aListingRow({ name, ...more }));
  await by.import((await by.check(aListingFile(rows({})))).id);
  const checked = await by.check(aListingFile([...rows({ phone: '808 2' }), aListingRow({ name: third, phone: '' })]));
  expect(counts(checked)).toEqual({ changed: 2, new: 1 });
  const [{ id }] = await named(first);
  const { version, ...listing } = await one(id);
  const fields = [
    'name',
    'description',
    'category',
    'booking_url',
    'subcategory',
    'address',
    'website_url',
    'price_range',
  ];
  const more = ['commission_rate', 'is_active', 'is_featured', 'latitude', 'longitude'];
  const kept = Object.fromEntries([...fields, ...more].map((field) => [field, listing[field]]));
  const saved = await by.call(`PUT /api/business-listings/${id}`, { ...kept, phone: '808 3', replaces: version });
  expect(saved.status).toBe(200);
  await by.call(`DELETE /api/business-listings/${(await named(second))[0].id}`);
  await by.call('POST /api/business-listings', { ...aListingRow({ name: third }), commission_rate: 0.2 });
  expect((await by.import(checked.id)).status).toBe(201);
  const done = await by.get(checked.id);
  expect([done.state, done.imported_rows, counts(done)]).toEqual(['imported', 0, { changed_meanwhile: 3 }]);
  expect((await one(id)).phone).toBe('808 3');
  expect(await named(third)).toMatchObject([{ commission_rate: 0.2 }]);
});

test('what somebody is changing while it is imported is waited for, told, and left as they made it', async () => {
  const name = aName();
  await by.import((await by.check(aListingFile([aListingRow({ name })]))).id);
  const checked = await by.check(aListingFile([aListingRow({ name, phone: '808 2' })]));
  expect(counts(checked)).toEqual({ changed: 1 });
  const [{ id }] = await named(name);
  const changes = ["update listings set phone = '808 3' where id = $1", [id]] as [string, unknown[]];
  const { hasWaited } = await askWhileHeld(world, [changes], () => by.import(checked.id));
  expect(hasWaited).toBe(true);
  expect(counts(await by.get(checked.id))).toEqual({ changed_meanwhile: 1 });
  expect((await one(id)).phone).toBe('808 3');
});

test('rows about the same listing are seen however far apart they stand', async () => {
  const prefix = aName();
  const rows = Array.from({ length: 150 }, (_, at) => aListingRow({ name: `${prefix} ${at === 149 ? 0 : at}` }));
  expect(await by.faults(aListingFile(rows))).toEqual(['151 name: row 2 is about the same listing']);
});

test('broken off anywhere and taken up again, by two workers at once too, each row is imported once', async () => {
  const prefix = aName();
  const rows = Array.from({ length: 1_200 }, (_, at) => aListingRow({ name: `${prefix} ${at}` }));
  const checked = await by.check(aListingFile(rows));
  expect(counts(checked)).toEqual({ new: 1_200 });
  const { body: work } = await by.call(`POST /api/admin/listing-imports/${checked.id}/import`, {});
  await expect(by.breakOff(work.id)).rejects.toThrow();
  expect(await by.get(checked.id)).toMatchObject({ state: 'importing', imported_rows: 500 });
  await Promise.all([by.work(work.id), by.work(work.id)]).catch(() => {});
  await by.work(work.id);
  expect(await by.get(checked.id)).toMatchObject({ state: 'imported', imported_rows: 1_200 });
  expect((await by.call(`GET /api/admin/listings?search=${encodeURIComponent(prefix)}`)).body.total).toBe(1_200);
}, 60_000);

test('whatever stands in a cell, a row is taken as the editor would or refused by its column', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('=1', '<i>', '12%', '$$', 'yes'),
  );
  const columns = [
    'subcategory',
    'address',
    'phone',
    'website_url',
    'commission_rate',
    'is_active',
    'price_range',
    'latitude',
  ];
  const row = fc.record(Object.fromEntries(columns.map((name) => [name, cell])));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      // What cannot be stored is no text, and refuses the file.
      fc.pre(rows.every((cells) => Object.values(cells).every((one) => !/\p{Cc}/u.test(one) && one.isWellFormed())));
      const checked = await by.check(aListingFile(rows.map((more) => aListingRow({ name: aName(), ...more }))));
      const { new: fresh = 0, wrong = 0 } = counts(checked);
      expect(fresh + wrong).toBe(rows.length);
      for (const { faults, outcome } of await by.rows(checked.id)) {
        expect(faults.length > 0).toBe(outcome === 'wrong');
        for (const { column } of faults) expect(columns).toContain(column);
      }
      expect((await by.import(checked.id, { leave_out_wrong: true })).status).toBe(201);
      expect((await by.get(checked.id)).imported_rows).toBe(fresh);
    }),
    { numRuns: 15 },
  );
}, 60_000);

test('a row gives its listing to an advertiser by e-mail address or name; of others the row says what is wrong', async () => {
  const [first, second, third] = [
    await world.aUser({ role: 'advertiser' }),
    await world.aUser({ role: 'advertiser' }),
    await world.aUser({ role: 'advertiser' }),
  ];
  const names = { [first.id]: 'Hoku Sails', [second.id]: 'Two Palms', [third.id]: 'Two Palms' };
  for (const [id, name] of Object.entries(names))
    await world.db.updateTable('organisations').set({ name }).where('owner_id', '=', id).execute();
  const cells = [first.email.toUpperCase(), 'hoku sails', 'Two Palms', 'Nobody', second.email, ''];
  const file = aListingFile(cells.map((advertiser) => aListingRow({ name: aName(), advertiser })));
  const checked = await by.check(file);
  expect(counts(checked)).toEqual({ new: 4, wrong: 2 });
  const rows = await by.rows(checked.id);
  expect(rows.flatMap(({ faults }: { faults: object[] }) => faults)).toEqual([
    {
      ...{ column: 'advertiser', value: 'Two Palms' },
      problem: "2 advertisers are called this: write the owner's e-mail address",
    },
    { column: 'advertiser', value: 'Nobody', problem: 'no advertiser has this e-mail address or name' },
  ]);
  await by.import(checked.id, { leave_out_wrong: true });
  const given = await Promise.all(
    (await by.rows(checked.id))
      .filter(({ imported }: { imported: boolean }) => imported)
      .map(async ({ listing_id }: { listing_id: number }) => (await one(listing_id)).advertiser_id),
  );
  expect(given).toEqual([first.id, first.id, second.id, null]);
});
