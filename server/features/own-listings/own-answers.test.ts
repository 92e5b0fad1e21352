import { afterAll, beforeAll, expect, test } from 'vitest';
import { AdvertiserScene } from '../../../tests/advertiser-scene.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let scene: AdvertiserScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  scene = await AdvertiserScene.make(world);
});
afterAll(() => world.close());

test('the commission rate is for those alone who may see money', async () => {
  const { id, commission_rate } = (await scene.create()).body;
  expect(commission_rate).toBe(0.12);
  const keeper = await aMember(world, scene.organisation, ['content_management', 'revenue_analytics']);
  const editor = await aMember(world, scene.organisation, ['content_management']);
  const asked = async (by: typeof editor) => (await scene.call(`GET /api/own-listings/${id}`, undefined, by)).body;
  expect((await asked(keeper)).commission_rate).toBe(0.12);
  expect((await asked(editor)).commission_rate).toBeNull();
  const made = await scene.create({}, editor);
  expect([made.status, made.body.commission_rate]).toEqual([201, null]);
  expect((await scene.step(id, 'submit', editor)).body).toMatchObject({ state: 'submitted', commission_rate: null });
});

test('it is told whether this server asks for links at all', async () => {
  const { id, asks_links } = (await scene.create()).body;
  expect(asks_links).toBe(false);
  await scene.step(id, 'submit');
  expect((await scene.waiting(id)).asks_links).toBe(false);
  const asking = await createWorld({ environment: { LINK_CHECK: 'on' } });
  try {
    const other = await AdvertiserScene.make(asking);
    const made = (await other.create()).body;
    expect(made.asks_links).toBe(true);
    await other.step(made.id, 'submit');
    expect((await other.waiting(made.id)).asks_links).toBe(true);
  } finally {
    await asking.close();
  }
});
