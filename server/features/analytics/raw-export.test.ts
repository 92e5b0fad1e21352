import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawFormat, type RawSource, rawSources } from '../../../contract/export-limits.ts';
import { startWork } from '../../../tests/at-work.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { RecordParser } from '../../platform/tables/record-parser.ts';

let world: World;
let admin: TestUser;
let guest: TestUser;
let scene: PartnerScene;
let listing: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  guest = await world.aUser();
  scene = await aPartner(world, { name: 'Hale "Koa", lobby' });
  listing = await world.aListing({ name: '=Reef walk' });
  const { id: code } = await world.db
    .selectFrom('qr_codes')
    .select('id')
    .where('code', '=', scene.code)
    .executeTakeFirstOrThrow();
  const ask = (text: string, values: unknown[] = []) => world.database.pool.query(text, values);
  await ask(`insert into visits (token_hash, user_id, created_at, last_seen_at)
    select sha256(n::text::bytea), case n when 1 then '${guest.id}'::uuid end, now(), now() from generate_series(1, 3) n`);
  const of = `${code}, ${scene.placeId}, '${scene.owner.id}'::uuid`;
  // Hawaiʻi's midnight is 10:00 UTC. One hour has more than a statement takes, many of them at the same instant or within a millisecond.
  await ask(`insert into events (qr_code_id, location_id, partner_id, received_at, occurred_at, event_type, audience, user_id,
      visit_id, listing_id, data)
    select ${of}, at, case when n % 3 = 0 then at - interval '1 minute' end, 'listing_impression', 'visitor',
      case n % 5 when 0 then '${guest.id}'::uuid end, case when n % 7 > 0 then 1 + n % 3 end, case when n % 2 = 0 then ${listing} end,
      jsonb_build_object('list', 'explore', 'source', case when n % 2 = 0 then 'link' else 'zzsource' end, 'platform', case when n % 3 = 0 then 'zzplatform' else 'viator' end,
        'category', case n % 4 when 0 then 'zzcategory' when 1 then 'Restaurants' end, 'error', 'zzwritten', 'distance', 1.5, 'transaction_id', 'zztransaction')
    from (select n, case when n <= 4300 then timestamptz '2026-11-03T20:30:00Z' + case when n > 2300 then n * interval '100 microseconds' else interval '0' end
        when n = 4301 then '2026-11-02T09:59:59.999Z' when n = 4302 then '2026-11-02T10:00:00Z'
        when n = 4303 then '2026-11-04T09:59:59.999Z' else '2026-11-04T10:00:00Z' end as at
      from generate_series(1, 4304) n) as told`);
  await ask(`insert into scans (qr_code_id, location_id, partner_id, visit_id, scanned_at, counted, source, device_class)
    select ${of}, 1 + n % 3, timestamptz '2026-11-02T10:00:00Z' + n * interval '1 hour', n % 2 = 0, 'camera', 'phone' from generate_series(0, 47) n`);
  await ask(`insert into clicks (qr_code_id, location_id, partner_id, click_id, user_id, visit_id, listing_id, platform, url, clicked_at, commission_rate)
    select ${of}, 'zzclick' || n, '${guest.id}', 1, ${listing}, 'viator', 'https://x.example/zzaddress', timestamptz '2026-11-02T12:00:00Z' + n * interval '7 minutes', 0.125
    from generate_series(1, 9) n`);
  await ask(`insert into bookings (qr_code_id, location_id, partner_id, transaction_id, user_id, listing_id, platform, amount_cents, status,
      booked_at, check_in_date, guest_count, reference, contact_info)
    select ${of}, 'zztransaction' || n, '${guest.id}', ${listing}, 'viator', 12345 * n, 'confirmed', timestamptz '2026-11-02T12:00:00Z' + n * interval '7 minutes',
      case n when 1 then null else date '2026-12-24' end, nullif(n, 2), 'ZZREFERENCE' || n, 'zzcontact@example.com'
    from generate_series(1, 5) n`);
  stop = await startWork(world);
}, 60_000);
afterAll(async () => {
  await stop();
  await world.close();
});

const days = { from: '2026-11-02', to: '2026-11-03' };
const begin = (body: object) =>
  untilServed(() => world.call('POST /api/admin/exports/events', { cookie: admin.cookie, body: { ...days, ...body } }));
const find = async (id: string) => (await untilServed(() => world.call(`GET /api/long-work/${id}`, admin))).body;

