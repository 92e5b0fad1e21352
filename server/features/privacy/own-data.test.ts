import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { aMarkedTraveler, type MarkedTraveler } from '../../../tests/marked-traveler.ts';
import { webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser } from '../../../tests/world.ts';
import { clientConfig } from '../../platform/database/database.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { personalTables } from './personal-tables.store.ts';
import { finishErasures } from './privacy.ts';

let world: GoogleWorld;
let maya: MarkedTraveler;
let kai: MarkedTraveler;
beforeAll(async () => {
  world = await createGoogleWorld({ FAREHARBOR_WEBHOOK_SECRETS: webhookSecret });
  world.answerAsGoogle();
  const [listing, other] = [await world.aListing(), await world.aListing()];
  const { code } = await world.aCode();
  await world.aListing({ rating: 4 });
  const { id: review } = await world.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  maya = await aMarkedTraveler(world, 'zzmaya', { code, listing, other, review });
  kai = await aMarkedTraveler(world, 'zzkai', { code, listing, other, review });
}, 60_000);
afterAll(() => world.close());

const ofPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const download = (user: Pick<TestUser, 'cookie'>) =>
  world.call('GET /api/users/me/data', { cookie: user.cookie, headers: ofPage });
const requestsOf = (user: TestUser) =>
  world.db
    .selectFrom('privacy_requests')
    .select(['kind', 'state', 'ended_at'])
    .where('user_id', '=', user.id)
    .execute();

