import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCampaign, anAdvertiser, editedOf, plainCampaign, someLists } from '../../../tests/campaigns-scene.ts';
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

const reason = 'The invoice of October is open';
const get = async (id: string, { cookie }: TestUser) => (await world.call(`GET /api/campaigns/${id}`, { cookie })).body;
const step = (id: string, how: string, { cookie }: TestUser) =>
  world.call(`POST /api/campaigns/${id}/state`, {
    body: { step: how, ...(cookie === admin.cookie && { reason }) },
    cookie,
  });
const create = (listing_id: number, { cookie }: TestUser) =>
  world.call('POST /api/campaigns', { body: { ...plainCampaign, listing_id }, cookie });
const change = async (id: string, changes: object, { cookie }: TestUser) => {
  const body = { ...editedOf(await get(id, { cookie } as TestUser)), ...changes };
  return await world.call(`PUT /api/campaigns/${id}`, { body, cookie });
};
const refused = [409, 'listing_held'];
const words =
  'An administrator has paused the campaign “Mornings on the reef” of this listing. Until it is released you can make and start no campaign of this listing, and change none that runs. The reason stands in the history of that campaign; please write to us once it is settled.';

test('while an administrator holds a campaign its advertiser starts, resumes and makes no other of the same listing, and is told why', async () => {
  const own = await anAdvertiser(world);
  const [id, draft, paused] = [
    await aCampaign(world, own),
    await aCampaign(world, own, { name: 'Made before', isDraft: true }),
    await aCampaign(world, own, { name: 'Paused before' }),
  ];
  await step(paused, 'pause', own.user);
  const running = await aCampaign(world, own, { name: 'Runs' });
  const other = await aCampaign(world, {
    ...own,
    listing: await world.aListing({ organisation_id: own.organisation }),
  });
  expect((await step(id, 'pause', admin)).body).toMatchObject({ state: 'paused', held: true });
  for (const one of [draft, paused]) {
    const { status, body } = await step(one, 'start', own.user);
    expect([status, body.code, body.error]).toEqual([...refused, words]);
    expect((await get(one, own.user)).listing_held).toEqual({ id, name: 'Mornings on the reef' });
  }
  const made = await create(own.listing, own.user);
  expect([made.status, made.body.code, made.body.error]).toEqual([...refused, words]);
  const { body: means } = await world.call('GET /api/campaign-editor', { cookie: own.user.cookie });
  expect(means.listings.map(({ held_by }: { held_by: string | null }) => held_by).sort()).toEqual([
    'Mornings on the reef',
    null,
  ]);
  // What runs goes on as it is until it is paused; other listings are as they were.
  expect(await get(running, own.user)).toMatchObject({ state: 'running' });
  const copied = await change(running, { name: 'Mornings on the reef', budget: 50 }, own.user);
  expect([copied.status, copied.body.code, copied.body.error]).toEqual([...refused, words]);
  expect((await change(running, {}, own.user)).status).toBe(200);
  expect((await change(running, { name: 'Runs on', reason }, admin)).body.name).toBe('Runs on');
  for (const one of [draft, id, other]) expect((await change(one, { budget: 60 }, own.user)).status).toBe(200);
  expect((await step(running, 'pause', own.user)).status).toBe(200);
  expect((await step(running, 'start', own.user)).body.code).toBe('listing_held');
  expect((await step(other, 'pause', own.user)).status).toBe(200);
  expect((await step(other, 'start', own.user)).status).toBe(200);
  // An administrator starts any of them.
  expect((await step(paused, 'start', admin)).body).toMatchObject({ state: 'running', held: false });
  expect((await step(id, 'start', admin)).body).toMatchObject({ state: 'running', held: false });
  expect((await step(draft, 'start', own.user)).body).toMatchObject({ state: 'running', listing_held: null });
  expect((await change(draft, { budget: 70 }, own.user)).body.budget).toBe(70);
  expect((await create(own.listing, own.user)).status).toBe(201);
});

test('ending what is held, or letting its days pass, lets no other campaign of its listing start; an administrator releases it', async () => {
  const own = await anAdvertiser(world);
  const [ended, over, draft] = [
    await aCampaign(world, own),
    await aCampaign(world, own),
    await aCampaign(world, own, { isDraft: true }),
  ];
  for (const one of [ended, over]) await step(one, 'pause', admin);
  expect((await step(ended, 'end', own.user)).body).toMatchObject({ state: 'ended', held: true });
  const past = { first_day: '2026-11-01', last_day: '2026-11-20' };
  await world.db.updateTable('campaigns').set(past).where('id', '=', over).execute();
  expect(await get(over, own.user)).toMatchObject({ state: 'ended', held: true });
  for (const one of [ended, over]) {
    expect((await step(draft, 'start', own.user)).body.code).toBe('listing_held');
    const tried = await step(one, 'release', own.user);
    expect([tried.status, tried.body.code]).toEqual([409, 'campaign_held']);
    expect((await step(one, 'release', admin)).body).toMatchObject({ state: 'ended', held: false });
  }
  expect((await step(draft, 'start', own.user)).body).toMatchObject({ state: 'running' });
});

