import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hasIpv6 } from '../../scripts/verdict/machine.mjs';
import { listen } from '../../server/platform/http/listening.ts';
import { countLockWaits } from '../lock-waits.ts';
import { createWorld, type World } from '../world.ts';
import { RawConnection } from './raw-connection.ts';

let world: World;
let port: number;
const other = '::1';
beforeAll(async () => {
  if (!hasIpv6) return;
  // The names of this machine may give localhost one address only.
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: other, family: 6 },
  ];
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
    const [options, done] = rest as [{ all?: boolean }, (error: null, found: typeof both) => void];
    if (name === 'localhost' && options.all) done(null, both);
    else (lookup as (...all: unknown[]) => void)(name, ...rest);
  }) as typeof dns.lookup);
  world = await createWorld();
  port = Number(new URL(await listen(world.app, { port: 0, host: 'localhost' })).port);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world?.close();
});

const open = async (host: string): Promise<Socket> => {
  const socket = connect(port, host);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

test.skipIf(!hasIpv6)('with HOST=localhost both addresses answer', async () => {
  for (const host of ['127.0.0.1', `[${other}]`])
    expect((await fetch(`http://${host}:${port}/healthz`)).status).toBe(200);
});

test.skipIf(!hasIpv6)(
  'who sends many requests ahead is cut off on the second address as well',
  {
    timeout: 10_000,
  },
  async () => {
    const request = 'GET /api/business-listings HTTP/1.1\r\nhost: localhost:3000\r\n\r\n';
    const few = new RawConnection(`http://[${other}]:${port}`);
    await few.send(request);
    expect((await few.answered()).statuses).toEqual([200]);
    few.close();
    const many = new RawConnection(`http://[${other}]:${port}`);
    await many.send(request.repeat(40));
    expect((await many.closed()).statuses.length).toBeLessThan(10);
  },
);

test.skipIf(!hasIpv6)(
  'connections of one network are bounded on the second address as well',
  {
    timeout: 15_000,
  },
  async () => {
    const sockets: Socket[] = [];
    for (let at = 0; at < 600; at++) sockets.push(await open(other));
    const isClosed = once(sockets[0]!, 'close');
    sockets.push(await open(other));
    // The oldest that has sent nothing makes room for it.
    await isClosed;
    expect((await fetch(`http://[${other}]:${port}/healthz`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  },
);

test.skipIf(!hasIpv6)(
  'a stop waits for what is under way on the second address, and for no idle connection',
  {
    timeout: 15_000,
  },
  async () => {
    const idle = new RawConnection(`http://[${other}]:${port}`);
    await idle.send('GET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n\r\n');
    await idle.answered();
    const client = await world.database.pool.connect();
    await client.query('begin; lock table listings in access exclusive mode');
    const under = fetch(`http://[${other}]:${port}/api/business-listings`);
    await expect.poll(() => countLockWaits(world), { timeout: 10_000 }).toBe(1);
    let isStopped = false;
    const stopped = world.app.close().then(() => {
      isStopped = true;
    });
    await idle.closed();
    const stoppedBefore = isStopped;
    await client.query('rollback');
    client.release();
    expect([stoppedBefore, (await under).status]).toEqual([false, 200]);
    await stopped;
  },
);
