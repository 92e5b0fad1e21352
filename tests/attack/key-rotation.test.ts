import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeKeys, newCode } from '../../server/features/scanning/scanning.ts';
import { hashToken } from '../../server/platform/sessions/tokens.ts';
import { newVisitToken } from '../../server/platform/sessions/visits.ts';
import { openSecondApp, type SecondApp } from '../second-app.ts';
import { call, createWorld, type Reply, type World } from '../world.ts';

// SECRET_KEY is changed: what was made with the old key is still ours while that is kept, and nobody's once it is taken away.

const [oldKey, newKey] = ['old'.repeat(12), 'new'.repeat(12)];
let world: World;
let rotated: SecondApp;
let withoutOld: SecondApp;
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: oldKey } });
  rotated = await openSecondApp(world, { SECRET_KEY: `${newKey},${oldKey}` });
  withoutOld = await openSecondApp(world, { SECRET_KEY: newKey });
});
afterAll(async () => {
  await Promise.all([rotated.close(), withoutOld.close()]);
  await world.close();
});

type Asked = Parameters<typeof call>[3];
const at = (server: SecondApp, request: string, asked: Asked): Promise<Reply> =>
  call(server.app, world.settings, request, asked);

/** A traveler, a listing, and the link that the server with the old key alone shows them. */
async function aFollowedLink() {
  const { id, cookie } = await world.aUser();
  const listing = await world.aListing();
  const { body } = await world.call(`GET /api/business-listings/${listing}`, { cookie });
  const booking_url = body.booking_url as string;
  const report = { cookie, body: { business_listing_id: listing, booking_url } };
  return { userId: id, report, clickId: new URL(booking_url).searchParams.get('ref')! };
}
const clicksOf = async (userId: string) =>
  (await world.db.selectFrom('clicks').select('click_id').where('user_id', '=', userId).execute()).map(
    ({ click_id }) => click_id,
  );

test('a booking link shown before is the same click after it', async () => {
  const { userId, report, clickId } = await aFollowedLink();
  const first = await at(rotated, 'POST /api/qr/booking-conversion', report);
  expect([first.status, first.body.repeated, await clicksOf(userId)]).toEqual([201, false, [clickId]]);
  world.clock.advance(60);
  for (const reply of [
    await at(rotated, 'POST /api/qr/booking-conversion', report),
    await world.call('POST /api/qr/booking-conversion', report),
  ])
    expect([reply.body.repeated, reply.body.transaction_id]).toEqual([true, first.body.transaction_id]);
});

test('a click id that we did not make is no click of ours', async () => {
  const { userId, report, clickId } = await aFollowedLink();
  const url = new URL(report.body.booking_url);
  url.searchParams.set('ref', `${clickId.slice(0, -1)}${clickId.endsWith('0') ? '1' : '0'}`);
  const forged = { ...report, body: { ...report.body, booking_url: url.href } };
  await world.call('POST /api/qr/booking-conversion', forged);
  await at(withoutOld, 'POST /api/qr/booking-conversion', report);
  const clicks = await clicksOf(userId);
  expect(clicks.every((one) => one.startsWith('u-'))).toBe(true);
  expect(clicks).toHaveLength(2);
});

test('a code made before is told from an invented one', async () => {
  const [old] = codeKeys(world.settings);
  const scan = { body: { qr_code_id: newCode(old!) } };
  const reasons = [world, rotated, withoutOld].map(
    async (server) => (await at(server, 'POST /api/qr/scan', scan)).body.code,
  );
  expect(await Promise.all(reasons)).toEqual(['code_unknown', 'code_unknown', 'code_mistyped']);
});

test('a visit begun before goes on', async () => {
  const [first, second] = [await world.aCode(), await world.aCode()];
  const begun = await world.call('POST /api/qr/scan', { body: { qr_code_id: first.code } });
  const { visit } = begun.cookies;
  const asked = { cookie: `visit=${visit}`, body: { qr_code_id: second.code } };
  expect((await at(rotated, 'POST /api/qr/scan', asked)).cookies.visit).toBe(visit);
  const scans = world.db
    .selectFrom('scans')
    .innerJoin('visits', 'visits.id', 'scans.visit_id')
    .select('qr_code_id')
    .where('token_hash', '=', hashToken(visit!))
    .orderBy('scans.id');
  expect((await scans.execute()).map((one) => one.qr_code_id)).toEqual([first.id, second.id]);
});

test('a visit of which no row is left is ours by its signature, as long as its key is kept', async () => {
  const { code } = await world.aCode();
  const { token } = newVisitToken(world.settings);
  const scan = { cookie: `visit=${token}`, body: { qr_code_id: code } };
  const replies = [await at(withoutOld, 'POST /api/qr/scan', scan), await at(rotated, 'POST /api/qr/scan', scan)];
  expect(replies.map(({ status, cookies }) => [status, cookies.visit === token])).toEqual([
    [200, false],
    [200, true],
  ]);
});

test('a device that signed in before is still known, to which the limits of a crowded network leave its share', async () => {
  const email = 'rotated-device@example.com';
  const ask = { body: { email } };
  expect((await world.call('POST /api/auth/magic-link', ask)).status).toBe(202);
  const [, token] = (await world.mail()).findLast(({ to }) => to === email)!.text.match(/token=([\w-]+)/)!;
  const verified = await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
  expect(verified.status).toBe(200);
  let status = 202;
  for (let asked = 0; asked < 10 && status === 202; asked++)
    ({ status } = await world.call('POST /api/auth/magic-link', ask));
  expect(status).toBe(429);
  const asDevice = { ...ask, cookie: `device=${verified.cookies.device}` };
  expect((await at(withoutOld, 'POST /api/auth/magic-link', asDevice)).status).toBe(429);
  expect((await at(rotated, 'POST /api/auth/magic-link', asDevice)).status).toBe(202);
});
