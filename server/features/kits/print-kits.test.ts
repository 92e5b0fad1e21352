import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardFormats, kitLanguages, kitPapers, mostRooms } from '../../../contract/print-kit-forms.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { linesOfPdf } from '../../../tests/pdf-text.ts';
import { codesByZbar, codesOn, drawPages } from '../../../tests/read-pages.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { drawKit } from './draw-kit.ts';
import { requireReadable } from './read-back.ts';
import { pixelsPerMm } from './symbol.ts';

let world: World;
let hotel: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  hotel = await aPartner(world, { name: 'Hale Kai by the Sea, Hāʻena' });
});
afterAll(() => world.close());

const address = ({ code, placeId }: PartnerScene) => `${world.settings.publicUrl}/location/${placeId}?qr=${code}`;
const kit = (query: string, { by = hotel.owner, code = hotel.code, part = '' } = {}) =>
  world.call(`GET /api/partner-portal/qr-code/${code}/print-kit${part}?${query}`, { cookie: by.cookie });
const file = (query: string) => kit(query, { part: '/file' });
const rooms = 'first_room=101&last_room=110';

const all = cardFormats.flatMap((format) =>
  kitPapers.flatMap((paper) => kitLanguages.map((language) => [format, paper, language] as const)),
);
/** Each format, paper and language once or more. */
const some = all.filter((_, at) => [0, 9, 14, 19, 24].includes(at));

test.each(process.env.PROVE === '1' ? all : some)(
  'every code of a %s on %s in %s is read',
  async (format, paper, language) => {
    const query = `format=${format}&paper=${paper}&language=${language}&${rooms}`;
    const { status, body } = await kit(query);
    expect(status).toBe(200);
    expect(body.codes).toBe(format === 'rooms' ? 10 : body.codes);
    const { headers, bytes } = await file(query);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(`attachment; filename="${format}-${paper}-${language}.pdf"`);
    expect(bytes.length).toBe(body.bytes);

    const density = pixelsPerMm(body.read_from_cm * 10);
    const asSeen = await drawPages(bytes, density);
    expect(asSeen).toHaveLength(body.pages);
    const read = (await Promise.all(asSeen.map(codesOn))).flat();
    expect(read).toEqual(Array(body.codes).fill(address(hotel)));
    // Zbar wants to be as near again.
    for (const page of await drawPages(bytes, density * 2)) {
      const byZbar = await codesByZbar(page);
      if (byZbar) expect(byZbar).toEqual(await codesOn(page));
    }

    const words = (await linesOfPdf(bytes))[0]!.join(' ');
    expect(words).toContain(hotel.code);
    if (format === 'rooms') expect(words).toContain(language === 'en' ? 'Room 101' : '号室');
  },
);

test('a code alone fills its page, with its quiet zone', async () => {
  const { body } = await kit('format=code');
  expect(body).toMatchObject({ pages: 1, codes: 1, code_mm: 100 });
  const [page] = await drawPages((await file('format=code')).bytes, pixelsPerMm(body.read_from_cm * 10));
  expect(await codesOn(page!)).toEqual([address(hotel)]);
});

test('the page says where it is cut, and what is printed goes on beyond that', async () => {
  const { bytes } = await file('format=counter-card&paper=a6');
  const boxes = Object.fromEntries(
    [...bytes.toString('latin1').matchAll(/\/(MediaBox|BleedBox|TrimBox) \[([^\]]+)\]/g)].map(([, name, box]) => [
      name,
      box!.split(' ').map((point) => Math.round((Number(point) / 72) * 25.4)),
    ]),
  );
  expect(boxes).toEqual({ MediaBox: [0, 0, 125, 168], BleedBox: [7, 7, 118, 161], TrimBox: [10, 10, 115, 158] });
  const [page] = await drawPages(bytes, 4);
  const isInk = (x: number, y: number) => page!.data[(Math.round(y * 4) * page!.width + Math.round(x * 4)) * 4]! < 128;
  expect([isInk(60, 8), isInk(8, 15), isInk(60, 5), isInk(4, 15)]).toEqual([true, true, false, false]);
});

test('around the code nothing is printed, as wide as it says', async () => {
  const { bytes } = await file('format=counter-card&paper=a4&language=ja');
  const { body } = await kit('format=counter-card&paper=a4&language=ja');
  const [page] = await drawPages(bytes, 4);
  const { readBarcodes } = await import('zxing-wasm/reader');
  const [code] = await readBarcodes(page as never, { formats: ['QRCodeModel2'] });
  const { topLeft, topRight, bottomLeft } = code!.position;
  const dark = (topRight.x - topLeft.x) / 4;
  const quiet = (body.code_mm - dark) / 2;
  const isLight = (x: number, y: number) => page!.data[(Math.round(y) * page!.width + Math.round(x)) * 4]! > 200;
  const wide = quiet * 4 * 0.95;
  for (let along = -wide; along < dark * 4 + wide; along += 2) {
    for (let out = 3; out < wide; out += 2) {
      expect(isLight(topLeft.x + along, topLeft.y - out)).toBe(true);
      expect(isLight(topLeft.x + along, bottomLeft.y + out)).toBe(true);
      expect(isLight(topLeft.x - out, topLeft.y + along)).toBe(true);
      expect(isLight(topRight.x + out, topRight.y + along)).toBe(true);
    }
  }
});

test('where a code has room for it, more of it may be damaged', async () => {
  expect((await kit('format=sticker&paper=a4')).body.error_correction).toBe('high');
});

