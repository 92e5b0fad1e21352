import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { insertRequest } from './qr-requests.store.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const submit = (by: TestUser, body: object) =>
  world.call('POST /api/partner-portal/qr-request', { cookie: by.cookie, body });
const requestsOf = (owner: TestUser, by = owner) =>
  world.call(`GET /api/partner-portal/qr-requests/${owner.id}`, { cookie: by.cookie });
const approve = (id: string, body?: object, by = admin) =>
  world.call(`POST /api/partner-portal/qr-request/${id}/auto-approve`, { cookie: by.cookie, ...(body && { body }) });
const reject = (id: string, body?: object) =>
  world.call(`POST /api/admin/qr-requests/${id}/reject`, { cookie: admin.cookie, ...(body && { body }) });
const codesOf = async (owner: TestUser) =>
  (await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, { cookie: owner.cookie })).body;
const mailsTo = async ({ email }: TestUser) => (await world.mail()).filter(({ to }) => to === email);

const inHilo = { latitude: 19.72, longitude: -155.08 };

/** A request for a place that is not there yet. */
async function aRequest(scene: PartnerScene, given: object = {}) {
  const { status, body } = await submit(scene.owner, { location_name: 'Beach house', ...inHilo, ...given });
  expect(status).toBe(201);
  return body.request as { id: string };
}

test('a new place is asked for, approved, and scanned', async () => {
  const scene = await aPartner(world);
  const { owner } = scene;
  const { status, body } = await submit(owner, {
    ...{ partner_id: owner.id, request_type: 'new_location', location_name: '  Beach house ' },
    ...{ location_description: 'Six rooms', location_address: '1 Banyan Dr, Hilo', ...inHilo },
  });
  expect(status).toBe(201);
  expect(body.message).toBe('QR code request submitted for admin approval!');
  const due_at = new Date(world.clock.now().getTime() + 48 * 3_600_000).toISOString();
  expect(body.request).toMatchObject({ location_name: 'Beach house', status: 'pending', due_at, qr_code_id: null });
  expect((await codesOf(owner)).codes).toHaveLength(1);

  const approved = await approve(body.request.id);
  expect(approved.body).toMatchObject({ status: 'approved', decided_by: admin.email });
  const { codes } = await codesOf(owner);
  const made = codes.find((one: { qr_code_id: string }) => one.qr_code_id === approved.body.qr_code_id);
  expect(made).toMatchObject({ location_name: 'Beach house', location_description: 'Six rooms', status: 'active' });
  const place = world.db.selectFrom('locations').select(['island', 'address', 'latitude', 'longitude']);
  expect(await place.where('id', '=', made.location_id).executeTakeFirst()).toEqual({
    ...{ island: 'Hawaiʻi Island', address: '1 Banyan Dr, Hilo', ...inHilo },
  });
  await scanBy(world, made.qr_code_id, 2);
  const after = (await codesOf(owner)).codes.find((one: { qr_code_id: string }) => one.qr_code_id === made.qr_code_id);
  expect(after.scan_count).toBe(2);
  expect((await requestsOf(owner)).body[0]).toMatchObject({ status: 'approved', qr_code_id: made.qr_code_id });
});

