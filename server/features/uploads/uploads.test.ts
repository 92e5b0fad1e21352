import { createHash } from 'node:crypto';
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UploadPurpose } from '../../../contract/uploads.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { leaveOf } from '../../../tests/asked-links.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { aForm, aFormOf, aPng } from '../../../tests/sent-files.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { type Tenant, withTenant } from '../../platform/database/tenants.store.ts';
import { claimUpload, tidyUploadFiles } from '../../platform/uploads/uploads.ts';
import { tidy } from '../../tidying.ts';

let world: World;
let admin: TestUser;
let advertiser: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  // The limits of a minute are enough for a network, but not for these tests.
  world.clock.advance(60);
  admin = await world.aUser({ role: 'admin' });
  advertiser = await world.aUser({ role: 'advertiser' });
});

const mostBytes = 10 * 1024 * 1024;
const files = () => readdir(join(world.settings.dataDir, 'uploads')).catch(() => []);
const rowOf = (id: string) => world.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** Sends a form as somebody. */
function send(purpose: UploadPurpose, form: ReturnType<typeof aForm>, user: TestUser = admin, headers = {}) {
  const { cookie } = user;
  return world.call(`POST /api/uploads/${purpose}`, { cookie, ...form, headers: { ...form.headers, ...headers } });
}
const sendFile = (purpose: UploadPurpose, content: Buffer | string, given = {}) => send(purpose, aForm(content, given));

const blank = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } });

describe('a picture', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
  ] as const)('in %s is kept as it is, whatever its name and its sender say', async (format, media_type) => {
    const content = await blank.clone().toFormat(format).toBuffer();
    const reply = await sendFile('picture', content, { name: 'reef.html', type: 'text/html' });
    const sha256 = createHash('sha256').update(content).digest('hex');
    const expires_at = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
    const { id } = reply.body;
    const told = { id, purpose: 'picture', name: 'reef.html', bytes: content.length, media_type, sha256, expires_at };
    expect([reply.status, reply.body]).toEqual([201, told]);
    expect(await rowOf(id)).toMatchObject({ user_id: admin.id, organisation_id: null, claimed_at: null });
    expect(await files()).toContain(id);
  });

  test('whose size is told late, or in another form, is read all the same', async () => {
    const noise = Buffer.alloc(300_000, 'x');
    const pictures = [
      await blank
        .clone()
        .withMetadata({ exif: { IFD0: { Copyright: 'x'.repeat(60_000) } } })
        .jpeg()
        .toBuffer(),
      await blank.clone().jpeg({ progressive: true }).toBuffer(),
      await blank.clone().webp({ lossless: true }).toBuffer(),
      await blank.clone().ensureAlpha(0.5).webp().toBuffer(),
      await blank.clone().ensureAlpha(0.5).avif().toBuffer(),
      // As panoramas and moving pictures of phones have something behind their end.
      Buffer.concat([await blank.clone().jpeg().toBuffer(), noise]),
    ];
    for (const [at, picture] of pictures.entries())
      expect((await sendFile('picture', picture)).status, `${at}`).toBe(201);
  });

  const html = '<!doctype html><script>alert(1)</script>';
  test.each<[string, Buffer | string]>([
    ['nothing', ''],
    ['a letter', 'x'],
    ['HTML', html],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00')],
    ['an iPhone’s HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0', 'latin1')],
    ['the mark of a PNG before HTML', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(html)])],
    ['the mark of a JPEG before HTML', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(html)])],
    ['the mark of a WebP before HTML', Buffer.from(`RIFF\x10\0\0\0WEBP${html}`, 'latin1')],
    ['the mark of an AVIF before HTML', Buffer.from(`\0\0\0\x14ftypavif\0\0\0\0avif\0\0\0\x30${html}`, 'latin1')],
    ['a PNG without a size', aPng().subarray(0, 20)],
    ['a PNG of no width', aPng(0, 1)],
  ])('that is %s is none', async (_what, content) => {
    const before = await files();
    const reply = await sendFile('picture', content, { name: 'reef.png', type: 'image/png' });
    expect([reply.status, reply.body.code]).toEqual([415, 'file_refused']);
    expect(await files()).toEqual(before);
  });

  test('that would take more memory than its bytes say is refused by its first', async () => {
    const [jpeg, lossy, lossless, avif] = await Promise.all([
      blank.clone().jpeg().toBuffer(),
      blank.clone().webp().toBuffer(),
      blank.clone().webp({ lossless: true }).toBuffer(),
      blank.clone().avif().toBuffer(),
    ]);
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
    jpeg.writeUInt16BE(60_000, frame + 5);
    jpeg.writeUInt16BE(60_000, frame + 7);
    lossy.writeUInt16LE(16_000, 26);
    lossy.writeUInt16LE(16_000, 28);
    lossless.writeUInt32LE(0x3fff | (0x3fff << 14), 21);
    avif.writeUInt32BE(60_000, avif.indexOf('ispe') + 8);
    for (const [what, bomb] of Object.entries({
      png: aPng(60_000, 60_000),
      long: aPng(8_001),
      jpeg,
      lossy,
      lossless,
      avif,
    })) {
      const reply = await sendFile('picture', bomb);
      expect([what, reply.status, reply.body.error]).toEqual([
        what,
        415,
        expect.stringContaining('pixels are too many'),
      ]);
    }
    const phone = await sendFile('picture', aPng(7_900, 6_048)); // what some phones make
    expect([phone.status, phone.body.code]).toEqual([415, 'file_refused']);
    expect(phone.body.error).toContain('7900 by 6048 pixels are too many: 40 million at most, and 8000 a side');
    expect((await sendFile('picture', aPng(8_000, 5_000))).status).toBe(201);
  });
});

