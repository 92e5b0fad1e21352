import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdvertiserScene, anOwnListing } from '../../../tests/advertiser-scene.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { builtWeb } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let scene: AdvertiserScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  scene = await AdvertiserScene.make(world);
});
afterAll(() => world.close());

const submitted = async () => {
  const { id } = (await scene.create()).body;
  await scene.step(id, 'submit');
  return await scene.waiting(id);
};
const managed = async (id: number) => (await scene.call(`GET /api/admin/listings/${id}`, undefined, scene.admin)).body;
const approve = ({ id, version }: { id: string; version: string }, commission_rate: unknown) =>
  scene.call(`POST /api/admin/listing-proposals/${id}/approve`, { version, commission_rate }, scene.admin);
const lastMailTo = async ({ email }: TestUser) => (await world.mail()).filter(({ to }) => to === email).at(-1)!;

test('whoever approves a first publication sees its commission rate and what that does not carry, and gives it another', async () => {
  const waiting = await submitted();
  const shares_above = [{ tier: 'standard', partner_share: 0.15 }];
  expect(waiting).toMatchObject({ commission_rate: 0.12, shares_above });
  for (const wrong of [0, 0.07, 0.31, null, 'a tenth'])
    expect((await approve(waiting, wrong)).status, String(wrong)).toBe(400);
  expect((await approve(waiting, 0.22)).body).toMatchObject({
    state: 'approved',
    commission_rate: 0.22,
    shares_above: [],
  });
  expect(await managed(waiting.listing_id)).toMatchObject({ commission_rate: 0.22, status: 'active' });
  const told = {
    before: { is_active: false, commission_rate: 0.12 },
    after: { is_active: true, commission_rate: 0.22 },
  };
  expect(await auditContentOf(world, 'listing_published', String(waiting.listing_id))).toMatchObject([told]);
});

test('another link or price leaves the commission rate as it is', async () => {
  const id = await scene.published();
  await scene.change(id, { price_range: '$$$' });
  const waiting = await scene.waiting(id);
  expect(waiting).toMatchObject({ commission_rate: 0.12 });
  const refused = await approve(waiting, 0.22);
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([400, 'body.commission_rate']);
  expect((await scene.approve(waiting)).status).toBe(200);
  expect(await managed(id)).toMatchObject({ commission_rate: 0.12 });
});

test('the mail about a change that was decided names what was to be another', async () => {
  const id = await scene.published({ name: 'Paddle' });
  await scene.change(id, { price_range: '$$$' });
  await scene.approve(await scene.waiting(id));
  expect((await lastMailTo(scene.owner)).text).toContain('the price range that you submitted for Paddle was approved');
  await scene.change(id, { price_range: '$', website_url: 'https://makai.example/' });
  await scene.decline(await scene.waiting(id));
  const { subject, text } = await lastMailTo(scene.owner);
  expect(subject).toBe('Your changes to Paddle were declined');
  expect(text).toContain('the website URL and the price range that you submitted for Paddle were declined');
  const colleague = await aMember(world, scene.organisation, ['content_management']);
  await world.db.updateTable('users').set({ language: 'ja' }).where('id', '=', colleague.id).execute();
  const changed = await scene.call(
    `PUT /api/own-listings/${id}`,
    { ...anOwnListing({ name: 'Paddle', price_range: '$$' }), replaces: (await scene.get(id)).version },
    colleague,
  );
  expect(changed.status, changed.raw).toBe(200);
  await scene.approve(await scene.waiting(id));
  expect((await lastMailTo(colleague)).text).toContain('Paddleの価格帯の変更が承認されました');
});
