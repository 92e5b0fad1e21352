import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../world.ts';
import { Traffic } from './fault-traffic.ts';
import { until } from './product-process.ts';
import { compare, recount } from './recount.ts';

// What finds nothing proves nothing, unless it finds what is there: the checks of the other files against planted faults.

test('a forged id is lost; a second row, and one that nobody knows of, are doubled', () => {
  expect(compare(['a', 'b'], ['b', 'a'])).toEqual({ lost: [], doubled: [] });
  expect(compare(['a', 'b', 'forged'], ['a', 'b'])).toEqual({ lost: ['forged'], doubled: [] });
  expect(compare(['a', 'b'], ['a', 'b', 'a'])).toEqual({ lost: [], doubled: ['a'] });
  expect(compare(['a'], ['a', 'stray'])).toEqual({ lost: [], doubled: ['stray'] });
});

test('a server that answers badly is caught: wrong status, wrong shape, no Retry-After, no answer', async () => {
  const replies: Record<string, { status: number; body: object; retryAfter?: string }> = {
    '/api/qr/scan': { status: 500, body: { error: 'Oh.', code: 'internal', request_id: '1' } },
    '/api/qr/booking-conversion': { status: 503, body: { message: 'Service Unavailable' }, retryAfter: '1' },
    '/api/bookings': { status: 503, body: { error: 'Busy.', code: 'unavailable', request_id: '1' } },
    '/readyz': { status: 503, body: { status: 'not ready' }, retryAfter: '1' },
  };
  const server = createServer((request, response) => {
    const reply = replies[request.url!];
    if (!reply) return void request.socket.destroy();
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      ...(reply.retryAfter ? { 'retry-after': reply.retryAfter } : {}),
    });
    response.end(JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as { port: number };
  const traveler = { userId: '', session: 'session=1', visit: 'visit=1' };
  const traffic = new Traffic(`http://localhost:${port}`, [traveler], { codes: ['code'], listings: [1] });
  traffic.start();
  await until('each kind', 20_000, () => traffic.kinds.every((kind) => traffic.latest(kind)));
  await traffic.finish();
  server.close();
  const seen = traffic.kinds.map((kind) => [kind, traffic.latest(kind)!.status, traffic.latest(kind)!.isWellFormed]);
  expect(seen).toEqual([
    ['scan', 500, false],
    ['booking', 503, false],
    ['read', 503, false],
    ['page', 0, false],
    ['readiness', 503, true],
    ['health', 0, false],
  ]);
});

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await createWorld();
  user = await world.aUser();
});
afterAll(() => world.close());

test('faults planted in the tables are found', async () => {
  const code = await world.aCode();
  const scan = (id: string) =>
    world.call('POST /api/qr/scan', {
      body: { qr_code_id: code.code, device_info: { type: 'mobile', userAgent: id } },
    });
  const book = async () => {
    world.clock.advance(1);
    const body = { business_listing_id: await world.aListing() };
    const reply = await world.call('POST /api/qr/booking-conversion', { cookie: user.cookie, body });
    return reply.body.transaction_id as string;
  };
  const check = async (scans: string[], bookings: string[]) => {
    const client = await world.database.pool.connect();
    return await recount(client, { scans, bookings }, [user.id]).finally(() => client.release());
  };

  await scan('chaos one');
  const booking = await book();
  expect(await check(['chaos one'], [booking])).toEqual({ lost: [], doubled: [] });
  expect(await check(['chaos one', 'chaos forged'], [booking, 'txn_forged'])).toEqual({
    lost: ['chaos forged', 'txn_forged'],
    doubled: [],
  });
  await scan('chaos one');
  const second = await book();
  expect(await check(['chaos one'], [booking])).toEqual({ lost: [], doubled: ['chaos one', second] });
});
