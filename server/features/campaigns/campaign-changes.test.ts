import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignField } from '../../../contract/campaign-form.ts';
import { anOwner } from '../../../tests/an-organisation.ts';
import {
  aCampaign,
  aLongPlace,
  anAdvertiser,
  aVisit,
  countedOf,
  editedOf,
  plainCampaign,
  someLists,
  sponsoredIn,
  step,
  tell,
} from '../../../tests/campaigns-scene.ts';
import { askWhileHeld } from '../../../tests/lock-waits.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  await someLists(world);
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const get = async (id: string, { cookie }: TestUser) => await world.call(`GET /api/campaigns/${id}`, { cookie });
const put = (id: string, body: object, { cookie }: TestUser) =>
  world.call(`PUT /api/campaigns/${id}`, { body, cookie });

test('whoever saves it while another one does is told', async () => {
  const { user, ...own } = await anAdvertiser(world);
  const id = await aCampaign(world, { user, ...own }, { isDraft: true });
  const before = editedOf((await get(id, user)).body);
  const theirs = 'update campaigns set name = $2 where id = $1';
  const { reply, hasWaited } = await askWhileHeld(world, [[theirs, [id, 'Theirs']]], () =>
    put(id, { ...before, name: 'Mine' }, user),
  );
  expect([reply.status, reply.body.code, hasWaited]).toEqual([409, 'changed_meanwhile', true]);
  expect((await get(id, user)).body.name).toBe('Theirs');
});

describe('keeps each field that is changed alone', () => {
  const asItIs = {
    ...{ ...plainCampaign, time_from: '17:00', time_until: '22:00', most_a_day: 1_000 },
    ...{ languages: ['en'], categories: ['Restaurants'] },
  };
  const byTheClick = { pricing: 'click', click_price: 0.5 };
  // Each with what it goes together with.
  const changes = {
    name: { to: { name: 'Evenings' } },
    pricing: { to: byTheClick },
    budget: { to: { budget: 60.55 } },
    click_price: { from: byTheClick, to: { click_price: 0.75 } },
    most_impressions: { to: { most_impressions: 4_000 } },
    most_a_day: { to: { most_a_day: null } },
    first_day: { to: { first_day: '2026-11-20' } },
    last_day: { to: { last_day: '2026-11-22' } },
    time_from: { to: { time_from: '16:30' } },
    time_until: { to: { time_until: '04:00' } },
    languages: { to: { languages: ['ja', 'en'] } },
    places: { to: { places: [] } },
    categories: { to: { categories: ['Restaurants', 'Shopping'] } },
  } satisfies Record<Exclude<CampaignField, 'listing_id'>, { from?: object; to: object }>;

  test.each(Object.entries<{ from?: object; to: object }>(changes))('%s', async (_, { from = {}, to }) => {
    const own = await anAdvertiser(world);
    const places = [await world.aPlace(), await world.aPlace()];
    const id = await aCampaign(world, own, { ...asItIs, ...from, places, isDraft: true });
    const before = (await get(id, own.user)).body;
    const changed = await put(id, { ...editedOf(before), ...to }, own.user);
    expect(changed.status, changed.raw).toBe(200);
    for (const { body } of [changed, await get(id, own.user)]) {
      expect(editedOf(body)).toEqual({ ...editedOf(before), ...to, replaces: expect.any(String) });
      expect(body.version).not.toBe(before.version);
    }
  });
});

