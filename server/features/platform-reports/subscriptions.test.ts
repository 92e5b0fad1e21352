import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { aSale, readFigures } from '../../../tests/figures-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { again, pressEnd, reportsTo, until } from '../../../tests/reports-scene.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { retention } from '../../platform/retention.ts';
import { linkDays } from '../partner-reports/report-link.ts';
import { sendSubscribedReports } from './subscriptions.ts';

let trap: MailTrap;
let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  trap = await openMailTrap();
});
afterAll(() => trap.close());
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', SMTP_URL: trap.url } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world, { name: 'Lobby' });
  return () => world.close();
});

const path = '/api/admin/report-subscriptions';
const choose = async (type: string, frequency: string | null, by = admin) =>
  await world.call(`PUT ${path}`, { cookie: await again(world, by), body: { type, frequency } });
const send = () => sendSubscribedReports(world, world.clock.now());
const monday = '2026-11-23T16:00:00Z';
const sold = (amount_cents: number, booked_at = world.clock.now()) =>
  world.aBooking({ amount_cents, booked_at, estimated: false, status: 'confirmed', partner_id: scene.owner.id });
const tokenIn = (text: string) => /\/unsubscribe\/([\w-]+)/.exec(text)![1]!;

test('a choice is the caller’s own, says itself, and is on record once', async () => {
  const other = await world.aUser({ role: 'admin' });
  expect((await choose('revenue', 'weekly')).body).toEqual({
    subscriptions: [{ type: 'revenue', frequency: 'weekly' }],
  });
  await choose('revenue', 'weekly');
  expect((await choose('performance', 'monthly')).body.subscriptions).toHaveLength(2);
  expect((await choose('revenue', null)).body).toEqual({
    subscriptions: [{ type: 'performance', frequency: 'monthly' }],
  });
  const { body } = await world.call(`GET ${path}`, { cookie: other.cookie });
  expect(body).toEqual({ subscriptions: [] });
  const entries = async (action: string) =>
    (await auditContentOf(world, action, 'revenue')).map(({ before, after }) => [before, after]);
  expect(await entries('report_subscribed')).toEqual([[{ frequency: null }, { frequency: 'weekly' }]]);
  expect(await entries('report_subscription_ended')).toEqual([[{ frequency: 'weekly' }, { frequency: null }]]);
  for (const [type, frequency] of [
    ['stakeholder', 'weekly'],
    ['revenue', 'daily'],
  ] as const)
    expect((await choose(type, frequency)).status).toBe(400);
});

test('on Monday morning two servers mail the week once, with its figures and a link to its file', async () => {
  await choose('performance', 'weekly');
  until(world, '2026-11-23T09:59:50Z');
  await scanBy(world, scene.code, 6);
  until(world, '2026-11-23T10:00:10Z');
  await scanBy(world, scene.code, 2);
  until(world, monday);
  const stops = [await startWork(world), await startWork(world)];
  const mail = await trap.waitFor(admin.email);
  const work = async () => world.db.selectFrom('long_work').select(['id', 'state', 'asked_by']).execute();
  await expect.poll(async () => (await work()).map(({ state }) => state), { timeout: 30_000 }).toEqual(['done']);
  await send();
  for (const stop of stops) await stop();
  expect(await work()).toHaveLength(1);
  const text = mail.text.replaceAll('\r\n', '\n');
  expect(mail.subject).toBe('Your weekly Performance Analytics: November 16 – 22, 2026');
  expect(text).toContain('\nQR scans: 6 (before: 0)\n');
  const got = trap.messages.filter(({ recipients }) => recipients.includes(admin.email));
  expect(got).toHaveLength(1);
  expect(got[0]!.raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const { id } = (await work())[0]!;
  expect(text).toContain(`\nhttp://localhost:3000/auth?redirect=${encodeURIComponent(`/security/work?open=${id}`)}\n`);
  const fetch = async () => world.call(`GET /api/long-work/${id}/result`, { cookie: await again(world, admin) });
  const file = await fetch();
  expect(file.headers['content-disposition']).toBe('attachment; filename="performance-analytics-2026-11-22.csv"');
  expect(file.raw.split('\r\n')[1]).toMatch(/^total,,,,,6,0,0,0,/);
  world.clock.advance(retention.longWorkResultDays * 86_400 + 1);
  expect((await fetch()).status).toBe(404);
}, 120_000);

test.each([
  ['weekly', '2026-11-23T16:00:00Z', 'November 16 – 22, 2026', '2026-11-09'],
  ['monthly', '2026-12-01T16:00:00Z', 'November 2026', '2026-10-02'],
  ['quarterly', '2027-01-01T16:00:00Z', 'October – December 2026', '2026-07-01'],
] as const)(
  'the %s revenue has what was sold in its time beside as many days before, and is not mailed before',
  async (frequency, at, name, firstBefore) => {
    await choose('revenue', frequency);
    const before = Date.parse(`${firstBefore}T00:00:00-10:00`);
    await sold(7_000, new Date(before));
    await sold(900_000, new Date(before - 1));
    await sold(12_345);
    await sold(20_000);
    await send();
    until(world, new Date(Date.parse(at) - 86_400_000).toISOString());
    await send();
    expect(await reportsTo(world, admin)).toEqual([]);
    until(world, at);
    await sold(99_999);
    await send();
    await send();
    const [mail, ...more] = await reportsTo(world, admin);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`Your ${frequency} Revenue Summary: ${name}`);
    for (const line of ['Revenue: $323.45 (before: $70.00)', 'Bookings: 2 (before: 1)', 'Average booking: $161.73'])
      expect(mail!.text).toContain(`\n${line}\n`);
  },
);

