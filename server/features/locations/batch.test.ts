import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostBatchRows } from '../../../contract/location-form.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { linesOfPdf } from '../../../tests/pdf-text.ts';
import { codesByZbar, codesOn, drawPages } from '../../../tests/read-pages.ts';
import { aForm } from '../../../tests/sent-files.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { longWorkKinds } from '../../long-work-kinds.ts';
import { runLongWork } from '../../platform/long-work/long-work.ts';
import { pixelsPerMm } from '../kits/symbol.ts';
import { locationBatch } from './batch-work.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

let counter = 0;
const row = (more: object = {}) => ({
  ...{ name: `Batch place ${counter++}`, address: '7 Row Road', description: 'Of a batch' },
  ...{ latitude: '21.3', longitude: '-157.85', partner: '', ...more },
});
const send = (request: `${string} ${string}`, body?: object, headers?: Record<string, string>) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }), ...(headers && { headers }) });
const check = async (body: object) => await send('POST /api/admin/location-batches/check', body);
const create = async (body: object, headers?: Record<string, string>) =>
  await send('POST /api/admin/location-batches', body, headers);
const get = async (id: number) => (await send(`GET /api/admin/location-batches/${id}`)).body;
async function upload(content: string | Buffer): Promise<string> {
  const { body, headers } = aForm(content, { name: 'places.csv', type: 'text/csv' });
  const reply = await world.call('POST /api/uploads/locations', { cookie: admin.cookie, body, headers });
  expect(reply.status, reply.raw).toBe(201);
  return reply.body.id;
}
/** The limits that a check says would do, each in place of what it was. */
const raisesOf = (checked: { short_of_room: { organisation_id: string; most: number; raise_to: number }[] }) =>
  checked.short_of_room.map(({ organisation_id, most, raise_to }) => ({
    ...{ organisation_id, qr_codes_limit: raise_to, replaces_limit: most },
  }));
const run = (id: string) =>
  runLongWork(world, longWorkKinds, id, new AbortController().signal, pino({ level: 'silent' }));
/** Makes a batch to its end. */
async function make(body: object) {
  const reply = await create(body);
  expect(reply.status, reply.raw).toBe(201);
  await run(reply.body.work_id);
  return await get(reply.body.id);
}
const file = async (batch: { work_id: string }) => (await send(`GET /api/long-work/${batch.work_id}/result`)).bytes;
const placesCalled = async (name: string) =>
  (await send(`GET /api/admin/locations?search=${encodeURIComponent(name)}`)).body.rows;
const codesOfPlace = async (id: number) =>
  (await world.db.selectFrom('qr_codes').select('code').where('location_id', '=', id).execute()).map(
    ({ code }) => code,
  );

test('rows become places, codes and one print file, whose codes are read and lead to them', async () => {
  const { organisation } = await aPartner(world);
  await world.db.updateTable('organisations').set({ name: 'Hale Batch' }).where('id', '=', organisation).execute();
  const rows = [
    row({ name: 'Kahakō One', partner: 'hale batch' }),
    row({ name: 'Second', latitude: '19,72', longitude: '-155,08' }),
    row({ name: 'Third', latitude: '', longitude: '' }),
  ];
  const preview = (await check({ rows })).body;
  expect(preview).toMatchObject({ rows: 3, faults: [], fault_count: 0, made_before: null });
  expect(preview.sample[0]).toEqual({
    ...{ number: 1, name: 'Kahakō One', address: '7 Row Road', description: 'Of a batch' },
    ...{ latitude: 21.3, longitude: -157.85, partner: 'Hale Batch' },
  });
  expect(await placesCalled('Kahakō One')).toEqual([]);

  const batch = await make({ rows, format: 'counter-card', paper: 'a6', language: 'en' });
  expect(batch).toMatchObject({ rows: 3, made: 3, state: 'done', created_by: admin.email, paper: 'a6' });
  const [one] = await placesCalled('Kahakō One');
  expect(one).toMatchObject({ partner: { id: organisation }, codes: 1, island: 'Oʻahu' });
  expect((await placesCalled('Second'))[0]).toMatchObject({ island: 'Hawaiʻi Island' });
  expect((await placesCalled('Third'))[0]).toMatchObject({ latitude: null, island: '' });
  const [code] = await codesOfPlace(one.id);
  expect(await auditContentOf(world, 'place_created', String(one.id))).toHaveLength(1);
  expect((await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).body.qr_data.location_id).toBe(one.id);

  const pdf = await file(batch);
  const pages = await drawPages(pdf, pixelsPerMm(250) * 2);
  expect(pages).toHaveLength(3);
  expect(await codesOn(pages[0]!)).toEqual([`${world.settings.publicUrl}/location/${one.id}?qr=${code}`]);
  const byZbar = await codesByZbar(pages[0]!);
  if (byZbar) expect(byZbar).toEqual(await codesOn(pages[0]!));
  const words = (await linesOfPdf(pdf)).map((lines) => lines.join(' '));
  expect(words[0]).toContain(code);
  expect(words.map((page, at) => page.includes(['Kahakō One', 'Second', 'Third'][at]!))).toEqual([true, true, true]);
});

