import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { DrawingQueue } from './drawing-queue.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const kit = ({ owner, code }: PartnerScene, query: string) =>
  world.call(`GET /api/partner-portal/qr-code/${code}/print-kit?${query}`, { cookie: owner.cookie });

test('of many kits that one partner asks for at once three are drawn, and those of another still are', async () => {
  const [busy, other] = [await aPartner(world), await aPartner(world)];
  const asked = Array.from({ length: 12 }, (_, at) =>
    kit(busy, `format=rooms&paper=a6&first_room=${at + 1}&last_room=${at + 1}`),
  );
  const beside = kit(other, 'format=counter-card&paper=a6');
  const replies = await Promise.all(asked);
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(9).fill(503)]);
  for (const { status, headers } of replies) expect(headers['retry-after']).toBe(status === 503 ? '5' : undefined);
  expect((await beside).status).toBe(200);
  expect((await kit(busy, 'format=rooms&paper=a6&first_room=12&last_room=12')).status).toBe(200);
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
  await expect.poll(() => ends.length).toBe(1);
  ends[0]!();
  await failed;
  await expect.poll(() => ends.length).toBe(2);
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
