import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvLine } from '../server/platform/csv.ts';
import { RecordParser } from '../server/platform/tables/record-parser.ts';
import { AtTheDesk } from './at-the-desk.ts';
import { aSale } from './figures-scene.ts';
import { aPartner, type PartnerScene, scanBy } from './partner-scene.ts';
import { again } from './reports-scene.ts';
import { createWorld, type TestUser, type World } from './world.ts';

/** As spreadsheets, Japanese ones and LibreOffice among them, would take it for something else than a text. */
const awkward = [
  'Hale "Koa", lobby',
  'two\nlines',
  '=1+1',
  '＋81',
  ' spaced ',
  "'quoted'",
  'semi;colon\tand tab',
  'ハワイʻi',
];
let world: World;
let desk: AtTheDesk;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  desk = new AtTheDesk(world, admin);
  scene = await aPartner(world, { name: awkward[0]! });
  for (const name of awkward) {
    const { id: qr_code_id, locationId: location_id } = await world.aCode({
      location_id: await world.aPlace({ name }),
    });
    const user = await world.aUser();
    await world.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
    const visit = {
      token_hash: createHash('sha256').update(name).digest(),
      user_id: user.id,
      created_at: world.clock.now(),
      last_seen_at: world.clock.now(),
    };
    const { id: visit_id } = await world.db
      .insertInto('visits')
      .values(visit)
      .returning('id')
      .executeTakeFirstOrThrow();
    const scan = {
      visit_id,
      qr_code_id,
      location_id,
      scanned_at: world.clock.now(),
      counted: true,
      source: 'camera',
      device: null,
    };
    await world.db.insertInto('scans').values(scan).execute();
    const body = { state: 'suspended', reason: name };
    await world.call(`PUT /api/admin/users/${user.id}/state`, { cookie: admin.cookie, body });
  }
  await world.db
    .updateTable('organisations')
    .set({ name: '=Koa, Inc.' })
    .where('id', '=', scene.organisation)
    .execute();
  await scanBy(world, scene.code, 1);
  const listing = await world.aListing();
  await aSale(world, admin, scene.code, { dollars: 80, listing });
  await world.call('POST /api/analytics/events', {
    body: { event_type: 'map_pin_clicked', business_listing_id: listing },
  });
}, 60_000);
afterAll(() => world.close());

/** RFC 4180 to the letter: lines end in CRLF, marks stand around a whole cell or double within one, and all lines have as many cells. */
function strictly(text: string): string[][] {
  const records: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at ${from}: ${JSON.stringify(text.slice(from, from + 60))}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') {
      records.push(record);
      record = [];
    }
  }
  expect(record).toEqual([]);
  expect(new Set(records.map((one) => one.length)).size).toBe(1);
  return records;
}

function readAgain(text: string): string[][] {
  const parser = new RecordParser(',', 1_000);
  return [...parser.push(text), ...parser.end()];
}

/** What is read of a text, where one that a spreadsheet would take for a formula is marked. */
const marked = (text: string) => (/^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text);

test('whatever stands in a cell is read again as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (rows) => {
        const width = rows[0]!.length;
        const even = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
        const text = even.map(csvLine).join('');
        const expected = even.map((row) => row.map(marked));
        expect(strictly(text)).toEqual(expected);
        expect(readAgain(text)).toEqual(expected);
      },
    ),
  );
});

const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const days = { from: '2026-11-21', to: '2026-11-21' };
const fetched = async (path: string, cookie = admin.cookie) =>
  (await world.call(`GET ${path}`, { cookie, headers: script })).bytes;
const worked = async (path: string, body: object) => {
  const { body: work } = await world.call(`POST ${path}`, { cookie: admin.cookie, body });
  await desk.work(work.id);
  return await fetched(`/api/long-work/${work.id}/result`);
};

/** At once, as a person who has just been asked for their passkey. */
const report = async (type: string) => {
  const body = { type, filters: { time_range: '7d' }, instant: true };
  return (await world.call('POST /api/reports/generate', { body, cookie: await again(world, admin) })).bytes;
};
const raw = (of: string) => () => worked('/api/admin/exports/events', { ...days, of, format: 'csv' });

const names = awkward.map(marked);
/** Each with what one of its columns has of the rows that there are. */
const files: Record<string, { file: () => Promise<Buffer>; column: string; has: () => string[] }> = {
  accounts: { file: () => fetched('/api/admin/users/export'), column: 'name', has: () => names },
  'audit log': { file: () => fetched('/api/admin/audit-log/export'), column: 'after', has: () => [] },
  scans: { file: () => worked('/api/admin/exports/scans', days), column: 'place', has: () => names },
  'raw scans': { file: raw('scans'), column: 'place', has: () => names },
  'raw clicks': { file: raw('clicks'), column: 'platform', has: () => ['fareharbor'] },
  'raw bookings': { file: raw('bookings'), column: 'status', has: () => ['confirmed'] },
  'raw events': { file: raw('events'), column: 'event_type', has: () => ['map_pin_clicked'] },
  'the report of the platform': { file: () => report('platform'), column: 'row', has: () => ['total', 'day'] },
  'the report of stakeholders': {
    file: () => report('stakeholder'),
    column: 'organization',
    has: () => ["'=Koa, Inc."],
  },
  'the revenue summary': { file: () => report('revenue'), column: 'organization', has: () => ["'=Koa, Inc."] },
  'the performance analytics': { file: () => report('performance'), column: 'name', has: () => names },
  'a partner’s report': {
    file: () => fetched('/api/partner-portal/export-report?format=csv', scene.owner.cookie),
    column: 'place',
    has: () => [awkward[0]!],
  },
};

test.each(Object.entries(files))(
  '%s are a file of RFC 4180 whose rows are read again',
  async (name, { file, column, has }) => {
    const bytes = await file();
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.subarray(3).toString();
    const records = strictly(text);
    expect(readAgain(text)).toEqual(records);
    expect(records.length).toBeGreaterThan(1);
    const at = records[0]!.indexOf(column);
    expect([column, at >= 0, records[0]]).toEqual([column, true, records[0]]);
    const told = new Set(records.slice(1).map((cells) => cells[at]));
    expect(has().filter((one) => !told.has(one))).toEqual([]);
    // For whoever wants to open them by hand.
    const folder = process.env.CSV_FOLDER;
    if (folder) {
      await mkdir(folder, { recursive: true });
      await writeFile(`${folder}/${name.replace(/\W+/g, '-')}.csv`, bytes);
    }
  },
);
