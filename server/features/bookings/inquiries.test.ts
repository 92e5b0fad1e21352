import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { limits } from '../../platform/limits/limits.ts';

let world: World;
let traveler: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  traveler = await world.aUser();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const send = (body: object, headers?: Record<string, string>, cookie = traveler.cookie) =>
  world.call('POST /api/bookings/inquiries', { cookie, body: { booking_platform: 'viator', ...body }, headers });
const list = async (query = '') =>
  (await world.call(`GET /api/bookings/inquiries${query}`, { cookie: admin.cookie })).body;
const answer = (id: string, body: object, cookie = admin.cookie) =>
  world.call(`PATCH /api/bookings/inquiries/${id}`, { cookie, body });

describe('"My booking is missing"', () => {
  test('is kept and mailed to every administrator once, however often it is sent', async () => {
    await world.aUser({ role: 'admin', email: 'second-admin@example.com' });
    const gone = await world.aUser({ role: 'admin', email: 'gone-admin@example.com' });
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', gone.id).execute();
    const listing = await world.aListing({ name: 'Reef Walk' });
    const body = {
      business_listing_id: listing,
      booking_reference: 'BR-1',
      travel_date: '2026-12-01',
      note: 'Two adults\nBcc: everybody@example.com',
    };
    const replies = await Promise.all([1, 2, 3].map(() => send(body, { 'idempotency-key': 'question-0123456789' })));
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.raw}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 201, body: { experience_name: 'Reef Walk', status: 'open' } });
    const mail = await world.mail();
    expect(mail.map((one) => one.to).sort()).toEqual([admin.email, 'second-admin@example.com'].sort());
    expect(mail[0]!.text).toContain('Reef Walk');
    expect(mail[0]!.text).toContain('Note: Two adults Bcc: everybody@example.com');
    expect(mail[0]!.text).toContain(traveler.email);
    const { rows: inquiries, total } = await list('?status=open');
    expect(total).toBe(1);
    expect(inquiries[0]).toMatchObject({ booking_reference: 'BR-1', traveler: { email: traveler.email } });
  });

  test('names an experience that exists, or says it in words', async () => {
    expect((await send({})).body.code).toBe('inquiry_listing');
    expect((await send({ experience_name: '  ' })).body.code).toBe('inquiry_listing');
    expect((await send({ business_listing_id: 2_000_000_000 })).status).toBe(404);
    expect((await send({ experience_name: 'A boat in Hāna' })).body.experience_name).toBe('A boat in Hāna');
    expect((await send({ experience_name: 'x', travel_date: '2026-13-01' })).status).toBe(400);
    expect((await send({ experience_name: 'x', booking_platform: 'booking' })).status).toBe(400);
  });
});

describe('an answer', () => {
  test('closes the inquiry, is mailed to the traveler once, and is audited', async () => {
    const asker = await world.aUser();
    const { id } = (await send({ experience_name: 'Luau' }, {}, asker.cookie)).body;
    const before = (await world.mail()).length;
    const body = { status: 'resolved', note: 'It was on another e-mail address; it is in your list now.' };
    expect((await answer(id, body)).body).toMatchObject({ status: 'resolved', answer: body.note });
    await answer(id, body);
    const mail = (await world.mail()).slice(before);
    expect(mail.map((one) => one.to)).toEqual([asker.email]);
    expect(mail[0]!.text).toContain(body.note);
    expect((await answer(id, { status: 'open' })).body).toMatchObject({ status: 'open', answer: body.note });
    expect((await world.mail()).length).toBe(before + 1);
    const entries = await world.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(entries.map((one) => one.action)).toEqual(['inquiry_sent', 'inquiry_answered', 'inquiry_answered']);
    // What was answered is erased with the traveler's account.
    const contents = await auditContentOf(world, 'inquiry_answered', id);
    expect(contents.map(({ personId }) => personId)).toEqual([asker.id, asker.id]);
  });

  test('is for administrators, and in pages', async () => {
    const { id } = (await send({ experience_name: 'Luau' })).body;
    expect((await answer(id, { status: 'resolved' }, traveler.cookie)).status).toBe(403);
    const { rows, total } = await list('?limit=200');
    expect(rows).toHaveLength(total);
    const paged = [];
    for (let next = ''; ; ) {
      const page = await list(`?limit=2${next}`);
      paged.push(...page.rows);
      if (page.next === null) break;
      next = `&after=${page.next}`;
    }
    expect(paged).toEqual(rows);
    const found = await list(`?search=LUAU&id=${id}`);
    expect(found).toEqual({ rows: [expect.objectContaining({ id, experience_name: 'Luau' })], total: 1, next: null });
    expect((await list(`?search=nobody&id=${id}`)).total).toBe(0);
  });

  test('leaves the list of those that are open, which counts one less', async () => {
    const { id } = (await send({ experience_name: 'Luau' })).body;
    const totals = () =>
      Promise.all(['?status=open', '?status=dismissed', ''].map(async (query) => (await list(query)).total));
    const [open, dismissed, all] = await totals();
    await answer(id, { status: 'dismissed' });
    expect(await totals()).toEqual([open - 1, dismissed + 1, all]);
    const { rows: inquiries } = await list('?status=dismissed');
    expect(inquiries.map((one: { id: string }) => one.id)).toContain(id);
  });
});

test('of one person are sent a day as many as the limit says, whatever comes between them', async () => {
  const strict = await createWorld();
  const [one, other] = [await strict.aUser(), await strict.aUser()];
  const ask = (user: TestUser) =>
    strict.call('POST /api/bookings/inquiries', {
      cookie: user.cookie,
      body: { booking_platform: 'viator', experience_name: 'Luau' },
    });
  const { amount } = limits['inquiry-daily'];
  for (let sent = 0; sent < amount; sent++) {
    expect((await ask(one)).status).toBe(201);
    strict.clock.advance(600);
  }
  expect((await ask(one)).body.code).toBe('rate_limited');
  expect((await ask(other)).status).toBe(201);
  await strict.close();
});

test('is answered in the language it was asked in, whatever the administrator reads', async () => {
  const web = await createWorld({ webFolder: builtWeb });
  const [asker, reader] = [await web.aUser(), await web.aUser({ role: 'admin' })];
  const { body } = await web.call('POST /api/bookings/inquiries', {
    cookie: asker.cookie,
    headers: { 'accept-language': 'ja' },
    body: { booking_platform: 'viator', experience_name: 'Luau' },
  });
  const note = 'It is in your list now.';
  await web.call(`PATCH /api/bookings/inquiries/${body.id}`, {
    cookie: reader.cookie,
    headers: { 'accept-language': 'en' },
    body: { status: 'resolved', note },
  });
  const [asked, answered] = await web.mail();
  expect([asked!.to, asked!.subject]).toEqual([reader.email, 'A traveler is missing a booking']);
  expect([answered!.to, answered!.subject]).toEqual([asker.email, 'お問い合わせの予約について']);
  expect(answered!.text).toContain(note);
  await web.close();
});
