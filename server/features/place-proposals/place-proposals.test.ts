import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { aForm, aPng } from '../../../tests/sent-files.ts';
import { createWorld, type Reply, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const propose = (by: TestUser, place: number, body: object) =>
  world.call(`POST /api/partner-portal/places/${place}/proposals`, { cookie: by.cookie, body });
const listed = (by: TestUser, place: number) =>
  world.call(`GET /api/partner-portal/places/${place}/proposals`, { cookie: by.cookie });
const withdraw = (by: TestUser, id: string) =>
  world.call(`POST /api/partner-portal/place-proposals/${id}/withdraw`, { cookie: by.cookie });
const approve = (id: string) => world.call(`POST /api/admin/place-proposals/${id}/approve`, { cookie: admin.cookie });
const decline = (id: string, body: object = { reason: 'That is not what the sign says' }) =>
  world.call(`POST /api/admin/place-proposals/${id}/decline`, { cookie: admin.cookie, body });
const all = (query = '') => world.call(`GET /api/admin/place-proposals${query}`, { cookie: admin.cookie });
const placeOf = async (id: number) => (await world.call(`GET /api/locations/${id}`)).body.place;
const said = ({ status, body }: Reply) => [status, body.code];

/** A JPEG as a phone takes it: held upright, and telling where. */
const photo = (width = 1_200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6f7f' } })
    .withExif({ IFD0: { Copyright: 'zzsecret' }, IFD3: { GPSLatitude: '21/1 17/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

async function upload(by: TestUser, content: Buffer): Promise<string> {
  const { body, headers } = aForm(content, { name: 'place.jpg' });
  const reply = await world.call('POST /api/uploads/place-picture', { cookie: by.cookie, body, headers });
  expect(reply.status).toBe(201);
  return reply.body.id;
}

const mailsTo = async ({ email }: TestUser) => (await world.mail()).filter(({ to }) => to === email);

async function withStaff(scene: PartnerScene): Promise<TestUser> {
  return await aMember(world, scene.organisation, ['partner_content_management']);
}

test('name, words and picture are proposed, seen by nobody else, approved, and then seen by guests at once', async () => {
  const scene = await aPartner(world, { name: 'Hale Kai', description: 'By the sea', image_color: '#123456' });
  const { placeId, owner } = scene;
  const staff = await withStaff(scene);
  const before = await placeOf(placeId);
  const picture = await upload(staff, await photo());
  const words = { name: 'Hale Kai by the sea', description: 'Kitchen, garden\nand lanai.' };
  const made = await propose(staff, placeId, { ...words, picture });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ ...words, has_picture: true, status: 'pending', decided_at: null });
  expect(await placeOf(placeId)).toEqual(before);
  expect((await listed(owner, placeId)).body).toEqual([made.body]);
  const { id, picture_url } = made.body;
  const seen = await world.call(`GET ${picture_url}`, { cookie: owner.cookie });
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(said(await world.call(`GET /place-pictures/${id}`))).toEqual([404, 'not_found']);

  const waiting = (await all('?status=pending&search=hale kai')).body;
  expect(waiting).toMatchObject({ total: 1, pending: 1 });
  expect(waiting.rows[0]).toMatchObject({
    ...{ id, proposed_by: staff.email, place: { name: 'Hale Kai', description: 'By the sea' } },
    organisation: { id: scene.organisation },
  });
  const byAdmin = await world.call(`GET ${waiting.rows[0].picture_url}`, { cookie: admin.cookie });
  expect(byAdmin.bytes.equals(seen.bytes)).toBe(true);

  const approved = await approve(id);
  expect(approved.status).toBe(200);
  expect(approved.body).toMatchObject({ status: 'approved', decided_by: admin.email, picture_url: null });
  const image_url = `/place-pictures/${id}`;
  expect(await placeOf(placeId)).toEqual({ ...before, ...words, image_url, image_color: null });
  const shown = await world.call(`GET ${image_url}`);
  expect(shown.bytes.equals(seen.bytes)).toBe(true);
  expect(shown.headers['cache-control']).toContain('immutable');
  for (const person of [owner, staff]) {
    const [mail] = await mailsTo(person);
    expect(mail).toMatchObject({ subject: 'Your changes to Hale Kai by the sea are approved' });
    expect(mail!.text).toContain(encodeURIComponent(`/partner-portal/places?open=${placeId}`));
  }
  expect(await auditContentOf(world, 'place_changed', String(placeId))).toMatchObject([
    { before: { name: 'Hale Kai', description: 'By the sea' }, after: { ...words, image_url } },
  ]);
  expect((await listed(owner, placeId)).body).toMatchObject([{ id, status: 'approved', picture_url: null }]);
  expect(said(await world.call(`GET ${picture_url}`, { cookie: owner.cookie }))).toEqual([404, 'not_found']);

  // It is among what a device keeps of the place.
  expect((await world.call(`GET /api/locations/${placeId}/pack`)).body.files).toContainEqual({
    ...{ path: image_url, bytes: shown.bytes.length },
  });

  // What is left out stays, and the next picture has another address.
  const next = await propose(owner, placeId, { picture: await upload(owner, await photo(800, 1_000)) });
  await approve(next.body.id);
  expect(await placeOf(placeId)).toMatchObject({ ...words, image_url: `/place-pictures/${next.body.id}` });
  expect(said(await world.call(`GET ${image_url}`))).toEqual([404, 'not_found']);
});

test('a picture says nothing of where and by what it was taken, but how it was held', async () => {
  const { owner, placeId } = await aPartner(world);
  // Phones put a second picture behind the first.
  const first = await photo();
  expect(first.includes('zzsecret')).toBe(true);
  // Of a kind that is no picture's, and which some programs take for its size.
  const aside = Buffer.concat([Buffer.from('ffc8000a', 'hex'), Buffer.from('zzsecret')]);
  const taken = Buffer.concat([first.subarray(0, 2), aside, first.subarray(2), Buffer.from('zzsecret, and more')]);
  const { body } = await propose(owner, placeId, { picture: await upload(owner, taken) });
  const { bytes } = await world.call(`GET ${body.picture_url}`, { cookie: owner.cookie });
  expect(bytes.includes('zzsecret')).toBe(false);
  const { orientation, exif, width, height } = await sharp(bytes).metadata();
  expect({ orientation, width, height, exif: exif!.length }).toEqual({
    ...{ orientation: 6, width: 1_200, height: 800 },
    exif: 32,
  });
  expect(await sharp(bytes).raw().toBuffer()).toEqual(await sharp(first).raw().toBuffer());
});

test('a proposal that is declined says why, changes nothing, and another one may follow', async () => {
  const { owner, placeId } = await aPartner(world, { name: 'Hale Nani' });
  const before = await placeOf(placeId);
  const { body } = await propose(owner, placeId, {
    name: 'The best hotel',
    picture: await upload(owner, await photo()),
  });
  expect(said(await decline(body.id, {}))).toEqual([400, 'invalid_request']);
  const declined = await decline(body.id);
  expect(declined.body).toMatchObject({ status: 'declined', decision_reason: 'That is not what the sign says' });
  expect(await placeOf(placeId)).toEqual(before);
  expect((await listed(owner, placeId)).body[0]).toMatchObject({
    ...{ status: 'declined', decision_reason: 'That is not what the sign says', picture_url: null },
  });
  const [mail] = await mailsTo(owner);
  expect(mail!.subject).toBe('Your changes to Hale Nani were declined');
  expect(mail!.text).toContain('The reason: That is not what the sign says');
  expect((await propose(owner, placeId, { name: 'Hale Nani, lobby' })).status).toBe(201);
  expect(await auditContentOf(world, 'place_proposal_declined', body.id)).toMatchObject([
    { before: { status: 'pending' }, after: { status: 'declined', reason: 'That is not what the sign says' } },
  ]);
});

test('one waits at a time; it is withdrawn, and then decided about no more, nor twice', async () => {
  const { owner, placeId } = await aPartner(world);
  const [first, second] = await Promise.all([
    propose(owner, placeId, { name: 'One' }),
    propose(owner, placeId, { name: 'Two' }),
  ]);
  expect([first, second].map(({ status }) => status).sort()).toEqual([201, 409]);
  const [made, refused] = first.status === 201 ? [first, second] : [second, first];
  expect(refused.body.code).toBe('proposal_pending');
  const { id } = made.body;
  for (let time = 0; time < 2; time++) expect((await withdraw(owner, id)).body).toMatchObject({ status: 'withdrawn' });
  for (const late of [await approve(id), await decline(id)]) expect(said(late)).toEqual([409, 'proposal_decided']);
  expect(await mailsTo(owner)).toEqual([]);

  const again = (await propose(owner, placeId, { name: 'Three' })).body.id;
  const answers = await Promise.all([approve(again), decline(again), withdraw(owner, again)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'proposal_decided')).toHaveLength(2);
});

test('what is another partner’s is answered like what is not there, recorded, and stays as it is', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  const picture = await upload(theirs.owner, await photo());
  const { body } = await propose(theirs.owner, theirs.placeId, { name: 'Theirs', picture });
  const tries = [
    await propose(mine.owner, theirs.placeId, { name: 'Mine' }),
    await listed(mine.owner, theirs.placeId),
    await withdraw(mine.owner, body.id),
    await world.call(`GET ${body.picture_url}`, { cookie: mine.owner.cookie }),
    await propose(mine.owner, mine.placeId, { picture }),
    await propose(mine.owner, 2_000_000_000, { name: 'Mine' }),
  ];
  for (const reply of tries) expect(said(reply)).toEqual([404, 'not_found']);
  expect((await listed(theirs.owner, theirs.placeId)).body).toEqual([body]);
  const events = world.db.selectFrom('security_events').select('id').where('event_type', '=', 'foreign_access');
  await expect
    .poll(async () => (await events.where('user_id', '=', mine.owner.id).execute()).length)
    .toBeGreaterThanOrEqual(1);
  // A place that is another's by the time of the decision takes nothing of its former one.
  await world.db
    .updateTable('locations')
    .set({ organisation_id: mine.organisation })
    .where('id', '=', theirs.placeId)
    .execute();
  expect(said(await approve(body.id))).toEqual([409, 'changed_meanwhile']);
  expect((await decline(body.id)).status).toBe(200);
});

test('a picture that is none, too large, too small or another kind is refused', async () => {
  const { owner, placeId } = await aPartner(world);
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (const content of [aPng(), png, await photo(700, 480), await photo(720, 400), (await photo()).subarray(0, -40)]) {
    const refused = await propose(owner, placeId, { picture: await upload(owner, content) });
    expect(said(refused)).toEqual([415, 'file_refused']);
  }
  const large = aForm(Buffer.concat([await photo(), Buffer.alloc(2 * 1024 * 1024)]));
  const sent = await world.call('POST /api/uploads/place-picture', { cookie: owner.cookie, ...large });
  expect(said(sent)).toEqual([413, 'payload_too_large']);
  const svg = aForm('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', { name: 'a.jpg' });
  expect(said(await world.call('POST /api/uploads/place-picture', { cookie: owner.cookie, ...svg }))).toEqual([
    ...[415, 'file_refused'],
  ]);
});

test('words that are none are refused', async () => {
  const { owner, placeId } = await aPartner(world);
  const bodies = [
    ...[{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(121) }, { name: 'two\nlines' }, { name: 'a\u202eb' }],
    ...[{ description: '' }, { description: 'x'.repeat(2_001) }, { picture: 'mine' }, { name: 'A', address: 'B' }],
  ];
  for (const body of bodies)
    expect(said(await propose(owner, placeId, body)), JSON.stringify(body).slice(0, 60)).toEqual([
      400,
      'invalid_request',
    ]);
  const clerk = await aMember(world, (await aPartner(world)).organisation, ['qr_code_management']);
  expect(said(await propose(clerk, placeId, { name: 'Mine' }))).toEqual([403, 'forbidden']);
  expect((await listed(owner, placeId)).body).toEqual([]);
});
