import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
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
  // What had no room gives none back.
  expect(held).toBe(64);
  gone.resolve('gone');
  expect(new Set((await Promise.all(others)).map((reply) => reply.statusCode))).toEqual(new Set([200]));
  await app.close();
});

test('what was done outside comes back into a room where there is one, and holds it until it has ended', async () => {
  const app = Fastify();
  const [done, back, over, gone] = Array.from({ length: 4 }, () => Promise.withResolvers<string>());
  let held = 0;
  const outsideOnce = async (request: FastifyRequest) => {
    await request.waitOutside!(() => done!.promise);
    back!.resolve('back');
    return await over!.promise;
  };
  app.get('/outside', withinLimit(outsideOnce as never) as () => unknown);
  app.get(
    '/held',
    withinLimit(() => {
      held += 1;
      return gone!.promise;
    }) as () => unknown,
  );
  const outside = app.inject('/outside');
  done!.resolve('done');
  await Promise.race([back!.promise, outside]);
  const others = Array.from({ length: 64 }, () => app.inject('/held'));
  await expect.poll(() => held).toBe(63);
  // All that was sent has been looked at, and the last of it waits.
  await app.inject('/unknown');
  expect(held).toBe(63);
  over!.resolve('over');
  expect((await outside).body).toBe('over');
  await expect.poll(() => held).toBe(64);
  gone!.resolve('gone');
  expect(new Set((await Promise.all(others)).map((reply) => reply.statusCode))).toEqual(new Set([200]));
  await app.close();
});

describe('what waits for room is not begun', () => {
  /** All the room of a network is taken until it is given back. */
  async function aFullApp() {
    const app = Fastify();
    const room = Promise.withResolvers<string>();
    const begun: string[] = [];
    app.get(
      '/held/:name',
      withinLimit((request) => {
        begun.push(request.url);
        return room.promise;
      }) as () => unknown,
    );
    const waiting = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.url === '/held/late') {
        request.raw.socket.once('close', left.resolve);
        waiting.resolve();
      }
      done();
    });
    const others = Array.from({ length: 64 }, (_, at) => app.inject(`/held/${at}`));
    await expect.poll(() => begun.length).toBe(64);
    const close = async () => {
      await Promise.all(others);
      await app.close();
    };
    return { app, begun, close, giveBack: () => room.resolve(''), waiting: waiting.promise, left: left.promise };
  }

  test('once its time is over', async () => {
    const { app, begun, close, giveBack, waiting } = await aFullApp();
    const late = app.inject('/held/late');
    await waiting;
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 2_500);
    giveBack();
    expect((await late).statusCode).toBe(503);
    clock.mockRestore();
    expect(begun).not.toContain('/held/late');
    await close();
  });

  test('once nobody waits for it', async () => {
    const { app, begun, close, giveBack, waiting, left } = await aFullApp();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const call = fetch(`${address}/held/late`, { signal: leaving.signal }).catch(() => 'left');
    await waiting;
    leaving.abort();
    expect(await call).toBe('left');
    await left;
    giveBack();
    await close();
    expect(begun).toHaveLength(64);
  });
});
