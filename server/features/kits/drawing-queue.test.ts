import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { DrawingQueue } from './drawing-queue.ts';

const held = vi.hoisted(() => ({ isHeld: false }));
vi.mock('./draw-kit.ts', async (load) => {
  const real = await load<typeof import('./draw-kit.ts')>();
  return {
    ...real,
    drawKit: async (of: Parameters<typeof real.drawKit>[0]) => {
      await vi.waitUntil(() => !held.isHeld, { timeout: 60_000 });
      return await real.drawKit(of);
    },
  };
});

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const kit = ({ owner, code }: PartnerScene, query: string) =>
  world.call(`GET /api/partner-portal/qr-code/${code}/print-kit?${query}`, { cookie: owner.cookie });

test('of many kits that one partner asks for at once three are taken up, and those of another still are', async () => {
  const [busy, other] = [await aPartner(world), await aPartner(world)];
  held.isHeld = true;
  const refused: unknown[] = [];
  const asked = Array.from({ length: 12 }, async (_, at) => {
    const reply = await kit(busy, `format=rooms&paper=a6&first_room=${at + 1}&last_room=${at + 1}`);
    // What is given up after a while has another second in its answer.
    if (reply.headers['retry-after'] === '5') refused.push(reply.status);
  });
  await expect.poll(() => refused, { timeout: 20_000 }).toEqual(Array(9).fill(503));
  const beside = kit(other, 'format=counter-card&paper=a6');
  held.isHeld = false;
  expect((await beside).headers['retry-after']).not.toBe('5');
  await Promise.all(asked);
  expect(refused).toHaveLength(9);
  await expect
    .poll(async () => (await kit(busy, 'format=rooms&paper=a6&first_room=12&last_room=12')).status, { timeout: 20_000 })
    .toBe(200);
});

test('who shares the address of a desk that waits for its kits is answered meanwhile', async () => {
  const scene = await aPartner(world);
  held.isHeld = true;
  const asked = [1, 2].map((room) => kit(scene, `format=rooms&paper=a6&first_room=${room}&last_room=${room}`));
  // Both are given up after a while, and drawn all the same.
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503]);
  let isAnswered = false;
  const guest = world.call(`GET /api/locations/${scene.placeId}`).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) await world.app.inject({ url: '/api/business-listings', remoteAddress: '203.0.113.9' });
  expect((await guest).status).toBe(200);
  held.isHeld = false;
});

test('a drawing begins when the one before it is done, also where that one failed', async () => {
  const queue = new DrawingQueue();
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise<void>((resolve) => ends.push(resolve));
    order.push(`${name} ends`);
    if (name === 'a') throw new Error('it cannot be drawn');
    return name;
  };
  const [a, b] = [queue.draw('one', work('a')), queue.draw('two', work('b'))];
  const failed = expect(a).rejects.toThrow('it cannot be drawn');
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(1);
  ends[0]!();
  await failed;
  await expect.poll(() => ends.length, { timeout: 20_000 }).toBe(2);
  ends[1]!();
  expect(await b).toBe('b');
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('of all partners together at most seventeen are begun', async () => {
  const queue = new DrawingQueue();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const drawings = Array.from({ length: 20 }, (_, at) => queue.draw(`partner ${at}`, () => held));
  const ended = Promise.allSettled(drawings);
  end();
  expect((await ended).filter(({ status }) => status === 'rejected')).toHaveLength(3);
  await expect(queue.draw('partner 1', async () => 'room again')).resolves.toBe('room again');
});
