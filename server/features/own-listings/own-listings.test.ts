import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingFields } from '../../../contract/listing-form.ts';
import { AdvertiserScene, anOwnListing, editedOf } from '../../../tests/advertiser-scene.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aboutIt } from '../../../tests/listings-scene.ts';
import { createWorld, type Reply, type World } from '../../../tests/world.ts';

let world: World;
let scene: AdvertiserScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  scene = await AdvertiserScene.make(world);
});
afterAll(() => world.close());

const said = ({ status, body }: Reply) => [status, body.code];
const guest = (id: number) => world.call(`GET /api/business-listings/${id}`);
const manager = (request: `${string} ${string}`, body?: object) => scene.call(request, body, scene.admin);
const mails = async () => (await world.mail()).filter(({ to }) => to === scene.owner.email);

test('a listing is made, submitted, approved and then found by guests, and nothing of it before', async () => {
  const made = await scene.create({ open_months: [4, 5, 6], steps: 'few', meeting_point: 'At the pier' });
  expect(made.status, made.raw).toBe(201);
  const { id } = made.body;
  expect(made.body).toMatchObject({ state: 'draft', asked: null, steps: 'few', open_months: [4, 5, 6], instead: [] });
  expect((await guest(id)).status).toBe(404);
  // Nor is it a matter of the manager's yet.
  expect((await manager(`GET /api/admin/listings/${id}`)).status).toBe(404);
  const { changed } = (await manager('POST /api/admin/listings/change', { ids: [id], action: 'activate' })).body;
  expect(changed).toBe(0);

  expect((await scene.step(id, 'submit')).body).toMatchObject({ state: 'submitted', asked: { is_new: true } });
  expect((await scene.step(id, 'submit')).body.history).toHaveLength(1);
  const waiting = await scene.waiting(id);
  expect(waiting).toMatchObject({ is_new: true, now: null, content: { steps: 'few' }, proposed_by: scene.owner.email });
  const approved = await scene.approve(waiting);
  expect(approved.body, approved.raw).toMatchObject({ state: 'approved', decided_by: scene.admin.email });
  expect((await guest(id)).body).toMatchObject({ id, name: 'Makai Sunrise Paddle' });
  expect(await scene.get(id)).toMatchObject({ state: 'live', asked: { state: 'approved' } });
  expect((await manager(`GET /api/admin/listings/${id}`)).body).toMatchObject({ status: 'active' });
  const [mail] = await mails();
  expect(mail).toMatchObject({ subject: 'Makai Sunrise Paddle is published' });
  expect(mail!.text).toContain(encodeURIComponent(`/dashboard/listing?listing=${id}`));
  for (const action of ['listing_created', 'listing_submitted', 'listing_proposal_approved', 'listing_published'])
    expect(await auditContentOf(world, action, String(id)), action).toHaveLength(1);
});

test('what is declined says why, stays hidden, and can be changed and submitted again', async () => {
  const { id } = (await scene.create({ name: 'Cheap tour' })).body;
  await scene.step(id, 'submit');
  const declined = await scene.decline(await scene.waiting(id), 'The name promises a price');
  expect(declined.body).toMatchObject({ state: 'declined' });
  const now = await scene.get(id);
  expect(now).toMatchObject({ state: 'declined', asked: { decision_reason: 'The name promises a price' } });
  expect((await guest(id)).status).toBe(404);
  expect((await mails()).at(-1)!.text).toContain('The reason: The name promises a price');
  expect((await scene.change(id, { name: 'Reef tour' })).body).toMatchObject({ state: 'declined', name: 'Reef tour' });
  expect((await scene.step(id, 'submit')).body.state).toBe('submitted');
  expect((await scene.step(id, 'withdraw')).body.state).toBe('draft');
  expect((await scene.get(id)).history.map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'declined']);
});