async function exported(of: RawSource, format: RawFormat, span = days) {
  const { status, body } = await begin({ of, format, ...span });
  expect(status).toBe(201);
  await expect.poll(async () => (await find(body.id)).state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/);
  expect(await find(body.id)).toMatchObject({ kind: 'raw-export', state: 'done', problem: null });
  return await untilServed(() => world.call(`GET /api/long-work/${body.id}/result`, admin));
}

/** Cells of a CSV file as it has them, by the names of its columns. */
function cellsOf(bytes: Buffer): Record<string, string>[] {
  const text = bytes.toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  const parser = new RecordParser(',', 100);
  const [header, ...records] = [...parser.push(text.slice(1)), ...parser.end()];
  return records.map((cells) => Object.fromEntries(header!.map((name, at) => [name, cells[at]!])));
}

const rowsOf = async (bytes: Buffer) =>
  (await parquetReadObjects({
    file: new Uint8Array(bytes).buffer,
  })) as Record<string, unknown>[];

/** A row of Parquet as CSV has it: there a text that looks like a formula is marked, and what is not there is empty. */
const asCells = (row: Record<string, unknown>, isDay: (name: string) => boolean) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date
        ? value.toISOString().slice(0, isDay(name) ? 10 : undefined)
        : typeof value === 'string' && /^[=-]/.test(value)
          ? `'${value}`
          : String(value ?? ''),
    ]),
  );
const isDay = (name: string) => name.startsWith('check_');

/** The same by a statement of its own, in the order of time; of whoever a row is of, their number. */
const told: Record<RawSource, string> = {
  events: `select received_at, occurred_at, event_type, audience, visit_id as visit, user_id as account, listing_id, l.name as listing, code, e.location_id as place_id,
    p.name as place, (select id from organisations where owner_id = e.partner_id) as partner, 'explore' as list, null as campaign, 
    case e.data ->> 'category' when 'zzcategory' then 'other' else e.data ->> 'category' end as category, null as price_range,
    case e.data ->> 'platform' when 'zzplatform' then 'other' else 'viator' end as platform,
    case e.data ->> 'source' when 'zzsource' then 'other' else 'link' end as source
    from events e left join listings l on l.id = listing_id join locations p on p.id = e.location_id join qr_codes q on q.id = qr_code_id
    where received_at between '2026-11-02T10:00:00Z' and '2026-11-04T09:59:59.999Z'`,
  scans: `select scanned_at, counted, source, device_class as device, visit_id as visit, code, s.location_id as place_id, p.name as place,
    (select id from organisations where owner_id = s.partner_id) as partner
    from scans s join locations p on p.id = s.location_id join qr_codes q on q.id = qr_code_id`,
  clicks: `select clicked_at, platform, visit_id as visit, user_id as account, listing_id, l.name as listing, code, c.location_id as place_id, p.name as place,
    (select id from organisations where owner_id = c.partner_id) as partner, c.commission_rate, c.price_range
    from clicks c join listings l on l.id = listing_id join locations p on p.id = c.location_id join qr_codes q on q.id = qr_code_id`,
  bookings: `select booked_at, b.id as booking, b.platform, b.status, amount_cents, estimated, user_id as account, listing_id, l.name as listing, code,
    b.location_id as place_id, p.name as place, (select id from organisations where owner_id = b.partner_id) as partner,
    check_in_date as check_in, check_out_date as check_out, guest_count as guests, language
    from bookings b join listings l on l.id = listing_id join locations p on p.id = b.location_id join qr_codes q on q.id = qr_code_id`,
};

const sorted = (rows: Record<string, string>[]) => rows.map((row) => JSON.stringify(row)).sort();

/** How many rows there are of each of them, whatever their name. */
const countsOf = (rows: Record<string, string>[], column: string) =>
  [...Map.groupBy(rows, (row) => row[column]).entries()].map(([name, those]) => [Boolean(name), those.length]).sort();

