import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aMember } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { again, choose, report, reportsTo, until } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let trap: MailTrap;
let world: World;
let scene: PartnerScene;
beforeAll(async () => {
  trap = await openMailTrap();
});
afterAll(() => trap.close());
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', SMTP_URL: trap.url } });
  scene = await aPartner(world, { name: 'Lobby' });
  return () => world.close();
});

/** Reports are made for the first time, before the days that a test tells of. */
const begin = () => report(world);
const textTo = async (to: Pick<TestUser, 'email'>) => (await reportsTo(world, to)).at(-1)?.text;
const read = async (path: string, by = scene.owner) =>
  await world.call(`GET ${path}`, { cookie: await again(world, by) });

/** A traveler books by a code, for so many dollars. */
async function aSale(code: string, amount: number): Promise<void> {
  const id = await follow(
    world,
    await scan(world, await world.aUser(), code),
    await world.aListing({ commission_rate: 0.2 }),
  );
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', booking_reference: `R${id.slice(0, 8)}`, amount, reason: 'Told by phone' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
}

test('on Monday morning the worker mails the week, from its first moment to its last, and not once more', async () => {
  await choose(world, scene.owner, 'weekly');
  const work = async () => {
    const stop = await startWork(world);
    const done = () =>
      world.db.selectFrom('daily_runs').select('last_day').where('name', '=', 'partner-reports').execute();
    return { stop, done };
  };
  const isDone = () => world.db.selectFrom('report_periods').select('done_at').where('done_at', 'is', null).execute();
  const first = await work();
  await expect
    .poll(() => world.db.selectFrom('report_periods').select('frequency').execute(), { timeout: 20_000 })
    .toHaveLength(3);
  await first.stop();
  expect(await reportsTo(world, scene.owner)).toEqual([]);
  // Before the last moment of Sunday in Hawaiʻi, and after it.
  until(world, '2026-11-23T09:59:50Z');
  await scanBy(world, scene.code, 6);
  until(world, '2026-11-23T10:00:10Z');
  await scanBy(world, scene.code, 2);
  // An hour before its time.
  until(world, '2026-11-23T15:00:00Z');
  const early = await work();
  await early.stop();
  expect(await reportsTo(world, scene.owner)).toEqual([]);
  until(world, '2026-11-23T16:00:00Z');
  const [one, other] = [await work(), await work()];
  const mail = await trap.waitFor(scene.owner.email);
  await expect.poll(isDone, { timeout: 20_000 }).toEqual([]);
  await Promise.all([one.stop(), other.stop()]);
  const third = await work();
  await report(world);
  await third.stop();
  expect(mail.subject).toBe('Your weekly report: November 16 – 22, 2026');
  expect(mail.text.replaceAll('\r\n', '\n')).toContain('\nScans: 6\n');
  const got = trap.messages.filter(({ recipients }) => recipients.includes(scene.owner.email));
  expect(got).toHaveLength(1);
  const header = (name: string) =>
    got[0]!.raw.replace(/\r\n[ \t]+/g, ' ').match(new RegExp(`^${name}: (.*)\r$`, 'm'))?.[1];
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(header('List-Unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/api\/report-mails\/[\w-]+>$/);
}, 120_000);

/** A figure of the portal as a mail has it. */
const inWords = (told: unknown) => ({ few: 'fewer than 5', withheld: 'not told' })[String(told)] ?? String(told);

/** The figures of a mail, as numbers; of a place what is told of it. */
function figuresOf(text: string) {
  const figure = (name: string) =>
    Number(new RegExp(`^${name}: \\$?([\\d,.]+)$`, 'm').exec(text)?.[1]?.replace(',', ''));
  const places = [
    ...text.matchAll(/^(.+): scans (\d+|fewer than 5|not told), bookings (\d+|fewer than 5|not told)$/gm),
  ];
  return {
    ...{ scans: figure('Scans'), clicks: figure('Went to a booking page'), bookings: figure('Bookings') },
    ...{ revenue: figure('Revenue'), commission: figure('Commission') },
    places: places.map(([, name, scans, bookings]) => [name, scans, bookings]),
  };
}

test('a week and a month have the figures that the portal had on their last evening, few visitors hidden', async () => {
  const monthly = await aPartner(world);
  await choose(world, scene.owner, 'weekly');
  await choose(world, monthly.owner, 'monthly');
  await begin();
  const pool = await world.aPlace({ partner_id: scene.owner.id, name: 'Pool' });
  const { code: poolCode } = await world.aCode({ location_id: pool });
  for (const code of [scene.code, monthly.code]) {
    await scanBy(world, code, 12);
    for (let sale = 0; sale < 6; sale++) await aSale(code, 100.5);
  }
  await scanBy(world, poolCode, 3);
  const shownAt = async (at: string, range: string, owner: TestUser) => {
    until(world, at);
    const { body } = await read(`/api/partner-portal/performance?range=${range}`, owner);
    return {
      ...{ scans: body.total_scans, clicks: body.clicks, bookings: body.total_bookings },
      ...{ revenue: body.total_revenue, commission: body.commission_earned },
      places: body.top_performing_locations.map((place: Record<string, unknown>) => [
        ...[place.location_name, inWords(place.scans), inWords(place.bookings)],
      ]),
    };
  };
  const week = await shownAt('2026-11-23T09:59:00Z', '7d', scene.owner);
  until(world, '2026-11-23T16:00:00Z');
  await report(world);
  expect(week).toMatchObject({ scans: 21, clicks: 6, bookings: 6, revenue: 603, commission: expect.closeTo(90.48, 0) });
  const text = (await textTo(scene.owner))!;
  expect(figuresOf(text)).toEqual(week);
  expect(figuresOf(text).places).toEqual([
    ['Lobby', 'not told', '6'],
    ['Pool', 'fewer than 5', '0'],
  ]);
  expect(await reportsTo(world, monthly.owner)).toEqual([]);
  const month = await shownAt('2026-12-01T09:59:00Z', 'month', monthly.owner);
  until(world, '2026-12-01T16:00:00Z');
  await report(world);
  const [mail, ...more] = await reportsTo(world, monthly.owner);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Your monthly report: November 2026');
  expect(figuresOf(mail!.text)).toEqual(month);
});

test('a quarter has the totals of the file of its days, and no place; its money is that of the portal', async () => {
  await choose(world, scene.owner, 'quarterly');
  await begin();
  await scanBy(world, scene.code, 9);
  for (let sale = 0; sale < 5; sale++) await aSale(scene.code, 60);
  await aCommission(world, scene.organisation, 'Owed');
  await aCommission(world, scene.organisation, 'Next', { status: 'confirmed', check_in_date: '2027-01-20' });
  until(world, '2026-12-31T16:00:00Z');
  await report(world);
  expect(await reportsTo(world, scene.owner)).toEqual([]);
  until(world, '2027-01-01T16:00:00Z');
  await report(world);
  const [mail, ...more] = await reportsTo(world, scene.owner);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('Your quarterly report: October – December 2026');
  const file = (await read('/api/partner-portal/export-report?start_date=2026-10-01&end_date=2026-12-31')).raw;
  const [, , , , , scans, , clicks, bookings, revenue, commission] = file.split('\r\n')[1]!.split(',').map(Number);
  expect(figuresOf(mail!.text)).toEqual({ scans, clicks, bookings, revenue, commission, places: [] });
  expect(scans).toBe(14);
  const { balances, next } = (await read(`/api/organisations/${scene.organisation}/earnings`)).body;
  expect([balances.payable + balances.in_payout, next]).toEqual([60, { day: '2027-02-03', amount: 60 }]);
  for (const line of ['Owed to you now: $60.00', 'Becomes payable next: $60.00 on February 3, 2027'])
    expect(mail!.text).toContain(`\n${line}\n`);
});

test('each figure has the address of its screen, which signs in first', async () => {
  await choose(world, scene.owner, 'weekly');
  await begin();
  await scanBy(world, scene.code, 5);
  until(world, '2026-11-23T16:00:00Z');
  await report(world);
  const text = (await textTo(scene.owner))!;
  const at = (path: string) => `http://localhost:3000/auth?redirect=${encodeURIComponent(path)}`;
  expect(text).toContain(`These figures in the portal, up to today:\n${at('/partner-portal/performance?range=7d')}\n`);
  expect(text).toContain(`Your earnings:\n${at('/partner-portal')}\n`);
  expect(text).toContain(`\n${at('/partner-portal/settings')}\n`);
  expect(text).toMatch(/\nhttp:\/\/localhost:3000\/unsubscribe\/[\w-]+\n/);
});

test('who was scanned by nobody is told so', async () => {
  await choose(world, scene.owner, 'weekly');
  await begin();
  until(world, '2026-11-23T16:00:00Z');
  await report(world);
  const text = (await textTo(scene.owner))!;
  expect(text).toContain('Nobody scanned your QR codes in that time, and nothing was booked by them.');
  expect(text).not.toContain('Scans:');
  expect(text).toContain('Owed to you now: $0.00\nBecomes payable next: nothing yet\n');
});

test('staff have reports once they choose them, without any money, in their own language', async () => {
  const clerk = await aMember(world, scene.organisation, ['performance_analytics', 'commission_tracking']);
  const silent = await aMember(world, scene.organisation, ['performance_analytics']);
  const blind = await aMember(world, scene.organisation, ['qr_code_management']);
  await world.db.updateTable('users').set({ language: 'ja' }).where('id', '=', clerk.id).execute();
  await choose(world, scene.owner, 'weekly');
  for (const { id: user_id } of [clerk, blind])
    await world.db
      .insertInto('report_choices')
      .values({
        ...{ organisation_id: scene.organisation, user_id, email_reports: true, reporting_frequency: 'weekly' },
        updated_at: world.clock.now(),
      })
      .execute();
  await begin();
  await scanBy(world, scene.code, 5);
  for (let sale = 0; sale < 5; sale++) await aSale(scene.code, 431);
  await aCommission(world, scene.organisation);
  until(world, '2026-11-23T16:00:00Z');
  await report(world);
  const [mail] = await reportsTo(world, clerk);
  expect(mail!.subject).toBe('週次レポート：2026/11/16～2026/11/22');
  expect(mail!.text).toContain('\nスキャン：10\n');
  expect(mail!.text).not.toMatch(/\$|売上|手数料|未払い/);
  expect(await textTo(scene.owner)).toMatch(/\nRevenue: \$2,555\.00\nCommission: \$/);
  for (const one of [silent, blind]) expect(await reportsTo(world, one)).toEqual([]);
});

test('no report for a suspended organisation, a member who left, who is suspended, or an address that takes no mail', async () => {
  const [suspended, ended, undeliverable] = [await aPartner(world), await aPartner(world), await aPartner(world)];
  const off = await aPartner(world);
  const left = await aMember(world, scene.organisation, ['performance_analytics']);
  for (const { owner } of [scene, suspended, ended, undeliverable, off]) await choose(world, owner, 'weekly');
  await world.call('POST /api/partner-portal/settings', {
    cookie: off.owner.cookie,
    body: { notification_preferences: { email: false } },
  });
  await world.db
    .insertInto('report_choices')
    .values({
      ...{ organisation_id: scene.organisation, user_id: left.id, email_reports: true, reporting_frequency: 'weekly' },
      updated_at: world.clock.now(),
    })
    .execute();
  await begin();
  until(world, '2026-11-23T16:00:00Z');
  await world.db
    .updateTable('organisations')
    .set({ state: 'suspended' })
    .where('id', '=', suspended.organisation)
    .execute();
  await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', ended.owner.id).execute();
  const leaving = `DELETE /api/organisation/members/${left.id}` as const;
  expect((await world.call(leaving, { cookie: await again(world, scene.owner) })).status).toBe(200);
  await sql`insert into jobs.job (name, data, state, source_name)
    values ('mail-dead', ${JSON.stringify({ to: undeliverable.owner.email, subject: 'x' })}::jsonb, 'created', 'mail')`.execute(
    world.db,
  );
  await report(world);
  for (const { owner } of [suspended, ended, undeliverable, off]) expect(await reportsTo(world, owner)).toEqual([]);
  expect(await reportsTo(world, left)).toEqual([]);
  expect(await reportsTo(world, scene.owner)).toHaveLength(1);
});

test('once for each, by several workers at once, and after one that failed on somebody', async () => {
  const others = [await aPartner(world), await aPartner(world), await aPartner(world)];
  const all = [scene, ...others];
  for (const { owner } of all) await choose(world, owner, 'weekly');
  await begin();
  until(world, '2026-11-23T16:00:00Z');
  const owner = await ownerOf(world);
  const broken = others[1]!;
  await onServer(
    owner,
    `create function break() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
     create trigger break before insert on report_mails for each row when (new.organisation_id = '${broken.organisation}')
       execute function break()`,
  );
  // One that comes while another takes up the period leaves it to that one.
  const ends = await Promise.allSettled([report(world), report(world)]);
  expect(ends.map(({ status }) => status)).toContain('rejected');
  await expect(report(world)).rejects.toThrow('broken off');
  for (const one of all) expect(await reportsTo(world, one.owner)).toHaveLength(one === broken ? 0 : 1);
  await onServer(owner, 'drop trigger break on report_mails');
  // A worker that is told to stop leaves the rest to the next one.
  await expect(report(world, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  await Promise.all([report(world), report(world), report(world)]);
  await report(world);
  for (const one of all) expect(await reportsTo(world, one.owner)).toHaveLength(1);
});