describe('a table', () => {
  const lines = 'ort,preis\r\nHāna Café,12 €\r\n';
  const utf16 = Buffer.from(`\ufeff${lines}`, 'utf16le');
  test.each<[string, Buffer | string, string]>([
    ['UTF-8', lines, 'utf-8'],
    ['UTF-8 with its mark', `\ufeff${lines}`, 'utf-8'],
    ['UTF-16', utf16, 'utf-16le'],
    ['UTF-16 the other way round', Buffer.from(utf16).swap16(), 'utf-16be'],
    ['Windows-1252', Buffer.from('ort,preis\r\nCaf\xe9,12 \x80\r\n', 'latin1'), 'windows-1252'],
    ['one letter', 'x', 'utf-8'],
    ['letters that lie over the edges of pieces', 'ʻ'.repeat(100_001), 'utf-8'],
  ])('in %s is text', async (_what, content, charset) => {
    const reply = await sendFile('statement', content, { name: 'statement.csv' });
    expect([reply.status, reply.body.media_type]).toEqual([201, `text/csv; charset=${charset}`]);
  });

  test.each<[string, Buffer | string]>([
    ['nothing', ''],
    ['a NUL', `${lines}\0`],
    ['a NUL after megabytes', `${lines.repeat(70_000)}\0`],
    ['a byte that no encoding has', Buffer.from(`${lines}\x81`, 'latin1')],
    ['half a letter at its end', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42])],
    ['half a pair in UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
    ['a workbook, which is a ZIP', Buffer.from('504b030414000600', 'hex')],
    ['a picture', aPng()],
  ])('with %s is none', async (_what, content) => {
    const before = await files();
    const reply = await sendFile('listings', content, { name: 'list.csv', type: 'text/csv' });
    expect([reply.status, reply.body.code]).toEqual([415, 'file_refused']);
    expect(await files()).toEqual(before);
  });

  test('of the largest size is taken, and one byte more is not', async () => {
    expect((await sendFile('statement', Buffer.alloc(mostBytes, 'x'))).status).toBe(201);
    const before = await files();
    const reply = await sendFile('statement', Buffer.alloc(mostBytes + 1, 'x'));
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
    expect(reply.body.error).toBe('The request is too large: at most 10 MB can be sent here.');
    expect(await files()).toEqual(before);
  });
});

