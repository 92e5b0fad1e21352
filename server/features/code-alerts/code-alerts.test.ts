import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { mails } from '../../../contract/mails.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { type Rhythm, scannedUsually } from '../../../tests/code-rhythm.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { aRulesLog } from '../../../tests/rules-log.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';
import { runSecurityRules } from '../security-desk/security-desk.ts';
import { watchCodes } from './code-alerts.ts';

const day = 86_400;
/** Three guests a day. */
const daily: Rhythm = { hours: [9, 13, 17] };
/** A guide that is used all day. */
const everywhere: Rhythm = { hours: [8, 10, 12, 14, 16, 18], scans: 3 };
const longAgo = new Date('2026-06-01T20:00Z');

let world: World;
let admin: TestUser;
let hotel: PartnerScene;
let lobby: { id: number; code: string; locationId: number };
/** What guests scan elsewhere, and until when they did. */
let beside: typeof lobby | undefined;
let until: Date | undefined;
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' } });
  [beside, until] = [undefined, undefined];
  admin = await world.aUser({ role: 'admin' });
  hotel = await aPartner(world, { name: 'Hale Koa' });
  lobby = await world.aCode({ location_id: hotel.placeId, label: 'Lobby', created_at: longAgo });
});
afterEach(() => world.close());

const watch = () => watchCodes({ ...world, languages: ['en'], mailsIn: async () => mails }, world.clock.now());
/** So much later, when everybody has signed in anew. */
async function later(seconds: number): Promise<void> {
  world.clock.advance(seconds);
  for (const user of [admin, hotel.owner]) {
    const session = {
      userId: user.id,
      role: user.role,
      now: world.clock.now(),
      userAgent: 'test',
      previous: undefined,
    };
    user.cookie = `session=${(await startSession(world.db, session)).token}`;
  }
}
/** What goes on in the rest of the guide, up to so many days before now. */
const elsewhere = async (quietDays = 0) => {
  beside ??= await world.aCode({ created_at: longAgo });
  await scannedUsually(world, beside, everywhere, { quietDays, ...(until && { after: until }) });
  until = world.clock.now();
};
const alertsIn = async ({ owner }: PartnerScene) => {
  const { body } = await world.call(`GET /api/partner-portal/qr-codes/${owner.id}`, owner);
  return body.codes.flatMap((one: { qr_code_id: string; alerts: object[] }) =>
    one.alerts.map((alert) => ({ code: one.qr_code_id, ...alert })),
  );
};
const atTheDesk = async (): Promise<{ id: string; title: string; description: string; dismissed: boolean }[]> => {
  // They look each minute.
  await later(60);
  await runSecurityRules(world, world.clock.now(), aRulesLog());
  const { alerts } = (await world.call('GET /api/security/alerts', admin)).body;
  return alerts.filter(({ title }: { title: string }) => /code|place/.test(title));
};
let networks = 0;
/** From a network of its own, unless told. */
const scan = (code: string, location?: string, headers: Record<string, string> = {}, cookie?: string) =>
  world.call('POST /api/qr/scan', {
    body: { qr_code_id: code, device_info: { type: 'mobile', ...(location && { location }) } },
    headers: { 'x-forwarded-for': `203.0.${Math.floor(networks / 250)}.${networks++ % 250}`, ...headers },
    cookie,
  });
const ago = (days: number) => hawaiiDay(new Date(world.clock.now().getTime() - days * day * 1_000));