test('what changes while a first publication waits is what is decided about and published, and nothing unseen', async () => {
  const { waiting: before } = await scene.proposals();
  const { id } = (await scene.create({ name: 'As it was seen' })).body;
  await scene.step(id, 'submit');
  const seen = await scene.waiting(id);
  expect((await scene.proposals()).waiting).toBe(before + 1);
  const given = { name: 'Quite another', price_range: '$$$$', booking_url: 'https://fareharbor.com/makai/items/9' };
  expect((await scene.change(id, given)).body).toMatchObject({ state: 'submitted', ...given });
  for (const late of [await scene.approve(seen), await scene.decline(seen)])
    expect(said(late)).toEqual([409, 'changed_meanwhile']);
  expect((await guest(id)).status).toBe(404);
  const waiting = await scene.waiting(id);
  expect(waiting).toMatchObject({ id: seen.id, is_new: true, content: given });
  await scene.approve(waiting);
  expect((await guest(id)).body).toMatchObject(given);
  expect((await scene.proposals()).waiting).toBe(before);
});

test('of a deleted one nothing is decided, changed, submitted or shown', async () => {
  const live = await scene.published();
  await scene.change(live, { price_range: '$$$' });
  const waiting = await scene.waiting(live);
  expect((await manager(`DELETE /api/business-listings/${live}`)).status).toBe(200);
  expect(said(await scene.approve(waiting))).toEqual([409, 'proposal_decided']);

  const { id } = (await scene.create()).body;
  const own = await scene.get(id);
  expect((await scene.call(`DELETE /api/own-listings/${id}`)).status).toBe(200);
  const picture = { upload: randomUUID(), words: null, crop: null };
  for (const late of [
    await scene.call(`PUT /api/own-listings/${id}`, editedOf(own, { name: 'Back again' })),
    await scene.step(id, 'submit'),
    await scene.call(`POST /api/own-listings/${id}/pictures`, picture),
  ])
    expect(said(late)).toEqual([409, 'listing_deleted']);
});

test('of a published one words change at once, a link or a price once an administrator has approved it', async () => {
  const id = await scene.published();
  const links = { booking_url: 'https://fareharbor.com/makai/items/8', website_url: 'https://makai.example/' };
  const given = { name: 'Sunset Paddle', price_range: '$$$', ...links };
  const changed = await scene.change(id, given);
  expect(changed.body, changed.raw).toMatchObject({
    ...given,
    state: 'live',
    asked: { state: 'submitted', is_new: false },
  });
  expect(changed.body.instead).toEqual([
    { field: 'booking_url', now: 'https://fareharbor.com/makai/items/7' },
    { field: 'website_url', now: null },
    { field: 'price_range', now: '$$' },
  ]);
  expect((await guest(id)).body).toMatchObject({ name: 'Sunset Paddle', price_range: '$$', website_url: null });
  const waiting = await scene.waiting(id);
  expect(waiting.content).toEqual({ price_range: '$$$', ...links });
  const before = { price_range: '$$', booking_url: 'https://fareharbor.com/makai/items/7', website_url: null };
  expect([waiting.was, waiting.now]).toEqual([before, before]);
  // What waits takes a further change over: a decision is about what was looked at.
  await scene.change(id, { price_range: '$' });
  expect(said(await scene.approve(waiting))).toEqual([409, 'changed_meanwhile']);
  expect(said(await scene.decline(waiting))).toEqual([409, 'changed_meanwhile']);
  await scene.approve(await scene.waiting(id));
  expect((await guest(id)).body).toMatchObject({ price_range: '$', ...links });
  expect((await scene.get(id)).instead).toEqual([]);
  // As it is for guests again: nothing waits any more.
  await scene.change(id, { price_range: '$$$$' });
  expect((await scene.change(id, { price_range: '$' })).body.asked.state).toBe('withdrawn');
  expect(await scene.waiting(id)).toBeUndefined();
});

test('of two who save, or decide, at once one wins and the other is told', async () => {
  const id = await scene.published();
  const before = await scene.get(id);
  const saves = await Promise.all(
    ['One', 'Two'].map((name) => scene.call(`PUT /api/own-listings/${id}`, editedOf(before, { name }))),
  );
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(saves.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  // The same again, as after an answer that was lost, is no other change.
  const { name } = await scene.get(id);
  expect((await scene.call(`PUT /api/own-listings/${id}`, editedOf(before, { name }))).status).toBe(200);

  await scene.change(id, { price_range: '$$$' });
  const waiting = await scene.waiting(id);
  const decisions = await Promise.all([scene.approve(waiting), scene.decline(waiting), scene.step(id, 'withdraw')]);
  expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const late of [await scene.approve(waiting), await scene.decline(waiting)])
    expect(said(late)).toEqual([409, 'proposal_decided']);
});

