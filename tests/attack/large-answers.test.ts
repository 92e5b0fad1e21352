import { readdirSync, readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { onServer } from '../database-setup.ts';
import { aDoneWork } from '../work-rows.ts';
import type { TestUser, World } from '../world.ts';
import { ownerOf } from './owner.ts';
import { createListeningWorld } from './raw-connection.ts';

// An answer that is read too slowly ends after five minutes, or when there are too many bytes of such (connections-room.test.ts).

const MiB = 1024 * 1024;
/** More than the kernel holds of a connection whose reader does not read. */
const large = 48 * MiB;
const readers = 12;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

let world: World;
let url: string;
let admin: TestUser;
let sockets: Socket[] = [];
beforeAll(async () => {
  ({ world, url } = await createListeningWorld({ environment: { RATE_LIMITS: 'off' } }));
  admin = await world.aUser({ role: 'admin' });
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => world.close());

/** Asks for something, and reads the first bytes of its answer and no more. */
async function askWithoutReading(path: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname });
  sockets.push(socket);
  const lines = [`GET ${path} HTTP/1.1`, 'host: localhost:3000', `cookie: ${admin.cookie}`];
  socket.write(
    `${[...lines, 'sec-fetch-site: same-origin', 'sec-fetch-mode: cors', 'sec-fetch-dest: empty'].join('\r\n')}\r\n\r\n`,
  );
  const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  socket.pause();
  expect(first.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
  return socket;
}

const held = () => {
  for (let round = 0; round < 3; round++) collectGarbage();
  return process.memoryUsage().arrayBuffers;
};

test('a large file is read from the disk as fast as its reader takes it, and closed when they leave', {
  timeout: 60_000,
}, async () => {
  const id = await aDoneWork(world, admin.id, 'a line');
  const file = join(world.settings.dataDir, 'long-work', id);
  await writeFile(file, Buffer.alloc(large, 'x'));
  await world.db.updateTable('long_work').set({ result_bytes: large }).where('id', '=', id).execute();
  const result = `/api/long-work/${id}/result`;
  /** How often this process has it open; known on Linux alone. */
  const opened = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === file;
      } catch {
        return false;
      }
    }).length;

  const before = held();
  for (let at = 0; at < readers; at++) await askWithoutReading(result);
  if (process.platform === 'linux') expect(opened()).toBe(readers);
  expect(held() - before).toBeLessThan(readers * MiB);
  const whole = await fetch(`${url}${result}`, { headers: { cookie: admin.cookie } });
  expect((await whole.arrayBuffer()).byteLength).toBe(large);
  expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  for (const socket of sockets) socket.destroy();
  if (process.platform === 'linux') await expect.poll(opened).toBe(0);
});

test('an export reads from the database as fast as its reader takes it, and holds no connection meanwhile', {
  timeout: 60_000,
}, async () => {
  await onServer(
    await ownerOf(world),
    `insert into users (email, name)
       select 'user-' || n || '@export.example', repeat('x', 2000) from generate_series(1, 12000) n`,
  );
  const path = '/api/admin/users/export?search=export.example';
  const before = held();
  for (let at = 0; at < 4; at++) await askWithoutReading(path);
  const { pool } = world.database;
  // Each has come as far as the kernel takes it, and holds a few of the pieces of 2 MB, of which there are twelve.
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0);
  expect(held() - before).toBeLessThan(4 * 9 * MiB);
  expect((await world.call('GET /api/users/me', admin)).status).toBe(200);
  const all = await fetch(`${url}${path}`, {
    headers: {
      cookie: admin.cookie,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
    },
  });
  expect((await all.text()).split('\r\n')).toHaveLength(12_002);
});