test.each(rawSources)('%s of some days come row by row, the same as Parquet and as CSV', async (of) => {
  const { rows } = await world.database.pool.query(told[of]);
  const known = rows.map((row) => asCells(row, () => false));
  const csv = await exported(of, 'csv');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="${of}-2026-11-02-2026-11-03.csv"`);
  const parquet = await exported(of, 'parquet');
  expect(parquet.headers['content-type']).toBe('application/vnd.apache.parquet');
  expect(parquet.headers['content-disposition']).toBe(`attachment; filename="${of}-2026-11-02-2026-11-03.parquet"`);

  const persons = ['visit', 'account', 'booking'];
  const nobody = (row: Record<string, string>) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, persons.includes(name) ? cell && 'x' : cell]));
  const cells = cellsOf(csv.bytes);
  expect(cells.length).toBe({ events: 4_302, scans: 48, clicks: 9, bookings: 5 }[of]);
  expect(sorted(cells.map(nobody))).toEqual(sorted(known.map(nobody)));
  const read = (await rowsOf(parquet.bytes)).map((row) => asCells(row, isDay));
  expect(sorted(read.map(nobody))).toEqual(sorted(cells.map(nobody)));
  expect(Object.keys(read[0]!)).toEqual(Object.keys(cells[0]!));
  const time = Object.keys(cells[0]!)[0]!;
  expect(read.map((row) => row[time])).toEqual(cells.map((row) => row[time]));
  expect(cells.map((row) => row[time])).toEqual(cells.map((row) => row[time]).sort());

  // Each name is one person's, in this file alone.
  for (const file of [cells, read])
    for (const column of persons.filter((name) => name in file[0]!))
      expect(countsOf(file, column)).toEqual(countsOf(known, column));
  for (const column of persons.filter((name) => name in cells[0]!)) {
    const names = new Set(cells.map((row) => row[column]).filter(Boolean));
    expect(read.filter((row) => names.has(row[column]))).toEqual([]);
  }
  const all = Buffer.concat([csv.bytes, parquet.bytes]).toString('latin1');
  const written = [
    'zzwritten',
    'zzsource',
    'zzplatform',
    'zzcategory',
    'zztransaction',
    'zzclick',
    'zzaddress',
    'zzcontact',
    'ZZREFERENCE',
  ];
  const { rows: bookings } = await world.database.pool.query<{ id: string }>('select id from bookings');
  const ids = [...bookings.map(({ id }) => id), guest.id, guest.email, scene.owner.id, scene.owner.email];
  expect([...ids, ...written].filter((one) => all.includes(one))).toEqual([]);
});

test('columns of Parquet have types, and instants are those of UTC', async () => {
  const { bytes } = await exported('bookings', 'parquet');
  const { schema } = parquetMetadata(new Uint8Array(bytes).buffer);
  const types = Object.fromEntries(
    schema.slice(1).map(({ name, type, logical_type }) => [name, logical_type?.type ?? type]),
  );
  expect(types).toMatchObject({
    ...{ booked_at: 'TIMESTAMP', booking: 'STRING', amount_cents: 'INT32', estimated: 'BOOLEAN', check_in: 'DATE' },
    ...{ account: 'STRING', guests: 'INT32', place: 'STRING' },
  });
  const instant = schema.find(({ name }) => name === 'booked_at')!.logical_type;
  expect(instant).toMatchObject({ isAdjustedToUTC: true, unit: 'MILLIS' });
});

test('of days without any there is a file of columns alone', async () => {
  const none = { from: '2026-10-01', to: '2026-10-02' };
  expect(cellsOf((await exported('events', 'csv', none)).bytes)).toEqual([]);
  expect(await rowsOf((await exported('events', 'parquet', none)).bytes)).toEqual([]);
});

test('it is an entry of the audit log and an event of security', async () => {
  world.clock.advance(60); // of one network so many a minute are kept one by one
  const { body } = await begin({ format: 'csv' });
  const asked = { ...days, source: 'events', format: 'csv' };
  expect(body.parameters).toEqual(asked);
  expect((await auditContentOf(world, 'long_work_begun')).at(-1)).toEqual({
    personId: null,
    after: { kind: 'raw-export', parameters: asked },
  });
  await flushSecurityEvents(world.db);
  const last = world.db.selectFrom('security_events').select(['event_type', 'description', 'user_id']);
  expect(await last.orderBy('id', 'desc').limit(1).execute()).toEqual([
    {
      event_type: 'export',
      description: 'An export of the raw events from 2026-11-02 to 2026-11-03 was begun.',
      user_id: admin.id,
    },
  ]);
});

test.each([
  [{ format: 'xlsx' }, 'body.format'],
  [{}, 'body.format'],
  [{ format: 'csv', of: 'users' }, 'body.of'],
  [{ format: 'csv', from: '2026-11-03', to: '2026-11-02' }, 'body.to'],
  [{ format: 'csv', from: '2024-11-03', to: '2026-11-02' }, 'body.to'],
])('%j is refused', async (body, path) => {
  const reply = await begin(body);
  expect([reply.status, reply.body.fields[0].path]).toEqual([400, path]);
});