test('of what was sold the mail tells commission and margin, each as the screen does', async () => {
  await choose('revenue', 'weekly');
  await aSale(world, admin, scene.code, { dollars: 200, listing: await world.aListing({ commission_rate: 0.2 }) });
  until(world, '2026-11-23T09:59:59Z');
  const screen = await readFigures(world, admin, 'revenue', '?time_range=7d');
  expect([screen.commission, screen.margin]).toEqual([40, 10]);
  until(world, monday);
  await send();
  const [mail] = await reportsTo(world, admin);
  expect(mail!.text).toContain('\nCommission: $40.00\nMargin: $10.00\n');
});

test('however many processes mail at once, each report of each time is mailed once', async () => {
  const subscribers = [admin, await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  for (const one of subscribers) for (const type of ['revenue', 'performance']) await choose(type, 'weekly', one);
  const other = await openSecondApp(world);
  try {
    for (let week = 1; week <= 5; week++) {
      until(world, new Date(Date.parse(monday) + (week - 1) * 7 * 86_400_000).toISOString());
      const both = [world.db, other.database.db];
      await Promise.all([...both, ...both].map((db) => sendSubscribedReports({ ...world, db }, world.clock.now())));
      for (const one of subscribers) expect(await reportsTo(world, one)).toHaveLength(2 * week);
      expect(await world.db.selectFrom('long_work').select('id').execute()).toHaveLength(6 * week);
    }
  } finally {
    await other.close();
  }
});

test('who is suspended, or no administrator any more, is mailed nothing; nor is what was over before the choice', async () => {
  const [suspended, former] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  for (const one of [admin, suspended, former]) await choose('revenue', 'weekly', one);
  const change = (id: string, to: object) =>
    world.db.updateTable('profiles').set(to).where('user_id', '=', id).execute();
  await change(suspended.id, { is_active: false });
  await change(former.id, { role: 'traveler' });
  await send();
  until(world, monday);
  await send();
  const counts = [];
  for (const one of [admin, suspended, former]) counts.push((await reportsTo(world, one)).length);
  expect(counts).toEqual([1, 0, 0]);
  await choose('performance', 'weekly');
  await send();
  expect(await reportsTo(world, admin)).toHaveLength(1);
});

test('the link of a mail ends that report with one press, and no other', async () => {
  await choose('revenue', 'weekly');
  await choose('performance', 'weekly');
  until(world, monday);
  await send();
  const mail = (await reportsTo(world, admin)).find(({ subject }) => subject.includes('Revenue Summary'))!;
  const token = tokenIn(mail.text);
  expect(mail.unsubscribe).toBe(`http://localhost:3000/api/report-mails/${token}`);
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  expect((await pressEnd(world, changed)).status).toBe(404);
  for (const _ of [1, 2])
    expect(await pressEnd(world, token)).toEqual({ status: 200, body: { ended: true, organization_name: null } });
  const { body } = await world.call(`GET ${path}`, { cookie: await again(world, admin) });
  expect(body.subscriptions).toEqual([{ type: 'performance', frequency: 'weekly' }]);
  expect(await auditContentOf(world, 'report_subscription_ended', 'revenue')).toHaveLength(1);
  until(world, '2026-11-30T16:00:00Z');
  await send();
  expect((await reportsTo(world, admin)).filter(({ subject }) => subject.includes('Revenue'))).toHaveLength(1);
  await choose('revenue', 'weekly');
  world.clock.advance((linkDays + 1) * 86_400);
  expect((await pressEnd(world, token)).status).toBe(404);
});
