import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { withinLimit } from './answer-limit.ts';

test('what was done outside is answered though its room is taken meanwhile', async () => {
  const app = Fastify();
  const [done, gone] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let held = 0;
  app.get('/outside', withinLimit((request) => request.waitOutside!(() => done.promise)) as () => unknown);
  app.get(
    '/held',
    withinLimit(() => {
      held += 1;
      return gone.promise;
    }) as () => unknown,
  );

  const outside = app.inject('/outside');
  const others = Array.from({ length: 384 }, () => app.inject('/held'));
  await expect.poll(() => held).toBe(64);
  // 64 of the network are under way and 320 wait, which is all the room there is for it.
  const one = await app.inject('/held');
  expect(one.statusCode).toBe(503);
  done.resolve('done');
  const { statusCode, body } = await outside;
  expect([statusCode, body]).toEqual([200, 'done']);
  gone.resolve('gone');
  expect(new Set((await Promise.all(others)).map((reply) => reply.statusCode))).toEqual(new Set([200]));
  await app.close();
});