test('whose days are over has ended, though nobody ended it, and is changed no more', async () => {
  const own = await anAdvertiser(world);
  const ids = [await aCampaign(world, own), await aCampaign(world, own)];
  await step(world, own.user, ids[1]!, 'pause');
  world.clock.advance(86_400);
  const owner = await anOwner(world, own.organisation);
  const list = (await world.call('GET /api/campaigns?state=ended', { cookie: owner.cookie })).body;
  expect(list.counts).toEqual({ draft: 0, running: 0, paused: 0, ended: 2 });
  expect(list.rows.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
  for (const id of ids) {
    const { body } = await get(id, owner);
    expect(body).toMatchObject({ state: 'ended', waits: null });
    expect((await put(id, { ...editedOf(body), last_day: '2026-11-30' }, owner)).body.code).toBe('campaign_ended');
    for (const how of ['start', 'pause']) {
      const late = { body: { step: how }, cookie: owner.cookie };
      expect((await world.call(`POST /api/campaigns/${id}/state`, late)).body.code, how).toBe('campaign_ended');
    }
  }
  world.clock.advance(-86_400);
});

test('waits for the next day at its most of a day, and where its advertiser is suspended', async () => {
  const own = await anAdvertiser(world);
  const { code } = await world.aCode();
  const id = await aCampaign(world, own, { most_a_day: 1, last_day: '2026-11-22' });
  const waits = async () => (await get(id, await world.aUser({ role: 'admin' }))).body.waits;
  expect(await waits()).toBeNull();
  await tell(world, await aVisit(world, code), [{ campaign: id }]);
  expect(await waits()).toBe('used_up_today');
  world.clock.advance(86_400);
  expect(await waits()).toBeNull();
  world.clock.advance(-86_400);
  const suspended = world.db.updateTable('organisations').set({ state: 'suspended' });
  await suspended.where('id', '=', own.organisation).execute();
  expect(await waits()).toBe('suspended');
});

test('of one by the click that has begun no cap is set below what was counted, nor its budget below what it cost; one that nobody saw has another fee', async () => {
  const { code } = await world.aCode();
  const own = await anAdvertiser(world);
  const clicked = { pricing: 'click', budget: 50, click_price: 0.5, most_impressions: null };
  const id = await aCampaign(world, own, clicked);
  for (let n = 0; n < 3; n++)
    await tell(world, await aVisit(world, code), [{ campaign: id }, { campaign: id, type: 'sponsored_click' }]);
  const before = (await get(id, own.user)).body;
  expect([before.impressions, before.cost]).toEqual([3, 1.5]);
  const change = (given: object) => put(id, { ...editedOf(before), ...given }, own.user);
  for (const [given, field] of [
    [{ most_impressions: 2 }, 'most_impressions'],
    [{ budget: 1.49 }, 'budget'],
  ] as const) {
    const { body } = await change(given);
    expect([body.code, body.fields?.map(({ path }: { path: string }) => path)]).toEqual([
      'campaign_begun',
      [`body.${field}`],
    ]);
  }
  expect((await change({ most_impressions: 3, budget: 1.5 })).status).toBe(200);
  const unseen = await aCampaign(world, own);
  const dearer = { ...editedOf((await get(unseen, own.user)).body), budget: 200 };
  expect((await put(unseen, dearer, own.user)).body).toMatchObject({ state: 'running', budget: 200 });
});

test('of one that has begun the pricing stays, and no cap is set below what was counted; a credit takes back no more than it cost', async () => {
  const { code } = await world.aCode();
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own, { budget: 100, most_impressions: 10 });
  for (let n = 0; n < 3; n++) await tell(world, await aVisit(world, code), [{ campaign: id }]);
  const before = (await get(id, own.user)).body;
  const change = (given: object) => put(id, { ...editedOf(before), ...given }, own.user);
  expect([before.impressions, before.cost]).toEqual([3, 30]);
  const refused: [object, string[]][] = [
    [{ budget: 20, most_impressions: 2 }, ['budget', 'most_impressions']],
    [{ pricing: 'click', click_price: 1 }, ['pricing']],
    // What was delivered would cost another price.
    [{ budget: 200 }, ['budget']],
    [{ most_impressions: 1_000 }, ['most_impressions']],
  ];
  for (const [given, at] of refused) {
    const { body } = await change(given);
    expect(body.code, JSON.stringify(given)).toBe('campaign_begun');
    expect(body.fields.map(({ path }: { path: string }) => path)).toEqual(at.map((field) => `body.${field}`));
  }
  expect((await change({ budget: 30, most_impressions: 3 })).status).toBe(200);

  const credit = (amount: number, credited: number, key?: string) =>
    world.call(`POST /api/campaigns/${id}/credits`, {
      ...{ body: { amount, credited, reason: 'Shown beside the wrong place' }, cookie: admin.cookie },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  expect((await credit(30.01, 0)).body.code).toBe('credit_too_high');
  for (let again = 0; again < 2; again++)
    expect((await credit(20.5, 0, 'b'.repeat(20))).body).toMatchObject({ cost: 9.5, credited: 20.5 });
  expect((await credit(9.51, 20.5)).body.code).toBe('credit_too_high');
  // Without a key, as after an answer that was lost: it says of what it knew.
  expect((await credit(5, 0)).body.code).toBe('changed_meanwhile');
  // Of two at once that are too high together one is told so.
  const both = await Promise.all(['d', 'e'].map((key) => credit(6.5, 20.5, key.repeat(20))));
  expect(both.map(({ status, body }) => body.code ?? status).sort()).toEqual([201, 'changed_meanwhile']);
  expect((await get(id, admin)).body.history[0]).toMatchObject({
    action: 'campaign_credited',
    by: admin.email,
    reason: 'Shown beside the wrong place',
  });
  const { rows } = await world.database.pool.query(
    `select e.kind, concat(f.kind, ' ', f.state) as from_account, concat(t.kind, ' ', t.state) as to_account, sum(e.cents)::integer as cents
     from ledger_entries e join ledger_accounts f on f.id = e.from_account join ledger_accounts t on t.id = e.to_account
     where e.campaign_id = $1 group by 1, 2, 3 order by 1`,
    [id],
  );
  const [owed, earned] = ['advertiser owed', 'house advertising'];
  expect(rows).toEqual([
    { kind: 'charge', from_account: owed, to_account: earned, cents: 3_000 },
    { kind: 'credit', from_account: earned, to_account: owed, cents: 2_700 },
  ]);
  expect(await countedOf(world, id)).toMatchObject({ charged_cents: 3_000, credited_cents: 2_700, ledger: 3_000 });
});

test('an administrator tells why, and the advertiser is mailed that and reads what was changed', async () => {
  const own = await anAdvertiser(world);
  const place = await world.aPlace({ name: 'Pool bar' });
  const id = await aCampaign(world, own, { isDraft: true, places: [place] });
  const reason = 'The operator asked for it by telephone';
  const state = (body: object, { cookie }: TestUser) => world.call(`POST /api/campaigns/${id}/state`, { body, cookie });
  const before = editedOf((await get(id, admin)).body);
  const change = { ...before, budget: 60, most_a_day: 200, places: [], languages: ['ja'] };
  const unsaid = [
    await put(id, change, admin),
    await state({ step: 'start' }, admin),
    await world.call(`DELETE /api/campaigns/${id}`, { cookie: admin.cookie }),
  ];
  for (const { status, body } of unsaid) {
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.fields).toMatchObject([{ path: 'body.reason', message: 'must be told by administrators' }]);
  }
  const mails = async () => (await world.mail()).filter(({ to }) => to === own.user.email);
  expect(await mails()).toEqual([]);
  expect((await put(id, { ...change, reason }, admin)).status).toBe(200);
  for (const step of ['start', 'start', 'pause', 'end'])
    expect((await state({ step, reason }, admin)).status, step).toBe(200);
  const told = await mails();
  const name = 'Mornings on the reef';
  expect(told.map(({ subject }) => subject)).toEqual(
    ['changed', 'started', 'paused', 'ended'].map((did) => `Your campaign ${name} was ${did}`),
  );
  for (const { text } of told) {
    expect(text).toContain(`The reason: ${reason}`);
    expect(text).toContain(encodeURIComponent(`/campaigns?open=${id}`));
  }
  const { history } = (await get(id, own.user)).body;
  expect(history.map(({ action, by, reason: why }: Record<string, unknown>) => [action, by, why])).toEqual([
    ['campaign_ended', null, reason],
    ['campaign_paused', null, reason],
    ['campaign_started', null, reason],
    ['campaign_changed', null, reason],
    ['campaign_created', own.user.email, null],
  ]);
  expect(history[3].changes).toEqual([
    { field: 'budget', before: 50, after: 60 },
    { field: 'most_a_day', before: null, after: 200 },
    { field: 'languages', before: [], after: ['ja'] },
    { field: 'places', before: ['Pool bar'], after: [] },
  ]);
  // A draft that is deleted is told of as well; what an advertiser does needs no reason, and is mailed to nobody.
  const listing = await world.aListing({ organisation_id: own.organisation });
  const draft = await aCampaign(world, { ...own, listing }, { name: 'Evenings', isDraft: true });
  const gone = await world.call(`DELETE /api/campaigns/${draft}`, { body: { reason }, cookie: admin.cookie });
  expect(gone.status, gone.raw).toBe(200);
  const last = (await mails()).at(-1)!;
  expect(last.subject).toBe('Your campaign Evenings was deleted');
  expect(last.text).toContain(encodeURIComponent('/campaigns'));
  const other = await aCampaign(world, { ...own, listing });
  expect(
    (await world.call(`POST /api/campaigns/${other}/state`, { body: { step: 'pause' }, cookie: own.user.cookie }))
      .status,
  ).toBe(200);
  expect(await mails()).toHaveLength(5);
});

test('what an administrator paused its advertiser can end, and not start again; an administrator can', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own);
  const reason = 'The invoice of October is open';
  const state = (body: object, { cookie }: TestUser) => world.call(`POST /api/campaigns/${id}/state`, { body, cookie });
  // Also where the advertiser had paused it.
  expect((await state({ step: 'pause' }, own.user)).body).toMatchObject({ state: 'paused', held: false });
  expect((await state({ step: 'pause', reason }, admin)).body).toMatchObject({ state: 'paused', held: true });
  const refused = await state({ step: 'start' }, own.user);
  expect([refused.status, refused.body.code]).toEqual([409, 'campaign_held']);
  expect((await get(id, own.user)).body).toMatchObject({ state: 'paused', held: true });
  expect((await state({ step: 'start', reason }, admin)).body).toMatchObject({ state: 'running', held: false });
  expect((await state({ step: 'pause' }, own.user)).status).toBe(200);
  expect((await state({ step: 'start' }, own.user)).body).toMatchObject({ state: 'running' });
  await state({ step: 'pause', reason }, admin);
  expect((await state({ step: 'end' }, own.user)).body).toMatchObject({ state: 'ended' });
});

test('in a month in which its listing is closed a campaign is shown and counted nowhere, and says so', async () => {
  const own = await anAdvertiser(world);
  const place = await aLongPlace(world);
  const id = await aCampaign(world, own, { places: [place] });
  const listed = world.db.updateTable('listings').where('id', '=', own.listing);
  await listed.set({ open_months: [1, 2] }).execute();
  world.clock.advance(11);
  expect((await get(id, own.user)).body.waits).toBe('listing_closed');
  const body = await sponsoredIn(world, place);
  expect(body.map((one: { campaign_id: string }) => one.campaign_id)).not.toContain(id);
  const { code } = await world.aCode({ location_id: place });
  const guest = await aVisit(world, code);
  await tell(world, guest, [{ campaign: id, list: `location/${place}` }]);
  expect((await countedOf(world, id)).impressions).toBe(0);
  await listed.set({ open_months: [11] }).execute();
  await tell(world, guest, [{ campaign: id, list: `location/${place}` }]);
  expect((await countedOf(world, id)).impressions).toBe(1);
  expect((await get(id, own.user)).body.waits).toBeNull();
});