describe('a form', () => {
  const form = aForm('a,b\r\n');
  const asks = (body: Buffer | string, type = form.headers['content-type']) => ({
    body: Buffer.from(body as string),
    headers: { 'content-type': type },
  });
  test.each<[string, ReturnType<typeof aForm>, number]>([
    ['without a file', aFormOf(), 400],
    ['with a field alone', aFormOf({ content: 'a,b', name: null }), 400],
    ['with the file in another field', aForm('a,b', { field: 'picture' }), 400],
    ['with two files', aFormOf({ content: 'a,b' }, { content: 'c,d' }), 400],
    ['with a field before the file', aFormOf({ content: 'x', field: 'note', name: null }, { content: 'a,b' }), 400],
    ['with a field behind the file', aFormOf({ content: 'a,b' }, { content: 'x', field: 'note', name: null }), 400],
    ['with 2,000 fields', aFormOf(...Array(2_000).fill({ content: 'x', field: 'x', name: null })), 400],
    ['with a part of another kind', asks(form.body.toString().replace('form-data', 'attachment')), 400],
    [
      'with a part without a head',
      asks('--a-boundary-of-the-tests\r\n\r\na,b\r\n--a-boundary-of-the-tests--\r\n'),
      400,
    ],
    ['with another boundary than it says', asks(form.body, 'multipart/form-data; boundary=another'), 400],
    ['with no boundary', asks(form.body, 'multipart/form-data; charset=utf-8'), 400],
    ['that says of no parts at all', asks(form.body, 'multipart/form-data'), 415],
    ['cut in the middle', asks(form.body.subarray(0, 120)), 400],
    ['cut before its end', asks(form.body.subarray(0, -4)), 400],
    ['with much before its first part', asks(Buffer.concat([Buffer.alloc(mostBytes + 40_000), form.body])), 413],
    ['that is JSON', asks('{"file":"a,b"}', 'application/json'), 415],
    ['that is nothing', asks('', 'application/json'), 415],
  ])('%s is refused, and leaves nothing', async (_what, sent, status) => {
    const before = await files();
    const reply = await send('statement', sent);
    expect([reply.status, Object.keys(reply.body)]).toEqual([status, ['error', 'code', 'request_id']]);
    expect(await files()).toEqual(before);
  });

  test('without a body is told what is missing', async () => {
    const reply = await world.call('POST /api/uploads/statement', admin);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining('a file is missing')]);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\\\Users\\\\kai\\\\list.csv', 'list.csv'],
    ['list\u202evsc.exe', 'listvsc.exe'],
    ['a\u0000b\u0007.csv', 'a b .csv'],
    ['ʻŌhiʻa 内田.csv', 'ʻŌhiʻa 内田.csv'],
    ['', 'file'],
    ['..', '..'],
    ['/', 'file'],
  ])('may call its file %j, which is shown as %j', async (name, shown) => {
    const reply = await sendFile('statement', 'a,b\r\n', { name });
    expect([reply.status, reply.body.name]).toEqual([201, shown]);
    expect(await files()).toContain(reply.body.id);
  });
});

test('a name of 10,000 letters is cut', async () => {
  expect((await sendFile('statement', 'a,b', { name: 'x'.repeat(10_000) })).body.name).toBe('x'.repeat(200));
});