test('the same rows again, as rows or in a file, make nothing twice', async () => {
  const rows = [row({ name: 'Only Once' }), row()];
  const batch = await make({ rows });
  expect((await check({ rows })).body).toMatchObject({ made_before: batch.id, faults: [] });
  const again = await create({ rows });
  expect(again.body).toMatchObject({ id: batch.id, work_id: batch.work_id });
  const csv = ['name,address,description,latitude,longitude,partner', ...rows.map((one) => Object.values(one).join())];
  expect((await create({ upload_id: await upload(csv.join('\r\n')) })).body.id).toBe(batch.id);
  // On other paper the file is drawn anew.
  const other = await create({ rows, paper: 'letter' });
  expect(other.body).toMatchObject({ id: batch.id, paper: 'letter', state: 'waiting' });
  await run(other.body.work_id);
  expect(await placesCalled('Only Once')).toHaveLength(1);
  expect((await drawPages(await file(other.body), 1)).length).toBe(2);
});

test('a request that is repeated with its key, or at the same moment, is one', async () => {
  const rows = [row({ name: 'At Once' })];
  const headers = { 'idempotency-key': 'a-batch-of-places-01' };
  const replies = await Promise.all([create({ rows }, headers), create({ rows }), create({ rows })]);
  const ids = new Set(replies.filter(({ status }) => status === 201).map(({ body }) => body.id));
  expect(ids.size).toBe(1);
  const [id] = ids;
  await run((await get(id)).work_id);
  expect(await placesCalled('At Once')).toHaveLength(1);
  expect((await create({ rows }, headers)).body.id).toBe(id);
  // On other paper too one work is begun for them.
  const anew = await Promise.all([1, 2, 3].map(() => create({ rows, paper: 'letter' })));
  expect(new Set(anew.map(({ body }) => body.work_id)).size).toBe(1);
});

/** Makes the first ten of a batch, whose work is broken off then and waits again. */
async function makeTen(batch: { id: number; work_id: string }) {
  const { format, paper, language } = await get(batch.id);
  const parameters = {
    ...{ batch: batch.id, format, paper, language },
    actor: { userId: admin.id, requestId: 'broken off' },
  };
  const stopping = new AbortController();
  const report = (done: number) => done > 0 && stopping.abort();
  const { db, settings, clock } = world;
  const read: Parameters<typeof locationBatch.run>[0]['read'] = (work) => work(db);
  const of = { id: batch.work_id, db, read, settings, parameters, report, signal: stopping.signal };
  const steps = locationBatch.run({ ...of, now: () => clock.now() })[Symbol.asyncIterator]();
  await expect(steps.next()).rejects.toThrow('aborted');
}
const cancel = ({ work_id }: { work_id: string }) => send(`POST /api/long-work/${work_id}/cancel`);