describe('a code that goes quiet', () => {
  test('is told once to those who look after the codes of its partner, and to the desk, until it is scanned again', async () => {
    const clerk = await aMember(world, hotel.organisation, ['qr_code_management']);
    await aMember(world, hotel.organisation, ['performance_analytics']);
    await elsewhere();
    await scannedUsually(world, lobby, daily, { quietDays: 3 });
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    await later(2 * day);
    const neighbour = await aPartner(world);
    await elsewhere();
    await watch();
    await watch();
    expect(await alertsIn(hotel)).toEqual([{ code: lobby.code, kind: 'quiet', since: ago(5) }]);
    expect(await alertsIn(neighbour)).toEqual([]);
    const sent = await world.mail();
    expect(sent.map(({ to }) => to).sort()).toEqual([clerk.email, hotel.owner.email].sort());
    expect(sent[0]!.subject).toBe('Please look after your QR code at Hale Koa');
    expect(sent[0]!.text).toContain(`- Hale Koa: Lobby, ${lobby.code}`);
    expect(sent[0]!.text).toContain('A code that is scanned again needs nothing more.');
    expect(sent[0]!.text).not.toContain('copied');
    expect(sent[0]!.text).toContain(`redirect=${encodeURIComponent(`/partner-portal/qr-codes?open=${lobby.code}`)}`);
    expect(await atTheDesk()).toMatchObject([
      {
        title: 'A QR code has gone quiet',
        description: `Hale Koa, Lobby, ${lobby.code}: not scanned for 5 days, longer than chance explains. Ask its partner whether it still hangs there.`,
        dismissed: false,
      },
    ]);
    expect((await scan(lobby.code)).status).toBe(200);
    expect(await alertsIn(hotel)).toEqual([]);
    await watch();
    expect(await atTheDesk()).toEqual([]);
    expect(await world.mail()).toHaveLength(2);
  });

  test('that is dismissed at the desk stays so, still warns its partner, and is told anew when it happens anew', async () => {
    await elsewhere();
    await scannedUsually(world, lobby, daily, { quietDays: 6 });
    await watch();
    const [alert] = await atTheDesk();
    const dismissed = await world.call(`POST /api/security/alerts/${alert!.id}/dismiss`, { cookie: admin.cookie });
    expect(dismissed.body).toMatchObject({ dismissed: true });
    await watch();
    expect(await atTheDesk()).toMatchObject([{ id: alert!.id, dismissed: true }]);
    expect(await alertsIn(hotel)).toHaveLength(1);
    await scan(lobby.code);
    await watch();
    expect(await atTheDesk()).toEqual([]);
    await later(8 * day);
    await elsewhere();
    await watch();
    const [again] = await atTheDesk();
    expect(again).toMatchObject({ title: 'A QR code has gone quiet', dismissed: false });
    expect(again!.id).not.toBe(alert!.id);
  });

  test('with all others of its place is one alert of the place, and each for itself once one of them is scanned', async () => {
    const pool = await world.aCode({ location_id: hotel.placeId, label: 'Pool', created_at: longAgo });
    await elsewhere();
    for (const code of [lobby, pool]) await scannedUsually(world, code, daily, { quietDays: 6 });
    await watch();
    expect(await alertsIn(hotel)).toMatchObject([{ kind: 'place_quiet' }, { kind: 'place_quiet' }]);
    expect((await world.mail()).map(({ text }) => text.includes('- Hale Koa: all of its codes'))).toEqual([true]);
    expect((await atTheDesk()).map(({ description }) => description)).toEqual([
      'Hale Koa: none of its codes was scanned for 6 days, longer than chance explains. It may be closed.',
    ]);
    await scan(pool.code);
    await watch();
    expect(await alertsIn(hotel)).toMatchObject([{ code: lobby.code, kind: 'quiet' }]);
    expect((await atTheDesk()).map(({ title }) => title)).toEqual(['A QR code has gone quiet']);
  });

  test('of a partner that is suspended is mailed to nobody there', async () => {
    await elsewhere();
    await scannedUsually(world, lobby, daily, { quietDays: 6 });
    const suspended = { state: 'suspended', replaces: 'active', reason: 'Asked for by mail' };
    const path = `PATCH /api/organisations/${hotel.organisation}` as const;
    expect((await world.call(path, { cookie: admin.cookie, body: suspended })).status).toBe(200);
    const before = await world.mail();
    await watch();
    expect(await world.mail()).toEqual(before);
    // The desk knows of it.
    expect((await atTheDesk()).map(({ title }) => title)).toEqual(['A QR code has gone quiet']);
  });

  test.each(['paused', 'pointed elsewhere', 'replaced'])('is told of no more once it is %s', async (what) => {
    await elsewhere();
    await scannedUsually(world, lobby, daily, { quietDays: 6 });
    await watch();
    expect(await atTheDesk()).toHaveLength(1);
    const change = (body: object) =>
      world.call(`PATCH /api/partner-portal/qr-code/${lobby.code}`, { cookie: hotel.owner.cookie, body });
    if (what === 'paused') expect((await change({ status: 'paused' })).status).toBe(200);
    else if (what === 'pointed elsewhere') {
      const location_id = await world.aPlace({ partner_id: hotel.owner.id });
      expect((await change({ location_id })).status).toBe(200);
    } else if (what === 'replaced')
      await sql`update qr_codes set status = 'replaced', replaced_by = ${(await world.aCode()).id} where id = ${lobby.id}`.execute(
        world.db,
      );
    await watch();
    expect(await atTheDesk()).toEqual([]);
  });
});