test('a traveler has all that they wrote in one file, and no word of another one', async () => {
  const reply = await download(maya);
  expect(reply.status, reply.raw).toBe(200);
  expect(reply.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
  expect(reply.headers['cache-control']).toBe('private, no-store');
  const { account, data } = JSON.parse(reply.raw);
  expect(account).toBe(maya.email);
  expect(data.map(({ table }: { table: string }) => table)).toEqual(Object.keys(personalTables));
  expect(maya.written.filter((words) => !reply.raw.includes(words))).toEqual([]);
  expect(maya.written.length).toBeGreaterThan(25);
  expect(reply.raw).not.toContain(kai.word);
  expect((await download(kai)).raw).not.toContain(maya.word);
});

test('a file in which years are looked through is never silent', async () => {
  const longAgo = await world.aUser();
  const day = 86_400_000;
  const created_at = new Date(world.clock.now().getTime() - 400 * day);
  await world.db.updateTable('users').set({ created_at }).where('id', '=', longAgo.id).execute();
  const { raw, headers } = await download(longAgo);
  // A piece for each day, which nothing holds back to compress it.
  expect(raw).toMatch(/"table":"events","rows":\[ {400,}/);
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(raw).account).toBe(longAgo.email);
});

test('the file holds no secret of theirs', async () => {
  const { raw } = await download(maya);
  const token = /session=([^;]+)/.exec(maya.cookie)![1]!;
  expect(raw).not.toContain(token);
  expect(raw).not.toMatch(/"[a-z_]*(?:hash|token|salt|public_key|digest)"/);
});

test('the file holds nothing that administrators alone see', async () => {
  const { raw } = await download(maya);
  const secret =
    /"(commission_(?:rate|cents)|partner_id|cells|is_trapped|notes|awaits_look|(?:handled|decided|resolved|dismissed|invited)_by|rule|figure|doubt|confidence|affiliate)":/g;
  expect([...new Set(raw.match(secret))]).toEqual([]);
});

test('of what they did for an organization they have left the file has no more than that they did, and when', async () => {
  const owner = await world.aUser({ role: 'partner' });
  const organisation_id = (await organisationOf(world, owner.id))!;
  const staff = await aMember(world, organisation_id);
  const made = { organisation_id, created_at: world.clock.now() };
  await world.db
    .insertInto('qr_requests')
    .values({
      ...made,
      requested_by: staff.id,
      request_type: 'new_location',
      location_name: 'zzlobby',
      location_description: '',
      location_address: '',
      status: 'pending',
    })
    .execute();
  const requests = async (cookie: string) =>
    JSON.parse((await download({ cookie })).raw).data.find(({ table }: { table: string }) => table === 'qr_requests')
      .rows;
  expect(await requests(staff.cookie)).toMatchObject([{ location_name: 'zzlobby', status: 'pending' }]);
  const left = await world.call('POST /api/organisation/leave', { cookie: staff.cookie, body: {} });
  const cookie = left.cookies.session ? `session=${left.cookies.session}` : staff.cookie;
  expect((await requests(cookie)).map((row: object) => Object.keys(row).sort())).toEqual([['created_at', 'id']]);
});

test('each download is a request that was answered, an entry of the audit log, and an event', async () => {
  const guest = await world.aUser();
  expect((await download(guest)).status).toBe(200);
  expect(await requestsOf(guest)).toEqual([{ kind: 'export', state: 'done', ended_at: world.clock.now() }]);
  const entries = world.db.selectFrom('audit_entries').select(['subject_kind', 'subject_id']);
  expect(await entries.where('action', '=', 'own_data_exported').where('actor_id', '=', guest.id).execute()).toEqual([
    { subject_kind: 'user', subject_id: guest.id },
  ]);
  await flushSecurityEvents(world.db);
  const events = world.db.selectFrom('security_events').select('event_type').where('user_id', '=', guest.id);
  expect((await events.execute()).map((one) => one.event_type)).toContain('privacy_request');
});

test('a file that breaks off is a request that failed', async () => {
  const guest = await world.aUser();
  const owner = await ownerOf(world);
  await onServer(owner, 'alter table past_members rename to past_members_away');
  try {
    await download(guest).catch(() => {});
    await expect
      .poll(() => requestsOf(guest))
      .toEqual([{ kind: 'export', state: 'failed', ended_at: world.clock.now() }]);
  } finally {
    await onServer(owner, 'alter table past_members_away rename to past_members');
  }
});

test('a file whose process was killed is under way for an hour, and then a request that failed', async () => {
  const guest = await world.aUser();
  expect((await download(guest)).status).toBe(200);
  // As that process left it.
  const own = world.db.updateTable('privacy_requests').set({ state: 'under_way', ended_at: null });
  await own.where('user_id', '=', guest.id).execute();
  world.clock.advance(3_600);
  await finishErasures(world);
  expect(await requestsOf(guest)).toEqual([{ kind: 'export', state: 'under_way', ended_at: null }]);
  world.clock.advance(1);
  await finishErasures(world);
  expect(await requestsOf(guest)).toEqual([{ kind: 'export', state: 'failed', ended_at: world.clock.now() }]);
});

test('months before the account began are not read, however much there is of them', async () => {
  // With connections of its own: a statement that was planned for any time waits for all months, though it reads one.
  const fresh = await createWorld();
  const owner = new pg.Client(clientConfig(await ownerOf(fresh)));
  await owner.connect();
  try {
    const guest = await fresh.aUser();
    await owner.query("select make_event_months('2026-01-15', 0)");
    await owner.query('begin');
    await owner.query('lock table events_2026_01 in access exclusive mode');
    const reply = await fresh.call('GET /api/users/me/data', { cookie: guest.cookie, headers: ofPage });
    expect(reply.status).toBe(200);
    const states = fresh.db.selectFrom('privacy_requests').select('state').where('user_id', '=', guest.id);
    expect(await states.execute()).toEqual([{ state: 'done' }]);
  } finally {
    await owner.end();
    await fresh.close();
  }
});

test('who asks for the head alone has no file made, and no turn used', async () => {
  const world = await createWorld();
  try {
    const guest = await world.aUser();
    const headers = { ...ofPage, cookie: guest.cookie };
    for (let turn = 0; turn < 6; turn++)
      expect((await world.app.inject({ method: 'HEAD', url: '/api/users/me/data', headers })).statusCode).toBe(404);
    const asked = world.db.selectFrom('privacy_requests').select('id').where('user_id', '=', guest.id);
    expect(await asked.execute()).toEqual([]);
    expect((await world.call('GET /api/users/me/data', { cookie: guest.cookie, headers: ofPage })).status).toBe(200);
  } finally {
    await world.close();
  }
});

test('one file of a person is made at a time, until ten minutes after it was begun', async () => {
  const slow = await createWorld();
  const owner = new pg.Client(clientConfig(await ownerOf(slow)));
  await owner.connect();
  try {
    const guest = await slow.aUser();
    const ask = () => slow.call('GET /api/users/me/data', { cookie: guest.cookie, headers: ofPage });
    const states = async () => {
      const asked = slow.db.selectFrom('privacy_requests').select('state').where('user_id', '=', guest.id);
      return (await asked.execute()).map(({ state }) => state);
    };
    await owner.query('begin');
    await owner.query('lock table past_members in access exclusive mode');
    const first = ask();
    await expect.poll(states).toEqual(['under_way']);
    slow.clock.advance(599);
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'own_data_under_way' } });
    slow.clock.advance(2);
    const second = ask();
    await expect.poll(states).toEqual(['under_way', 'under_way']);
    await owner.query('rollback');
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(await states()).toEqual(['done', 'done']);
  } finally {
    await owner.end();
    await slow.close();
  }
});

test('no more than five files an hour are made of one person', async () => {
  const limited = await createWorld();
  try {
    const guest = await limited.aUser();
    const ask = async () =>
      (await limited.call('GET /api/users/me/data', { cookie: guest.cookie, headers: ofPage })).status;
    const statuses = [];
    for (let turn = 0; turn < 6; turn++) statuses.push(await ask());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    limited.clock.advance(3_601);
    expect(await ask()).toBe(200);
  } finally {
    await limited.close();
  }
});