test('what breaks off is told, and the same rows again make the rest', async () => {
  const rows = Array.from({ length: 25 }, () => row({ name: `Broken off ${counter}` }));
  const { body } = await create({ rows });
  await makeTen(body);
  expect((await get(body.id)).made).toBe(10);
  const { db } = world;
  const places = db.selectFrom('locations').select('id').where('name', 'like', 'Broken off %');
  expect(await places.execute()).toHaveLength(10);
  await cancel(body);
  const again = await create({ rows });
  expect(again.body.id).toBe(body.id);
  await run(again.body.work_id);
  expect(await get(body.id)).toMatchObject({ made: 25, state: 'done' });
  const all = await places.execute();
  expect(all).toHaveLength(25);
  for (const { id } of all) expect(await codesOfPlace(id)).toHaveLength(1);
});

test('rows that a batch is making are made by no other, and one that was cancelled makes nothing that is there by now', async () => {
  const rows = Array.from({ length: 12 }, () => row());
  const first = (await create({ rows })).body;
  const corrected = rows.with(11, row());
  const { body } = await check({ rows: corrected });
  const problem = `batch ${first.id} is making a place of this name, address and partner`;
  expect([body.made_before, body.fault_count, body.faults[0]]).toEqual([null, 11, { row: 1, column: 'name', problem }]);
  expect((await create({ rows: corrected })).body.code).toBe('batch_faults');
  await makeTen(first);
  await cancel(first);
  // Ten are there; of the two that are left one was right.
  const left = corrected.slice(10);
  await make({ rows: left });
  expect((await check({ rows })).body).toMatchObject({ made_before: first.id, fault_count: 1, faults: [{ row: 11 }] });
  const resumed = await create({ rows });
  expect([resumed.body.code, resumed.body.error]).toEqual([
    'batch_faults',
    expect.stringContaining('row 11, column "name"'),
  ]);
  for (const { name } of [...rows.slice(0, 11), left[1]!]) expect(await placesCalled(name)).toHaveLength(1);
  expect(await placesCalled(rows[11]!.name)).toEqual([]);
});