describe('who may', () => {
  const asUser = async (user: TestUser) => {
    const reply = await send('picture', aForm(aPng()), user);
    return [reply.status, reply.body.code];
  };

  test('is whose organisation and whose owner allowed it', async () => {
    const partner = await world.aUser({ role: 'partner' });
    const [hotel, agency] = [await organisationOf(world, partner.id), await organisationOf(world, advertiser.id)];
    expect(await asUser(partner)).toEqual([201, undefined]);
    expect(await asUser(await aMember(world, hotel!))).toEqual([403, 'forbidden']);
    expect(await asUser(await aMember(world, hotel!, ['performance_analytics']))).toEqual([403, 'forbidden']);
    expect(await asUser(await aMember(world, hotel!, ['qr_code_management']))).toEqual([201, undefined]);
    expect(await asUser(await aMember(world, agency!, ['campaign_management']))).toEqual([403, 'forbidden']);
    // Of the other kind's permission they have nothing.
    expect(await asUser(await aMember(world, agency!, ['qr_code_management']))).toEqual([403, 'forbidden']);
    expect(await asUser(await aMember(world, agency!, ['content_management']))).toEqual([201, undefined]);
  });

  test('is no owner whose invitation left it out, nor whoever they would allow it', async () => {
    const email = 'figures-only@agency.example';
    const invited = await world.call('POST /api/stakeholder/invite', {
      cookie: admin.cookie,
      body: {
        invited_email: email,
        stakeholder_type: 'advertiser',
        organization_name: 'Figures',
        permissions: ['revenue_analytics'],
      },
    });
    expect(invited.status).toBe(201);
    const token = (await world.mail()).findLast(({ to }) => to === email)!.text.match(/\/invite\/([\w-]{43})/)![1];
    const owner = await world.aUser({ email });
    const accepted = await world.call(`POST /api/stakeholder/accept/${token}`, { cookie: owner.cookie, body: {} });
    const cookie = `session=${accepted.cookies.session}`;
    expect(await asUser({ ...owner, cookie })).toEqual([403, 'forbidden']);
    const agency = await organisationOf(world, owner.id);
    expect(await asUser(await aMember(world, agency!, ['content_management']))).toEqual([403, 'forbidden']);
  });
});

test('a file sent twice with a key is kept once; another with the same key is refused', async () => {
  const headers = { 'idempotency-key': 'upload-0123456789abcdef' };
  const form = aForm(aPng(9));
  const first = await send('picture', form, advertiser, headers);
  const before = await files();
  const again = await send('picture', form, advertiser, headers);
  expect([again.status, again.body, again.headers['idempotent-replay']]).toEqual([201, first.body, 'true']);
  const other = await send('picture', aForm(aPng(10)), advertiser, headers);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  await expect.poll(files).toEqual(before);
});

test.each([
  ['upload-hour-bytes', '203.0.113.7'],
  ['upload-bytes', '203.0.113.8'],
] as const)('%s of a network used up: nothing is kept', async (limit, full) => {
  await leaveOf(world, 1_000, limit, full);
  const before = await files();
  const from = (network: string) => send('statement', aForm('x'.repeat(2_000)), admin, { 'x-forwarded-for': network });
  const reply = await from(full);
  expect([reply.status, reply.body.code]).toEqual([429, 'rate_limited']);
  await expect.poll(files).toEqual(before);
  expect((await from('203.0.113.9')).status).toBe(201);
});

test('a disk without room is said', async () => {
  const settings = { ...world.settings, dataDir: '/proc' };
  const { app, close } = await openSecondApp({ ...world, settings }, { SECRET_KEY: 'k'.repeat(32) });
  try {
    const { body: payload, headers } = aForm(aPng());
    const origin = world.settings.publicUrl;
    const partner = (await aPartner(world)).owner;
    for (const [{ cookie }, purpose, advice] of [
      [admin, 'picture', 'The disk of the server is full: whoever runs it has to make room.'],
      [partner, 'place-picture', 'Please contact support.'],
    ] as const) {
      const url = `/api/uploads/${purpose}`;
      const reply = await app.inject({ method: 'POST', url, payload, headers: { ...headers, cookie, origin } });
      expect([reply.statusCode, reply.json().code]).toEqual([507, 'no_room']);
      expect(reply.body).toContain(`There is no room to keep this file at the moment. ${advice}`);
    }
  } finally {
    await close();
  }
});