test('its advertiser pauses a live one and resumes it, but not one that an administrator hides', async () => {
  const id = await scene.published();
  expect((await scene.step(id, 'pause')).body.state).toBe('paused');
  expect((await guest(id)).status).toBe(404);
  expect((await scene.step(id, 'pause')).body.state).toBe('paused');
  expect((await scene.step(id, 'resume')).body.state).toBe('live');
  await scene.step(id, 'pause');
  await manager('POST /api/admin/listings/change', { ids: [id], action: 'deactivate' });
  expect((await scene.get(id)).state).toBe('hidden');
  expect(said(await scene.step(id, 'resume'))).toEqual([409, 'changed_meanwhile']);
  await manager('POST /api/admin/listings/change', { ids: [id], action: 'activate' });
  expect((await scene.get(id)).state).toBe('live');
  expect((await guest(id)).status).toBe(200);
  expect(said(await scene.call(`DELETE /api/own-listings/${id}`))).toEqual([409, 'listing_published']);
  for (const step of ['withdraw', 'pause', 'resume'])
    expect(said(await scene.step((await scene.create()).body.id, step)), step).toEqual([409, 'changed_meanwhile']);
});

test('the list tells each state, found by a part of the name, page by page', async () => {
  const own = await AdvertiserScene.make(world);
  const draft = (await own.create({ name: 'Alpha' })).body.id;
  const submitted = (await own.create({ name: 'Beta' })).body.id;
  await own.step(submitted, 'submit');
  const live = await own.published({ name: 'Gamma' });
  const { rows, total, counts } = await own.list('?sort=name');
  expect(rows.map(({ id, state }: { id: number; state: string }) => [id, state])).toEqual([
    ...[
      [draft, 'draft'],
      [submitted, 'submitted'],
      [live, 'live'],
    ],
  ]);
  expect(total).toBe(3);
  expect(counts).toEqual({ draft: 1, submitted: 1, declined: 0, live: 1, paused: 0, hidden: 0 });
  expect((await own.list('?state=submitted')).rows).toMatchObject([{ id: submitted }]);
  expect((await own.list('?search=gam')).rows).toMatchObject([{ id: live }]);
  const first = await own.list('?limit=2&sort=-updated');
  const second = await own.list(`?limit=2&sort=-updated&after=${first.next}`);
  expect([...first.rows, ...second.rows]).toHaveLength(3);
  expect((await own.call(`DELETE /api/own-listings/${draft}`)).body).toEqual({ ok: true });
  expect((await own.call(`DELETE /api/own-listings/${submitted}`)).status).toBe(200);
  expect(await own.waiting(submitted)).toBeUndefined();
  expect((await own.call(`GET /api/own-listings/${draft}`)).status).toBe(404);
  expect((await own.list()).total).toBe(1);
});

test('what is another advertiser’s is answered like what is not there, and stays as it is', async () => {
  const id = await scene.published();
  const other = await AdvertiserScene.make(world);
  const before = await scene.get(id);
  const tries = [
    await other.call(`GET /api/own-listings/${id}`),
    await other.call(`PUT /api/own-listings/${id}`, editedOf(before, { name: 'Mine' })),
    await other.step(id, 'pause'),
    await other.call(`DELETE /api/own-listings/${id}`),
    await other.call('GET /api/own-listings/2000000000'),
  ];
  for (const reply of tries) expect(said(reply)).toEqual([404, 'not_found']);
  expect(await scene.get(id)).toEqual(before);
  expect((await other.list()).rows).toEqual([]);
  // What is another's by the time of the decision is not decided about.
  await scene.change(id, { price_range: '$$$' });
  const waiting = await scene.waiting(id);
  await world.db.updateTable('listings').set({ organisation_id: other.organisation }).where('id', '=', id).execute();
  expect(said(await scene.approve(waiting))).toEqual([409, 'changed_meanwhile']);
});