test('of two batches at once that have the same rows in another order one is taken', async () => {
  const rows = [row(), row()];
  const replies = await Promise.all([create({ rows }), create({ rows: rows.toReversed() })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('room of a partner is kept for what a batch is making', async () => {
  const { organisation, owner } = await aPartner(world);
  await world.db.updateTable('organisations').set({ qr_codes_limit: 2 }).where('id', '=', organisation).execute();
  const of = () => ({ rows: [row({ partner: owner.email })] });
  const replies = await Promise.all([create(of()), create(of())]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  const { body: taken } = replies.find(({ status }) => status === 201)!;
  const { body } = await check(of());
  expect(body.faults).toEqual([{ row: 1, column: 'partner', problem: expect.stringContaining('room for 0 further') }]);
  // Nor does a request get it.
  const asked = { location_name: 'Further', latitude: 19.72, longitude: -155.08 };
  const request = await world.call('POST /api/partner-portal/qr-request', { cookie: owner.cookie, body: asked });
  expect(request.status, request.raw).toBe(201);
  const approve = () => send(`POST /api/partner-portal/qr-request/${request.body.request.id}/auto-approve`);
  expect((await approve()).body.code).toBe('qr_code_limit');
  // What is cancelled leaves its room to others, and does without where they have taken it.
  await cancel(taken);
  expect((await check(of())).body.faults).toEqual([]);
  expect((await approve()).status).toBe(200);
  const [{ name }] = (await world.db
    .selectFrom('location_batch_rows')
    .select('name')
    .where('batch_id', '=', taken.id)
    .execute()) as [{ name: string }];
  const sent = row({ name, partner: owner.email });
  expect((await create({ rows: [sent] })).body.code).toBe('batch_faults');
});

test('a thousand rows of one new partner are taken where its limit is raised with them, and the audit log says so', async () => {
  const { organisation, owner } = await aPartner(world);
  const rows = Array.from({ length: 1_000 }, () => row({ partner: owner.email }));
  const short = {
    ...{ organisation_id: organisation, partner: expect.any(String) },
    ...{ needed: 1_000, left: 9, most: 10, raise_to: 1_001 },
  };
  const refused = (await check({ rows })).body;
  expect([refused.short_of_room, refused.fault_count]).toEqual([[short], 1]);
  expect(refused.faults[0]).toMatchObject({
    row: 10,
    problem: expect.stringContaining('has room for 9 further codes'),
  });
  expect((await create({ rows })).body.code).toBe('batch_faults');
  const raise_limits = raisesOf(refused);
  expect(raise_limits).toEqual([{ organisation_id: organisation, qr_codes_limit: 1_001, replaces_limit: 10 }]);
  const taken = await create({ rows, raise_limits });
  expect(taken.status, taken.raw).toBe(201);
  expect(await auditContentOf(world, 'code_limit_changed', organisation)).toMatchObject([
    { before: { qr_codes_limit: 10 }, after: { qr_codes_limit: 1_001 } },
  ]);
  // What no partner may have is not given.
  await world.db.updateTable('organisations').set({ qr_codes_limit: 9_900 }).where('id', '=', organisation).execute();
  await sql`insert into qr_codes (code, location_id, created_at) select '0000-0000-0000-' || lpad(n::text, 4, '0'), (select id from locations
    where organisation_id = ${organisation} limit 1), now() from generate_series(1, 9000) n`.execute(world.db);
  const further = [row({ partner: owner.email })];
  expect((await check({ rows: further })).body).toMatchObject({
    ...{ fault_count: 1, short_of_room: [{ raise_to: null }] },
  });
});

test('as many rows as there may be become places, codes and pages of one print file', {
  timeout: 300_000,
}, async () => {
  const rows = Array.from({ length: mostBatchRows }, (_, at) =>
    row({ name: `Long Row ${String(at + 1).padStart(4, '0')}` }),
  );
  const batch = await make({ rows });
  expect(batch).toMatchObject({ rows: mostBatchRows, made: mostBatchRows, state: 'done' });
  const places = await world.db
    .selectFrom('locations as p')
    .innerJoin('qr_codes as c', 'c.location_id', 'p.id')
    .select(['p.name', 'c.code'])
    .where('p.name', 'like', 'Long Row %')
    .orderBy('p.name')
    .execute();
  expect([places.length, new Set(places.map(({ code }) => code)).size]).toEqual([mostBatchRows, mostBatchRows]);
  // Every one of them stands once in the file, in the order of the rows.
  const pages = await linesOfPdf(await file(batch));
  expect(pages).toHaveLength(mostBatchRows);
  for (const [at, lines] of pages.entries()) {
    const words = lines.join(' ');
    expect([words.includes(places[at]!.name), words.includes(places[at]!.code)], places[at]!.name).toEqual([
      true,
      true,
    ]);
  }
});

test('of two batches at once that raise one limit one is taken, and the other is told what there is by now', async () => {
  const { organisation, owner } = await aPartner(world);
  const other = await world.aUser({ role: 'admin' });
  const batches = await Promise.all(
    [admin, other].map(async ({ cookie }) => {
      const rows = Array.from({ length: 20 }, () => row({ partner: owner.email }));
      return { cookie, rows, raise_limits: raisesOf((await check({ rows })).body) };
    }),
  );
  const replies = await Promise.all(
    batches.map(({ cookie, ...body }) => world.call('POST /api/admin/location-batches', { cookie, body })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = replies.find(({ status }) => status === 409)!.body;
  expect([refused.code, refused.error]).toEqual([
    'batch_faults',
    expect.stringContaining('has room for 0 further codes, of 21, and 20 rows need one'),
  ]);
  expect(await auditContentOf(world, 'code_limit_changed', organisation)).toMatchObject([
    { before: { qr_codes_limit: 10 }, after: { qr_codes_limit: 21 } },
  ]);
});

test('a limit that was set meanwhile is not raised over; where it has room by now it stays', async () => {
  const { organisation, owner } = await aPartner(world);
  const rows = Array.from({ length: 20 }, () => row({ partner: owner.email }));
  const body = { rows, raise_limits: raisesOf((await check({ rows })).body) };
  const set = (qr_codes_limit: number) =>
    send(`PATCH /api/organisations/${organisation}`, { qr_codes_limit, reason: 'Agreed by phone' });
  expect((await set(5)).status).toBe(200);
  expect((await create(body)).body.error).toContain('has room for 4 further codes, of 5');
  expect((await set(50)).status).toBe(200);
  expect((await create(body)).status).toBe(201);
  expect((await auditContentOf(world, 'code_limit_changed', organisation)).map(({ after }) => after)).toMatchObject([
    { qr_codes_limit: 5 },
    { qr_codes_limit: 50 },
  ]);
});

test('the file of a batch that is drawn anew has the codes that lead somewhere', async () => {
  const rows = [row(), row()];
  const batch = await make({ rows });
  const [place] = await placesCalled(rows[0]!.name);
  const [old] = await codesOfPlace(place.id);
  const newer = await world.aCode({ location_id: place.id });
  const newest = await world.aCode({ location_id: place.id });
  const replace = (code: string, replaced_by: number) =>
    world.db.updateTable('qr_codes').set({ status: 'replaced', replaced_by }).where('code', '=', code).execute();
  await replace(old!, newer.id);
  await replace(newer.code, newest.id);
  const again = (await create({ rows, paper: 'letter' })).body;
  expect(again.id).toBe(batch.id);
  await run(again.work_id);
  const words = (await linesOfPdf(await file(again))).map((lines) => lines.join(' '));
  expect(words).toHaveLength(2);
  expect(words[0]).toContain(newest.code);
});

test('letters that cannot be kept are told by row and column beside all else', async () => {
  const rows = [
    row({ name: 'a\0b' }),
    row({ partner: 'c\ud800d' }),
    row({ description: 'e\0f' }),
    row({ partner: 'Nobody' }),
  ];
  const { status, body } = await check({ rows });
  expect(status).toBe(200);
  expect(body.faults.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
    ...[
      [1, 'name'],
      [2, 'partner'],
      [3, 'description'],
      [4, 'partner'],
    ],
  ]);
});

test('a thousand rows of a thousand partners are read in time', async () => {
  await sql`with made as (insert into users (email, name, created_at)
      select 'many-' || n || '@example.com', 'Many ' || n, now() from generate_series(1, 1000) n returning id, name)
    insert into organisations (kind, name, owner_id) select 'partner', 'Hotel ' || name, id from made`.execute(
    world.db,
  );
  const rows = Array.from({ length: 1_000 }, (_, at) => row({ partner: `Hotel Many ${at + 1}` }));
  const { status, body } = await check({ rows });
  expect([status, body.fault_count]).toEqual([200, 0]);
});

test.each([
  [{ name: ' ' }, 'name', 'must be given'],
  [{ name: 'x'.repeat(121) }, 'name', 'longer than 120 letters'],
  [{ name: '=HYPERLINK("https://evil.example")' }, 'name', 'begins like a formula'],
  [{ description: '@SUM(A1)' }, 'description', 'begins like a formula'],
  [{ name: '<script>alert(1)</script>' }, 'name', 'HTML'],
  [{ description: 'a &lt;b&gt;' }, 'description', 'HTML'],
  [{ name: 'two\nlines' }, 'name', 'more than one line'],
  [{ address: 'x'.repeat(201) }, 'address', 'longer than 200 letters'],
  [{ name: 'gnp\u202eexe' }, 'name', 'cannot be read or seen'],
  [{ name: 'K\ufffdhei' }, 'name', 'cannot be read or seen'],
  [{ latitude: '91' }, 'latitude', 'degrees'],
  [{ latitude: 'N21.3' }, 'latitude', 'degrees'],
  [{ longitude: '' }, 'longitude', 'belong together'],
  [{ longitude: '157.85' }, 'latitude', 'none of the islands'],
  [{ partner: 'Nobody We Know' }, 'partner', 'is no partner'],
])('%o is told by row and column, and nothing is made', async (more, column, problem) => {
  const rows = [row(), row(more)];
  const { body } = await check({ rows });
  expect(body.faults).toContainEqual({ row: 2, column, problem: expect.stringContaining(problem) });
  const refused = await create({ rows });
  expect([refused.status, refused.body.code]).toEqual([409, 'batch_faults']);
  expect(refused.body.error).toContain(`row 2, column "${column}"`);
  expect(await placesCalled(rows[0]!.name)).toEqual([]);
});

test('rows that are one place, places that are there already, and partners without room are told', async () => {
  const { organisation, owner } = await aPartner(world);
  await world.db.updateTable('organisations').set({ qr_codes_limit: 2 }).where('id', '=', organisation).execute();
  const rows = [row({ partner: owner.email }), row({ partner: owner.email })];
  const twice = row({ name: 'Twice in it' });
  const there = row();
  await make({ rows: [there] });
  const { body } = await check({ rows: [...rows, twice, { ...twice, name: 'twice IN it' }, there] });
  expect(body.faults).toEqual([
    { row: 2, column: 'partner', problem: expect.stringContaining('room for 1 further') },
    { row: 4, column: 'name', problem: 'the same name and address as row 3' },
    { row: 5, column: 'name', problem: expect.stringContaining('already') },
  ]);
});

test('of two partners of one name that is said; the address of an owner tells them apart', async () => {
  const [one, other] = [await aPartner(world), await aPartner(world)];
  for (const { organisation } of [one, other])
    await world.db.updateTable('organisations').set({ name: 'Twin Hotel' }).where('id', '=', organisation).execute();
  const { body } = await check({ rows: [row({ partner: 'Twin Hotel' })] });
  expect(body.faults).toEqual([{ row: 1, column: 'partner', problem: expect.stringContaining('several partners') }]);
  const named = (await check({ rows: [row({ partner: other.owner.email })] })).body;
  expect(named).toMatchObject({ faults: [], sample: [{ partner: 'Twin Hotel' }] });
});

const header = 'name,address,description,latitude,longitude,partner';
const line = (name: string) => `${name},"1 Road, Hāna",Words,21.3,-157.85,`;
test.each([
  ['UTF-8 with a mark', Buffer.from(`\ufeff${header}\r\n${line('Kahakō')}`)],
  ['UTF-16', Buffer.from(`\ufeff${header}\r\n${line('Kahakō')}`, 'utf16le')],
  ['Windows-1252', Buffer.from(`${header}\r\n${line('Caf\u00e9').replace('ā', 'a')}`, 'latin1')],
  ['semicolons', `${header.replaceAll(',', ';')}\n"Kahakō";"1; Road";"a ""word""";21,3;-157,85;`],
  [
    'a line that says what divides it',
    `sep=;\r\n${header.replaceAll(',', ';')}\r\nKahakō;"1; Road";Words;21,3;-157,85;`,
  ],
  ['columns in another order, some left out', 'Longitude,NAME,latitude\n-157.85,Kahakō,21.3'],
])('a file with %s is read', async (_what, content) => {
  const { status, body } = await check({ upload_id: await upload(content) });
  expect([status, body.rows, body.faults]).toEqual([200, 1, []]);
  expect(body.sample[0]).toMatchObject({ number: 2, name: expect.stringMatching(/Kahakō|Café/), latitude: 21.3 });
});

test.each([
  ['one column alone', 'name\nKahakō', 'one column alone'],
  ['a quotation mark that is open', `${header}\n"Kahakō,1,2`, 'not closed'],
  ['a row that is too short', `${header}\nKahakō,1 Road`, 'row 2: 2 cells'],
  ['a column that is none', `${header},rating\n${line('Kahakō')},5`, 'column "rating"'],
  ['no names', 'address,description\nRoad,Words', '"name" is missing'],
  ['no rows', header, 'no rows'],
  ['a column twice', `${header},Name\n${line('Kahakō')},x`, 'two columns'],
  ['a row too many', `${header}\n${`${line('x')}\n`.repeat(1_001)}`, 'more rows than 1,000'],
])('a file with %s is refused whole', async (_what, content, words) => {
  const { status, body } = await check({ upload_id: await upload(content) });
  expect([status, body.code]).toEqual([415, 'file_refused']);
  expect(body.error).toContain(words);
});

test('more rows than a thousand are refused at once, and neither or both of rows and file', async () => {
  const many = Array.from({ length: 1_001 }, () => row());
  for (const body of [{ rows: many }, { rows: [] }, {}, { rows: [row()], upload_id: admin.id }])
    expect((await check(body)).status).toBe(400);
  expect((await check({ upload_id: admin.id })).status).toBe(404);
});