describe('what takes an upload up', () => {
  const claim = (tenant: Tenant, id: string, purpose: UploadPurpose = 'picture') =>
    withTenant(world.db, tenant, (tx) => claimUpload(tx, { ...world, now: world.clock.now() }, id, purpose));
  const tenantOf = async (user: TestUser) => ({ person: user.id, organisation: await organisationOf(world, user.id) });
  const sent = async (user: TestUser) => (await send('picture', aForm(aPng()), user)).body.id as string;
  const missing = { code: 'not_found' };

  test('reads what was sent, once, and keeps it', async () => {
    const reply = await sendFile('statement', 'day,amount\r\n', { name: 'Août.csv' });
    const { id, sha256 } = reply.body;
    const claimed = await claim({ person: admin.id }, id, 'statement');
    expect(claimed).toMatchObject({ name: 'Août.csv', bytes: 12, mediaType: 'text/csv; charset=utf-8' });
    expect([claimed.sha256.toString('hex'), await text(claimed.read())]).toEqual([sha256, 'day,amount\r\n']);
    await expect(claim({ person: admin.id }, id, 'statement')).rejects.toMatchObject(missing);
    const later = new Date(world.clock.now().getTime() + 3 * 86_400_000);
    await tidy(world.db, later, (_task, error) => expect(error).toBeUndefined());
    await tidyUploadFiles(world.db, new Date(Date.now() + 3 * 86_400_000), world.settings);
    expect(await rowOf(id)).toMatchObject({ claimed_at: world.clock.now() });
    expect(await files()).toContain(id);
  });

  test('is whoever works for the organisation, and of others it is as missing', async () => {
    const colleague = await aMember(world, (await organisationOf(world, advertiser.id))!, ['content_management']);
    const id = await sent(colleague);
    const stranger = await world.aUser({ role: 'advertiser' });
    await expect(claim(await tenantOf(stranger), id)).rejects.toMatchObject(missing);
    await expect(claim({ person: colleague.id }, id)).rejects.toMatchObject(missing);
    await expect(claim({}, id)).rejects.toMatchObject(missing);
    expect((await rowOf(id))!.claimed_at).toBeNull();
    expect(await claim(await tenantOf(advertiser), id)).toMatchObject({ mediaType: 'image/png' });
    const own = await sent(admin);
    await expect(claim(await tenantOf(advertiser), own)).rejects.toMatchObject(missing);
  });

  test('finds none that is for something else, that has expired, or whose file is gone', async () => {
    const id = await sent(advertiser);
    const tenant = await tenantOf(advertiser);
    await expect(claim(tenant, id, 'statement')).rejects.toMatchObject(missing);
    await rm(join(world.settings.dataDir, 'uploads', id));
    await expect(claim(tenant, id)).rejects.toMatchObject(missing);
    const late = await sent(advertiser);
    const { expires_at } = (await rowOf(late))!;
    const claimLate = (now: Date) =>
      withTenant(world.db, tenant, (tx) => claimUpload(tx, { ...world, now }, late, 'picture'));
    await expect(claimLate(expires_at)).rejects.toMatchObject(missing);
    expect(await claimLate(new Date(expires_at.getTime() - 1))).toMatchObject({ mediaType: 'image/png' });
  });
});

test('after a day nothing is left of what nobody took up; what a crash has left goes too, what is on its way stays', async () => {
  const { id } = (await send('picture', aForm(aPng()), advertiser)).body;
  const folder = join(world.settings.dataDir, 'uploads');
  const [left, coming] = ['0'.repeat(8), '1'.repeat(8)].map((head) => `${head}-0000-4000-8000-000000000000.part`);
  for (const name of [left, coming]) await writeFile(join(folder, name!), 'half');
  const now = new Date();
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await utimes(join(folder, left!), ago(2), ago(2));
  await utimes(join(folder, id), ago(25), ago(25));
  await tidyUploadFiles(world.db, now, world.settings);
  expect(await files()).toContain(id);
  expect(await files()).not.toContain(left);
  expect(await files()).toContain(coming);
  await tidy(world.db, new Date(world.clock.now().getTime() + 86_400_000), (_task, error) =>
    expect(error).toBeUndefined(),
  );
  expect(await rowOf(id)).toBeUndefined();
  await tidyUploadFiles(world.db, now, world.settings);
  expect(await files()).not.toContain(id);
});