test('what an approval makes has entries of its own in the audit log: the place, the code as it is printed, and the one it replaces', async () => {
  const scene = await aPartner(world);
  await world.db
    .updateTable('organisations')
    .set({ name: 'Hale Audit' })
    .where('id', '=', scene.organisation)
    .execute();
  const about = { location_description: 'Six rooms', location_address: '1 Banyan Dr, Hilo' };
  const { id } = await aRequest(scene, { ...about, label: 'Desk' });
  const { qr_code_id: code } = (await approve(id)).body;
  const idOf = async (one: string) =>
    await world.db
      .selectFrom('qr_codes')
      .select(['id', 'location_id'])
      .where('code', '=', one)
      .executeTakeFirstOrThrow();
  const made = await idOf(code);
  const place = String(made.location_id);
  expect(await auditContentOf(world, 'place_created', place)).toEqual([
    {
      personId: null,
      after: {
        ...{ name: 'Beach house', description: 'Six rooms', address: '1 Banyan Dr, Hilo', ...inHilo },
        ...{ partner: 'Hale Audit', organisation_id: scene.organisation },
      },
    },
  ]);
  expect(await auditActorsOf(world, 'place_created', place)).toEqual([admin.id]);
  expect(await auditContentOf(world, 'qr_code_made', String(made.id))).toEqual([
    { personId: null, after: { code, location_id: made.location_id, label: 'Desk', request: id } },
  ]);
  expect(await auditContentOf(world, 'qr_request_approved', id)).toEqual([
    { personId: null, before: { status: 'pending' }, after: { status: 'approved', code, reason: null } },
  ]);

  const ask = { location_name: 'Beach house', request_type: 'replacement', qr_code_id: code };
  const { request } = (await submit(scene.owner, ask)).body;
  const { qr_code_id: next } = (await approve(request.id)).body;
  expect(await auditContentOf(world, 'place_created', place)).toHaveLength(1);
  const after = { code: next, location_id: made.location_id, label: 'Desk', replaces: code, request: request.id };
  expect(await auditContentOf(world, 'qr_code_made', String((await idOf(next)).id))).toEqual([
    { personId: null, after },
  ]);
  expect(await auditContentOf(world, 'qr_code_replaced', String(made.id))).toEqual([
    { personId: null, before: { code, status: 'active' }, after: { code, status: 'replaced', replaced_by: next } },
  ]);
});

test('nobody is told whose account is suspended', async () => {
  const scene = await aPartner(world);
  const staff = await aMember(world, scene.organisation, ['qr_code_management']);
  const { body } = await submit(staff, { location_name: 'Pool', ...inHilo });
  await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', staff.id).execute();
  expect((await reject(body.request.id, { reason: 'Too near' })).status).toBe(200);
  expect([await mailsTo(scene.owner), await mailsTo(staff)]).toEqual([[expect.anything()], []]);
});

test('the owner and who asked are told by mail what was decided', async () => {
  const scene = await aPartner(world);
  const clerk = await aMember(world, scene.organisation, ['qr_code_management']);
  const { body } = await submit(clerk, { location_name: 'Pool bar', ...inHilo });
  await reject(body.request.id, { reason: 'The pool is closed' });
  for (const reader of [scene.owner, clerk]) {
    const [mail] = await mailsTo(reader);
    expect(mail!.subject).toBe('Your QR code request for Pool bar was rejected');
    expect(mail!.text).toContain('The reason: The pool is closed');
  }
  expect((await requestsOf(scene.owner)).body[0]).toMatchObject({
    ...{ status: 'rejected', decision_reason: 'The pool is closed', qr_code_id: null },
  });
  const { id } = await aRequest(scene);
  const { qr_code_id: code } = (await approve(id)).body;
  const mails = await mailsTo(scene.owner);
  expect(mails.at(-1)!.subject).toBe('Your QR code for Beach house is ready');
  expect(mails.at(-1)!.text).toContain(`/auth?redirect=${encodeURIComponent(`/partner-portal/qr-codes?open=${code}`)}`);
});

test('a code that is replaced keeps its history and leads to the new one', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  const { owner, code, placeId } = scene;
  await scanBy(world, code, 3);
  const { body } = await submit(owner, { location_name: 'Lobby', request_type: 'replacement', qr_code_id: code });
  expect(body.request.replaces).toBe(code);
  const { body: approved } = await approve(body.request.id);
  const { codes, used } = await codesOf(owner);
  expect(used).toBe(1);
  const of = (one: string) => codes.find(({ qr_code_id }: { qr_code_id: string }) => qr_code_id === one);
  expect(of(code)).toMatchObject({ status: 'replaced', replaced_by: approved.qr_code_id, scan_count: 3 });
  expect(of(approved.qr_code_id)).toMatchObject({ status: 'active', location_id: placeId, scan_count: 0 });
  const change = { cookie: owner.cookie, body: { status: 'active' } };
  expect((await world.call(`PATCH /api/partner-portal/qr-code/${code}`, change)).body.code).toBe('code_closed');
});

test('without its code, a replacement is of the only one of the place by name', async () => {
  const { owner, code, placeId } = await aPartner(world, { name: 'Lobby' });
  const ask = () => submit(owner, { location_name: 'lobby', request_type: 'replacement' });
  const { body } = await ask();
  expect(body.request.replaces).toBe(code);
  expect((await ask()).body.code).toBe('replacement_pending');
  await reject(body.request.id);
  await world.aCode({ location_id: placeId });
  expect((await ask()).body.code).toBe('replacement_unclear');
  const elsewhere = { location_name: 'Nowhere', request_type: 'replacement' };
  expect((await submit(owner, elsewhere)).body.code).toBe('replacement_unclear');
});