test('what is released stays paused, for its advertiser to resume', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own);
  await step(id, 'pause', admin);
  expect((await step(id, 'release', admin)).body).toMatchObject({ state: 'paused', held: false });
  // Whatever is not held is released already.
  for (const user of [admin, own.user]) expect((await step(id, 'release', user)).status).toBe(200);
  expect((await step(id, 'start', own.user)).body).toMatchObject({ state: 'running' });
  expect((await get(id, admin)).history.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
    'campaign_started',
    'campaign_released',
    'campaign_paused',
  ]);
});

test('whoever starts or changes a campaign while an administrator holds another of its listing is refused', async () => {
  const own = await anAdvertiser(world);
  const [held, draft] = [await aCampaign(world, own), await aCampaign(world, own, { isDraft: true })];
  const running = await aCampaign(world, own, { name: 'Runs' });
  const holding: [string, unknown[]][] = [
    ['select pg_advisory_xact_lock(7305456, hashtext($1))', [own.organisation]],
    [`update campaigns set state = 'paused', held = true where id = $1`, [held]],
  ];
  const { reply, hasWaited } = await askWhileHeld(world, holding, () => step(draft, 'start', own.user));
  expect([reply.status, reply.body.code, hasWaited]).toEqual([...refused, true]);
  await step(held, 'release', admin);
  await step(held, 'start', own.user);
  const changed = await askWhileHeld(world, holding, () => change(running, { budget: 60 }, own.user));
  expect([changed.reply.status, changed.reply.body.code, changed.hasWaited]).toEqual([...refused, true]);
  // The administrator's own request waits for whoever starts, and the other way round: of both at once one order or the other.
  await step(held, 'release', admin);
  const starting: [string, unknown[]][] = [['select pg_advisory_xact_lock(7305456, hashtext($1))', [own.organisation]]];
  const pause = await askWhileHeld(world, starting, () => step(held, 'pause', admin));
  expect([pause.reply.status, pause.reply.body.held, pause.hasWaited]).toEqual([200, true, true]);
});

test('the audit log tells of each step whether a campaign was held before and after', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own);
  await step(id, 'pause', own.user);
  await step(id, 'pause', admin);
  await step(id, 'release', admin);
  await step(id, 'start', own.user);
  const { rows } = await world.database.pool.query(
    `select e.action, d.content from audit_entries e join audit_details d on d.sequence = e.sequence
     where e.subject_kind = 'campaign' and e.subject_id = $1 order by e.sequence desc limit 4`,
    [id],
  );
  const toldOf = (content: string) => {
    const { before, after } = JSON.parse(content);
    return { before, after };
  };
  expect(rows.reverse().map(({ action, content }) => [action, toldOf(content)])).toEqual([
    ['campaign_paused', { before: { state: 'running', held: false }, after: { state: 'paused', held: false } }],
    ['campaign_paused', { before: { state: 'paused', held: false }, after: { state: 'paused', held: true, reason } }],
    ['campaign_released', { before: { state: 'paused', held: true }, after: { state: 'paused', held: false, reason } }],
    ['campaign_started', { before: { state: 'paused', held: false }, after: { state: 'running', held: false } }],
  ]);
});

test('an advertiser reads in the history, and by mail, what an administrator did, and which campaign is held', async () => {
  const own = await anAdvertiser(world);
  const id = await aCampaign(world, own);
  for (const how of ['pause', 'start', 'pause', 'release', 'end']) await step(id, how, admin);
  const { history } = await get(id, own.user);
  type Entry = { action: string; by: string | null; by_administrator: boolean; held: boolean | null };
  expect(history.map(({ action, by, by_administrator, held }: Entry) => [action, by, by_administrator, held])).toEqual([
    ['campaign_ended', null, true, false],
    ['campaign_released', null, true, false],
    ['campaign_paused', null, true, true],
    ['campaign_started', null, true, false],
    ['campaign_paused', null, true, true],
    ['campaign_started', own.user.email, false, false],
    ['campaign_created', own.user.email, false, null],
  ]);
  const told = (await world.mail()).filter(({ to }) => to === own.user.email);
  const name = 'Mornings on the reef';
  expect(told.map(({ subject }) => subject)).toEqual([
    `Your campaign ${name} was paused`,
    `Your campaign ${name} was resumed`,
    `Your campaign ${name} was paused`,
    `Your campaign ${name} is held no more`,
    `Your campaign ${name} was ended`,
  ]);
  for (const { text } of told) expect(text).toMatch(/an administrator of Holoholo has/);
  expect(told[0]!.text).toContain(
    'Until we release it, it stays paused, and you can make and start no other campaign of the same listing. Please write to us once it is settled.',
  );
  // What an advertiser says for itself is no administrator's reason.
  const draft = await aCampaign(world, own, { isDraft: true });
  const said = { body: { step: 'start', reason: 'By ourselves' }, cookie: own.user.cookie };
  expect((await world.call(`POST /api/campaigns/${draft}/state`, said)).body.history[0]).toMatchObject({
    ...{ action: 'campaign_started', reason: null, by_administrator: false },
  });
});