describe('no alarm is raised', () => {
  test.each<[of: string, rhythm: Rhythm, quietDays: number]>([
    ['a code with two scans a week', { hours: [11], weekdays: [1, 4] }, 21],
    ['a code of three guests a day that had none for two days', daily, 3],
    ['a code that was scanned this morning', daily, 0],
  ])('of %s', async (_of, rhythm, quietDays) => {
    await elsewhere();
    await scannedUsually(world, lobby, rhythm, { quietDays });
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });

  test('of a busy place that is closed on Sundays, from Saturday until Monday morning', async () => {
    const workdays = { hours: [9, 10, 11, 12, 13, 14, 15, 16], weekdays: [1, 2, 3, 4, 5, 6], scans: 3 };
    await later(1.9 * day);
    // Monday, 7:36.
    await elsewhere();
    await scannedUsually(world, lobby, workdays);
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    await later(day);
    await elsewhere();
    await watch();
    expect(await alertsIn(hotel)).toMatchObject([{ kind: 'quiet' }]);
  });

  test('of the hours of the night, of an evening bar', async () => {
    await elsewhere();
    await scannedUsually(world, lobby, { hours: [19, 20, 21], scans: 8, weekdays: [4, 5] });
    // Saturday morning: the last was on Friday evening; it is quiet until Thursday.
    await later(5 * day);
    await elsewhere();
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });

  test('of codes that nobody scans while nothing is scanned anywhere', async () => {
    await elsewhere(4);
    await scannedUsually(world, lobby, everywhere, { quietDays: 4 });
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    expect(await atTheDesk()).toEqual([]);
  });

  test('of a new code, of one that was paused meanwhile, and of one that guests never scanned as one week is like another', async () => {
    const made = (days: number) => ({
      location_id: hotel.placeId,
      created_at: new Date(world.clock.now().getTime() - days * day * 1_000),
    });
    await elsewhere();
    await scannedUsually(world, await world.aCode(made(30)), daily, { days: 29, quietDays: 6 });
    await scannedUsually(world, await world.aCode(made(120)), daily, { days: 50, quietDays: 30 });
    await scannedUsually(world, lobby, daily, { quietDays: 6 });
    for (const status of ['paused', 'active'])
      await world.call(`PATCH /api/partner-portal/qr-code/${lobby.code}`, {
        cookie: hotel.owner.cookie,
        body: { status },
      });
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });
});

describe('a code that is scanned far from its place', () => {
  const maui = '20.890,-156.470';
  const near = '21.293,-157.842';

  test('is told of from the third visit on, to its partner without a figure, and is over a week after the last', async () => {
    for (let visit = 0; visit < 2; visit++) await scan(lobby.code, maui);
    const { cookies } = await scan(lobby.code, maui);
    await scan(lobby.code, near, {}, `visit=${cookies.visit}`);
    await watch();
    const since = ago(0);
    expect(await alertsIn(hotel)).toEqual([{ code: lobby.code, kind: 'far', since }]);
    const mails = await world.mail();
    expect(mails.map(({ to }) => to)).toEqual([hotel.owner.email]);
    expect(mails[0]!.text).toContain('If one was copied, request a replacement');
    expect(mails[0]!.text).not.toContain('needs nothing more');
    expect((await atTheDesk()).map(({ description }) => description)).toEqual([
      `Hale Koa, Lobby, ${lobby.code}: 3 visitors who shared where they are were far away within a week. It may have been moved or copied.`,
    ]);
    await scan(lobby.code, maui);
    await watch();
    expect((await atTheDesk())[0]!.description).toContain('4 visitors');
    await later(7 * day - 61);
    await watch();
    expect(await alertsIn(hotel)).toHaveLength(1);
    await later(2);
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    expect(await atTheDesk()).toEqual([]);
    expect(await world.mail()).toHaveLength(1);
  });

  test('is no alert of two visits, of one visit again and again, of many who are there, nor of who works here', async () => {
    const { cookies } = await scan(lobby.code, maui);
    for (let more = 0; more < 3; more++) {
      await later(660);
      await scan(lobby.code, maui, {}, `visit=${cookies.visit}`);
    }
    await scan(lobby.code, maui);
    for (const { cookie } of [hotel.owner, admin]) await scan(lobby.code, maui, {}, cookie);
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    await scan(lobby.code, maui);
    for (let guest = 0; guest < 10; guest++) await scan(lobby.code, near);
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });

  test('is no alert of many visits from one network: one person makes visits at will', async () => {
    for (let guest = 0; guest < 5; guest++) await scan(lobby.code, maui, { 'x-forwarded-for': '198.51.100.1' });
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
    // Nor are those networks counted whose guests are there.
    for (let guest = 0; guest < 4; guest++) await scan(lobby.code, near);
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });

  test('is known of those alone who share where they are and ask for no privacy; of what is no position nothing is', async () => {
    for (let visit = 0; visit < 3; visit++) {
      await scan(lobby.code, maui, { 'sec-gpc': '1' });
      await scan(lobby.code, maui, {}, 'analytics=off');
      await scan(lobby.code);
      for (const wrong of ['91,0', 'NaN,NaN', `20.89,-156.47,${randomUUID()}`]) await scan(lobby.code, wrong);
    }
    const kept = await world.db.selectFrom('scans').select(['far', 'device']).execute();
    expect(new Set(kept.map(({ far }) => far))).toEqual(new Set([null]));
    expect(JSON.stringify(kept)).not.toContain('20.890');
    await watch();
    expect(await alertsIn(hotel)).toEqual([]);
  });
});