test('a further code of a place is made there', async () => {
  const { owner, placeId } = await aPartner(world, { name: 'Lobby' });
  const { body } = await submit(owner, { location_name: 'Lobby', location_id: placeId, label: 'Breakfast' });
  const { body: approved } = await approve(body.request.id);
  const { codes } = await codesOf(owner);
  const made = codes.find((one: { qr_code_id: string }) => one.qr_code_id === approved.qr_code_id);
  expect(made).toMatchObject({ location_id: placeId, label: 'Breakfast' });
});

test('as many codes as the account allows can be asked for, and approved, at the same time too', async () => {
  const scene = await aPartner(world);
  const { owner, organisation } = scene;
  await world.db.updateTable('organisations').set({ qr_codes_limit: 2 }).where('id', '=', organisation).execute();
  const { id } = await aRequest(scene);
  expect(await submit(owner, { location_name: 'One more', ...inHilo })).toMatchObject({
    ...{ status: 409, body: { code: 'qr_code_limit' } },
  });
  expect((await approve(id)).status).toBe(200);
  expect((await codesOf(owner)).used).toBe(2);
  await world.db.updateTable('organisations').set({ qr_codes_limit: 4 }).where('id', '=', organisation).execute();
  const both = [await aRequest(scene), await aRequest(scene)];
  await world.db.updateTable('organisations').set({ qr_codes_limit: 3 }).where('id', '=', organisation).execute();
  const statuses = await Promise.all(both.map(async (one) => (await approve(one.id)).status));
  expect(statuses.sort()).toEqual([200, 409]);
  expect((await codesOf(owner)).codes).toHaveLength(3);
});

test('a request is decided once, whoever else decides meanwhile', async () => {
  const scene = await aPartner(world);
  const { id } = await aRequest(scene);
  const second = await world.aUser({ role: 'admin' });
  const answers = await Promise.all([approve(id), approve(id, undefined, second), reject(id)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'qr_request_decided')).toHaveLength(2);
  const codes = (await codesOf(scene.owner)).codes.length;
  expect([1, 2]).toContain(codes);
  expect(codes).toBe(1 + answers.slice(0, 2).filter(({ status }) => status === 200).length);
});

test('an approval that is sent again with its key makes one code', async () => {
  const scene = await aPartner(world);
  const { id } = await aRequest(scene);
  const key = { 'idempotency-key': randomUUID() };
  const send = () =>
    world.call(`POST /api/partner-portal/qr-request/${id}/auto-approve`, { cookie: admin.cookie, headers: key });
  const [first, again] = [await send(), await send()];
  expect(again.body).toEqual(first.body);
  expect((await codesOf(scene.owner)).codes).toHaveLength(2);
});

test('where nobody has told where the place is, the administrator may; a place of the same address tells, else it is on no map', async () => {
  const scene = await aPartner(world, { address: '4 Front St, Lahaina', latitude: 20.87, longitude: -156.68 });
  const { body } = await submit(scene.owner, { location_name: 'Annex', location_address: '9 Front St, Lahaina' });
  expect((await approve(body.request.id, { latitude: 20.88 })).status).toBe(400);
  expect((await approve(body.request.id, { latitude: 20.88, longitude: -156.68 })).body.status).toBe('approved');
  const same = await submit(scene.owner, { location_name: 'Annex 2', location_address: '4 front st, lahaina' });
  expect((await approve(same.body.request.id)).body.status).toBe('approved');
  const place = world.db.selectFrom('locations').select(['island', 'latitude']).where('name', '=', 'Annex 2');
  expect(await place.executeTakeFirst()).toEqual({ island: 'Maui', latitude: 20.87 });
  const nowhere = await submit(scene.owner, { location_name: 'Somewhere', location_address: '77 Nowhere Road' });
  expect((await approve(nowhere.body.request.id)).body).toMatchObject({
    status: 'approved',
    request_id: nowhere.body.request.id,
  });
  const somewhere = world.db.selectFrom('locations').select(['island', 'latitude']).where('name', '=', 'Somewhere');
  expect(await somewhere.executeTakeFirst()).toEqual({ island: '', latitude: null });
});