test('staff need the permission, and what is no listing is refused at its field', async () => {
  const clerk = await aMember(world, scene.organisation, ['campaign_management']);
  expect(said(await scene.create({}, clerk))).toEqual([403, 'forbidden']);
  const editor = await aMember(world, scene.organisation, ['content_management']);
  expect((await scene.create({}, editor)).status).toBe(201);
  const wrong: [object, string][] = [
    [{ description: 'Too short' }, 'description'],
    [{ booking_url: 'http://fareharbor.com/makai' }, 'booking_url'],
    [{ booking_url: 'https://127.0.0.1/makai' }, 'booking_url'],
    [{ open_months: [13] }, 'open_months.0'],
    [{ open_months: [] }, 'open_months'],
    [{ open_months: [3, 2] }, 'open_months'],
    [{ steps: 'lots' }, 'steps'],
    [{ meeting_latitude: 21 }, 'meeting_latitude'],
    [{ latitude: 21 }, 'latitude'],
    [{ name: 'a\u202eb' }, 'name'],
    [{ name: 'Sunrise paddle for $45' }, 'name'],
    [{ description: `${aboutIt} The lowest price of the island.` }, 'description'],
    [{ description_ja: `${'朝の海へ。'.repeat(10)}お子様は無料です。` }, 'description_ja'],
    [{ subcategory: 'Lowest price – only $29!' }, 'subcategory'],
    [{ meeting_point: 'At the pier, 29 € each' }, 'meeting_point'],
  ];
  for (const [more, path] of wrong) {
    const { status, body } = await scene.create(more);
    expect([status, body.fields?.[0]?.path], JSON.stringify(more)).toEqual([400, `body.${path}`]);
  }
  for (const more of [{ commission_rate: 0.3 }, { is_featured: true }, { is_active: true }, { held: null }])
    expect((await scene.call('POST /api/own-listings', { ...anOwnListing(), ...more })).status).toBe(400);
});

test('an organisation has so many that are not published, and no more', async () => {
  const own = await AdvertiserScene.make(world);
  const row = {
    name: 'One of many',
    description: anOwnListing().description,
    category: 'Shopping',
    price_range: '$',
    held: 'unpublished',
  };
  const rows = Array.from({ length: 98 }, () => ({ ...row, is_active: false, organisation_id: own.organisation }));
  await world.db.insertInto('listings').values(rows).execute();
  // Of those who make one at once as many find room as there is.
  const made = await Promise.all(Array.from({ length: 8 }, () => own.create()));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(2);
  const full = await own.create();
  expect(said(full)).toEqual([409, 'own_listings_full']);
  expect(full.body.error).toBe(
    'You have 100 listings that are not published yet, and there is no room for more. Please delete a draft, or write to us, so that those that you have submitted are looked at first.',
  );
});

test('the manager of listings answers nothing about what is not published yet', async () => {
  const { id } = (await scene.create({ name: 'Unpublished' })).body;
  const before = await scene.get(id);
  const edited = (await manager(`GET /api/admin/listings/${await scene.published()}`)).body;
  const fields = Object.fromEntries(listingFields.map((field) => [field, edited[field]]));
  const content = { ...fields, is_active: true, replaces: edited.version };
  for (const request of [
    `DELETE /api/business-listings/${id}`,
    `POST /api/admin/listings/${id}/restore`,
    `DELETE /api/admin/listings/${id}/picture`,
  ] as const)
    expect((await manager(request)).status, request).toBe(404);
  const put = await manager(`PUT /api/business-listings/${id}`, content);
  expect([put.status, put.raw]).toEqual([404, expect.any(String)]);
  for (const picture of [{ earlier: randomUUID() }, { upload: randomUUID() }])
    expect((await manager(`PUT /api/admin/listings/${id}/picture`, picture)).status).toBe(404);
  expect(await scene.get(id)).toEqual(before);
});