test('a file is given to nobody whose code says something else, or is too small for where it is read from', async () => {
  const words = { product: 'Holoholo', place: 'Hale Kai', code: hotel.code, address: 'localhost:3000/scan' };
  const choice = {
    format: 'sticker',
    paper: 'a6',
    language: 'en',
    first_room: undefined,
    last_room: undefined,
  } as const;
  const url = address(hotel);
  const drawn = await drawKit({ ...choice, words, url, logo: undefined, made: world.clock.now() });
  await requireReadable(drawn, () => url);
  await expect(requireReadable(drawn, () => `${url}0`)).rejects.toThrow('code 1 of the print kit is read as');
  const farther = { ...drawn, layout: { ...drawn.layout, seenFrom: 2_000 } };
  await expect(requireReadable(farther, () => url)).rejects.toThrow('read as nothing');
});

test('a code is printed with its place as it is called now, paused or not; once it has expired or was replaced it is not', async () => {
  const own = await aPartner(world, { name: 'Lobby' });
  const asked = { by: own.owner, code: own.code, part: '/file' };
  const words = async () => (await linesOfPdf((await kit('format=sticker&paper=a6', asked)).bytes))[0]!.join(' ');
  expect(await words()).toContain('Lobby');
  await world.db.updateTable('locations').set({ name: 'Pool' }).where('id', '=', own.placeId).execute();
  await world.db.updateTable('qr_codes').set({ status: 'paused' }).where('code', '=', own.code).execute();
  expect(await words()).toContain('Pool');
  const { id } = await world.aCode({ location_id: own.placeId });
  const change = (to: object) => world.db.updateTable('qr_codes').set(to).where('code', '=', own.code).execute();
  await change({ status: 'active', expires_at: world.clock.now() });
  for (const part of ['', '/file'])
    expect(await kit('', { ...asked, part })).toMatchObject({ status: 410, body: { code: 'code_expired' } });
  await change({ status: 'replaced', replaced_by: id });
  expect(await kit('', { by: own.owner, code: own.code })).toMatchObject({
    status: 409,
    body: { code: 'code_closed' },
  });
});

test.each([
  ['🌺🌺🌺', 'K'],
  ['x'.repeat(120), 'x'],
  ['Ｈｏｔｅｌ 한국 العربية', 'K'],
  ['東京ハワイアンリゾート・ワイキキビーチ別館 オーシャンフロントタワー', '京'],
])('a place called %s is printed as far as the type has its letters', async (name) => {
  const own = await aPartner(world, { name });
  for (const format of ['sticker', 'table-tent'])
    expect((await kit(`format=${format}&paper=a6&language=ja`, { by: own.owner, code: own.code })).status).toBe(200);
});

test.each([
  'Inn /Type /Page',
  'Inn /Type /Page /MediaBox [0 0 1 1] /Contents 9 0 R',
  String.raw`\) >> (endobj /Type /Pages /Kids [9 0 R] ((\\`,
  'trailer << /Root 9 0 R >> stream /Type /Catalog /Pages 9 0 R',
])('a place called %s is printed: its name is no part of how the file is built', async (name) => {
  const own = await aPartner(world, { name });
  for (const format of ['code', 'sticker', 'counter-card'])
    expect(await kit(`format=${format}`, { by: own.owner, code: own.code })).toMatchObject({
      ...{ status: 200, body: { pages: 1 } },
    });
});

test.each([
  'format=poster',
  'paper=a0',
  'language=de',
  'format=rooms',
  'format=rooms&first_room=101',
  'format=rooms&first_room=110&last_room=101',
  'format=rooms&first_room=1&last_room=100000',
  `format=rooms&first_room=1&last_room=${mostRooms + 1}`,
  'format=rooms&first_room=0&last_room=4',
  'format=rooms&first_room=1e3&last_room=1005',
  'format=rooms&first_room=99990&last_room=100010',
  'logo=mine',
])('%s is refused', async (query) => {
  expect(await kit(query)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect((await file(query)).status).toBe(400);
});

test('as many rooms as may be are one file', async () => {
  const { status, body } = await kit(`format=rooms&paper=letter&first_room=1&last_room=${mostRooms}`);
  expect([status, body.codes, body.pages]).toEqual([200, mostRooms, Math.ceil(mostRooms / 8)]);
});

test('a code of another is answered like one that is not there, and recorded', async () => {
  const theirs = await aPartner(world);
  for (const part of ['', '/file'])
    expect(await kit('', { code: theirs.code, part })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  await expect
    .poll(async () => {
      const events = world.db.selectFrom('security_events').select('id').where('event_type', '=', 'foreign_access');
      return (await events.where('user_id', '=', hotel.owner.id).execute()).length;
    })
    .toBeGreaterThanOrEqual(1);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  [
    'a prefetch',
    {
      ...{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      'sec-purpose': 'prefetch;prerender',
    },
  ],
])('%s takes no file, and nothing is noted as printed', async (_who, headers) => {
  const { owner, code } = await aPartner(world);
  const path = `GET /api/partner-portal/qr-code/${code}/print-kit/file?format=code` as const;
  const reply = await world.call(path, { cookie: owner.cookie, headers });
  expect([reply.status, reply.body.code]).toEqual([403, 'cross_site']);
  const printedAt = async () =>
    (await world.call('GET /api/partner-portal/first-steps', { cookie: owner.cookie })).body.printed_at;
  expect(await printedAt()).toBeNull();
  const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' };
  expect((await world.call(path, { cookie: owner.cookie, headers: own })).status).toBe(200);
  expect(await printedAt()).toBe(world.clock.now().toISOString());
});

test('staff with the permission print, and nobody without it', async () => {
  const clerk = await aMember(world, hotel.organisation, ['qr_code_management']);
  const other = await aMember(world, hotel.organisation, ['performance_analytics']);
  expect((await kit('', { by: clerk })).status).toBe(200);
  expect((await kit('', { by: other })).status).toBe(403);
});