test.each([
  [{}, 'location_name'],
  [{ location_name: '   ' }, 'location_name'],
  [{ location_name: 'x'.repeat(121) }, 'location_name'],
  [{ location_name: 'Hale', request_type: 'banner' }, 'request_type'],
  [{ location_name: 'Hale', latitude: 91, longitude: 0 }, 'latitude'],
  [{ location_name: 'Hale', latitude: 20 }, 'longitude'],
  [{ location_name: 'Hale', location_description: 'x'.repeat(2_001) }, 'location_description'],
])('a request like %j is refused at its field', async (body, field) => {
  const { owner } = await aPartner(world);
  const reply = await submit(owner, body);
  expect(reply.status).toBe(400);
  expect(reply.body.fields.map(({ path }: { path: string }) => path)).toContain(`body.${field}`);
});

test('another partner’s id, place or code in a request is answered like a missing one', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  const missing = { status: 404, body: { code: 'not_found' } };
  const of = (body: object) => submit(mine.owner, { location_name: 'Hale', ...inHilo, ...body });
  expect(await of({ partner_id: theirs.owner.id })).toMatchObject(missing);
  expect(await of({ partner_id: randomUUID() })).toMatchObject(missing);
  expect(await of({ location_id: theirs.placeId })).toMatchObject(missing);
  expect(await of({ request_type: 'replacement', qr_code_id: theirs.code })).toMatchObject(missing);
  expect(await requestsOf(theirs.owner, mine.owner)).toMatchObject(missing);
  expect((await requestsOf(theirs.owner)).body).toEqual([]);
});

test('behind the wall nobody asks for the replacement of another’s code, nor decides about their own request', async () => {
  const [mine, theirs] = [await aPartner(world), await aPartner(world)];
  const codeOf = async ({ code }: PartnerScene) =>
    (await world.db.selectFrom('qr_codes').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
  const insert = (given: object) =>
    withTenant(world.db, { organisation: mine.organisation }, (tx) =>
      insertRequest(tx, {
        ...{ organisation_id: mine.organisation, request_type: 'replacement', location_name: 'Lobby' },
        ...{ location_description: '', location_address: '', created_at: world.clock.now(), ...given },
      }),
    );
  await expect(insert({ replaces: await codeOf(theirs) })).rejects.toMatchObject({ code: '42501' });
  await expect(insert({ replaces: await codeOf(mine), status: 'rejected' })).rejects.toMatchObject({ code: '42501' });
  expect(await insert({ replaces: await codeOf(mine) })).toEqual(expect.any(String));
});

test('an administrator sees all requests, those that wait longest first, and which are late', async () => {
  const own = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  try {
    const { owner, organisation } = await aPartner(own);
    // Sessions end before a request is late.
    const anAdmin = async () => (await own.aUser({ role: 'admin' })).cookie;
    const ask = async (location_name: string) => {
      const { cookie } = await aMember(own, organisation, ['qr_code_management']);
      await own.call('POST /api/partner-portal/qr-request', { cookie, body: { location_name, ...inHilo } });
    };
    const list = async (query = '') =>
      (await own.call(`GET /api/admin/qr-requests${query}`, { cookie: await anAdmin() })).body;
    await ask('First');
    own.clock.advance(24 * 3_600);
    await ask('Second');
    own.clock.advance(23 * 3_600);
    expect((await list()).waiting).toEqual({ pending: 2, due: 1, late: 0 });
    own.clock.advance(3_600);
    await ask('Third');
    const all = await list();
    expect(all.waiting).toEqual({ pending: 3, due: 1, late: 1 });
    expect(all.rows.map((row: { location_name: string }) => row.location_name)).toEqual(['First', 'Second', 'Third']);
    expect(all.rows[0]).toMatchObject({ has_position: true, partner_id: owner.id });
    const page = await list('?limit=2');
    const rest = await list(`?limit=2&after=${page.next}`);
    expect(rest.rows.map((row: { location_name: string }) => row.location_name)).toEqual(['Third']);
    await own.call(`POST /api/admin/qr-requests/${all.rows[0].id}/reject`, { cookie: await anAdmin() });
    expect((await list('?status=pending')).total).toBe(2);
    expect((await list('?search=secon')).rows).toHaveLength(1);
  } finally {
    await own.close();
  }
});