test('what waits of a listing that goes on to another advertiser is withdrawn, and the next one can ask', async () => {
  const { id } = (await scene.create({ name: 'Handed on' })).body;
  await scene.step(id, 'submit');
  const first = (await scene.waiting(id))!;
  expect(
    (await manager(`POST /api/admin/listing-proposals/${first.id}/approve`, { version: first.version })).status,
  ).toBe(200);
  const own = (await scene.call(`GET /api/own-listings/${id}`)).body;
  expect((await scene.call(`PUT /api/own-listings/${id}`, { ...editedOf(own), price_range: '$$$$' })).status).toBe(200);
  const waits = (await scene.waiting(id))!;

  const next = await AdvertiserScene.make(world);
  const edited = (await manager(`GET /api/admin/listings/${id}`)).body;
  const fields = Object.fromEntries(listingFields.map((field) => [field, edited[field]]));
  const given = { ...fields, advertiser_id: next.owner.id, replaces: edited.version };
  expect((await manager(`PUT /api/business-listings/${id}`, given)).status).toBe(200);
  const left = (await scene.proposals('?limit=200')).rows.find((one: { id: string }) => one.id === waits.id);
  expect(left.state).toBe('withdrawn');
  const theirs = (await next.call(`GET /api/own-listings/${id}`)).body;
  const asked = await next.call(`PUT /api/own-listings/${id}`, { ...editedOf(theirs), price_range: '$' });
  expect([asked.status, asked.body.asked?.state]).toEqual([200, 'submitted']);
});

test('a price that is approved leaves a link as it has become meanwhile; what was to be another and is one by now is not approved', async () => {
  const id = await scene.published();
  const byManager = async (more: object) => {
    const edited = (await manager(`GET /api/admin/listings/${id}`)).body;
    const fields = Object.fromEntries(listingFields.map((field) => [field, edited[field]]));
    const given = { ...fields, ...more, replaces: edited.version };
    expect((await manager(`PUT /api/business-listings/${id}`, given)).status).toBe(200);
  };
  const link = (at: number) => `https://fareharbor.com/makai/items/${at}`;
  await scene.change(id, { price_range: '$$$' });
  const price = await scene.waiting(id);
  await byManager({ booking_url: link(8) });
  expect((await scene.approve(price)).status).toBe(200);
  expect((await guest(id)).body).toMatchObject({ price_range: '$$$', booking_url: link(8) });

  await scene.change(id, { booking_url: link(9), website_url: 'https://makai.example/' });
  const links = await scene.waiting(id);
  await byManager({ booking_url: link(10) });
  expect(said(await scene.approve(links))).toEqual([409, 'changed_meanwhile']);
  expect((await guest(id)).body).toMatchObject({ booking_url: link(10), website_url: null });
  expect(await scene.waiting(id)).toMatchObject({
    content: { booking_url: link(9) },
    was: { booking_url: link(8) },
    now: { booking_url: link(10) },
  });
  // Its advertiser, who sees the other one, asks again.
  await scene.change(id, { name: 'Reef Paddle' });
  const again = await scene.waiting(id);
  expect(again.was).toEqual({ booking_url: link(10), website_url: null });
  expect((await scene.approve(again)).status).toBe(200);
  expect((await guest(id)).body).toMatchObject({ booking_url: link(9), website_url: 'https://makai.example/' });
  // What was decided still tells what was asked, and of what.
  const { rows } = await scene.proposals(`?id=${again.id}`);
  expect(rows[0]).toMatchObject({
    state: 'approved',
    content: { booking_url: link(9) },
    was: { booking_url: link(10) },
  });
});

test('what waits of a listing that an administrator deletes is withdrawn, and stays so', async () => {
  const id = await scene.published();
  await scene.change(id, { price_range: '$$$' });
  const waiting = await scene.waiting(id);
  expect((await manager(`DELETE /api/business-listings/${id}`)).status).toBe(200);
  expect(await scene.waiting(id)).toBeUndefined();
  expect(said(await scene.approve(waiting))).toEqual([409, 'proposal_decided']);
  expect((await manager(`POST /api/admin/listings/${id}/restore`)).status).toBe(200);
  expect(await scene.get(id)).toMatchObject({ state: 'live', price_range: '$$', asked: { state: 'withdrawn' } });
});
