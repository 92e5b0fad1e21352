import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { limits } from '../../platform/limits/limits.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

let networks = 0;
let network: string;
beforeEach(() => {
  network = `198.51.100.${networks++}`;
});

interface Written {
  user: TestUser;
  booking_id: string;
  id: string;
  listing: number;
}
async function aReview(words: string | null = 'Ask for Dave'): Promise<Written> {
  const user = await world.aUser();
  const listing = await world.aListing();
  const booking_id = await world.aBooking({ user_id: user.id, listing_id: listing, status: 'completed' });
  return { user, booking_id, listing, id: await write({ user, booking_id }, words) };
}
async function write({ user, booking_id }: Pick<Written, 'user' | 'booking_id'>, words: string | null) {
  const body = { booking_id, rating: 3, words };
  const reply = await world.call('POST /api/reviews', { cookie: user.cookie, body });
  expect(reply.status, reply.raw).toBeLessThan(300);
  return reply.body.id as string;
}
const report = (id: string, body: object = { reason: 'private' }, cookie?: string, from = network) =>
  world.call(`POST /api/reviews/${id}/report`, { body, cookie, headers: { 'x-forwarded-for': from } });
const asAdmin = (request: `${string} ${string}`, body?: object) =>
  world.call(request, { cookie: admin.cookie, ...(body && { body }) });
const of = async (id: string) => (await asAdmin(`GET /api/reviews?id=${id}`)).body.rows[0];
const leave = async (id: string, reports: number, words_version?: string) =>
  asAdmin(`POST /api/reviews/${id}/leave`, {
    ...{ reports, words_version: words_version ?? (await of(id)).words_version },
  });

test('a review with words waits until an administrator has looked at it, and again once its words change', async () => {
  const review = await aReview();
  const silent = await aReview(null);
  expect([(await of(review.id)).awaits_look, (await of(silent.id)).awaits_look]).toEqual([true, false]);
  const waiting = async () => (await asAdmin('GET /api/reviews?awaits_look=true')).body.total;
  const before = await waiting();
  expect((await leave(review.id, 0)).body).toMatchObject({ id: review.id, awaits_look: false, hidden: false });
  expect(await waiting()).toBe(before - 1);
  await write(review, 'Ask for Dave');
  expect((await of(review.id)).awaits_look).toBe(false);
  await write(review, 'Ask for Kai');
  expect((await of(review.id)).awaits_look).toBe(true);
  const [entry] = await auditContentOf(world, 'review_left', review.id);
  expect(entry).toMatchObject({
    personId: review.user.id,
    before: { awaits_look: true },
    after: { awaits_look: false, reports: 0 },
  });
  expect(
    (await asAdmin(`PATCH /api/reviews/${review.id}`, { hidden: true, reason: 'Names a person' })).body,
  ).toMatchObject({
    ...{ hidden: true, awaits_look: false },
  });
});

test('words that came after those that were read are left, hidden and shown by nobody', async () => {
  const review = await aReview();
  const { words_version } = await of(review.id);
  const moderate = (hidden: boolean) =>
    asAdmin(`PATCH /api/reviews/${review.id}`, { hidden, reason: 'Names a person', words_version });
  await write(review, 'Dave owes me money');
  expect((await leave(review.id, 0, words_version)).body.code).toBe('changed_meanwhile');
  expect((await moderate(true)).body.code).toBe('changed_meanwhile');
  expect(await of(review.id)).toMatchObject({ awaits_look: true, hidden: false });
  await write(review, 'Ask for Dave');
  expect((await moderate(true)).body).toMatchObject({ awaits_look: false, hidden: true });
  await write(review, 'Dave owes me money');
  expect((await moderate(false)).body.code).toBe('changed_meanwhile');
  expect(await of(review.id)).toMatchObject({ awaits_look: true, hidden: true });
});

test('each reader reports a review once, which then waits with what they said', async () => {
  const { id } = await aReview(null);
  const reader = await world.aUser();
  expect((await report(id, { reason: 'private', note: 'It names me' }, reader.cookie)).body).toEqual({
    received: true,
  });
  await report(id, { reason: 'offensive' }, reader.cookie);
  for (const _ of [1, 2]) expect((await report(id)).status).toBe(202);
  const told = await of(id);
  expect(told).toMatchObject({ awaits_look: true, report_count: 2 });
  expect(told.reports).toEqual([
    { reason: 'private', note: null, reported_at: world.clock.now().toISOString() },
    { reason: 'private', note: 'It names me', reported_at: world.clock.now().toISOString() },
  ]);
  expect((await leave(id, 1)).body.code).toBe('changed_meanwhile');
  expect((await leave(id, 2)).status).toBe(200);
  await report(id);
  expect((await of(id)).awaits_look).toBe(false);
  await report(id, { reason: 'other' }, undefined, '203.0.113.9');
  expect(await of(id)).toMatchObject({ awaits_look: true, report_count: 3 });
  const { rows } = await world.database.pool.query('select review_reports::text as row from review_reports');
  expect(rows.filter(({ row }) => row.includes(network) || row.includes(reader.id))).toEqual([]);
});

test('what nobody reads is reported by nobody', async () => {
  const { id } = await aReview();
  await asAdmin(`PATCH /api/reviews/${id}`, { hidden: true, reason: 'Names a person' });
  expect((await report(id)).status).toBe(404);
  expect((await report('0f8fad5b-d9cb-469f-a165-70867728950e')).status).toBe(404);
  for (const body of [{}, { reason: 'envy' }, { reason: 'other', note: 'x'.repeat(501) }])
    expect((await report((await aReview()).id, body)).status).toBe(400);
});

test('one network reports so many an hour', async () => {
  const { id } = await aReview();
  const replies = [];
  for (let sent = 0; sent < limits['review-report-network'].amount + 2; sent++) replies.push(await report(id));
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(limits['review-report-network'].amount);
  expect(replies.at(-1)!.status).toBe(429);
  expect((await of(id)).report_count).toBe(1);
});
