import { randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { headOf, RawConnection } from '../attack/raw-connection.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { aForm, aPng } from '../sent-files.ts';
import { ProductProcess, until } from './product-process.ts';
import { signInTravelers } from './travelers.ts';

const name = `product_${randomBytes(6).toString('hex')}`;
let web: ProductProcess;
let worker: ProductProcess;
let owner: pg.Client;
beforeAll(async () => {
  const server = inject('databaseServer');
  await onServer(server, `create database ${name}`);
  const common = {
    DATABASE_URL: connectionUrl(inDatabase(server, name)),
    SECRET_KEY: 'k'.repeat(32),
    DEMO_DATA: 'off',
  };
  web = await ProductProcess.make({ ...common, ROLE: 'web' });
  worker = await ProductProcess.make({ ...common, ROLE: 'worker' }, web.dataDir);
  await web.start();
  owner = new pg.Client(clientConfig(inDatabase(server, name)));
  await owner.connect();
}, 120_000);
afterAll(async () => {
  await owner.end();
  await Promise.all([web.dispose(), worker.dispose()]);
});

test('of uploads that a killed server was at nothing is left after the next tidying, and what was acknowledged is there', {
  timeout: 120_000,
}, async () => {
  const [somebody] = await signInTravelers(owner, 1);
  await owner.query(`update profiles set role = 'admin' where user_id = $1`, [somebody!.userId]);
  const folder = join(web.dataDir, 'uploads');
  const headers = { origin: web.url, cookie: somebody!.session };
  const { body, headers: type } = aForm(aPng());
  const kept = await fetch(`${web.url}/api/uploads/picture`, {
    method: 'POST',
    headers: { ...headers, ...type },
    body,
  });
  expect(kept.status).toBe(201);
  const { id } = (await kept.json()) as { id: string };
  const connections = [1, 2].map(() => new RawConnection(web.url));
  for (const connection of connections) {
    await connection.send(headOf('/api/uploads/picture', { ...headers, ...type, 'content-length': 5_000_000 }));
    await connection.send(Buffer.concat([body.subarray(0, -30), Buffer.alloc(2_000_000)]));
  }
  await until('both on the disk', 10_000, async () => (await readdir(folder)).length === 3);
  await web.kill();
  for (const connection of connections) expect((await connection.closed()).statuses).toEqual([]);
  expect((await readdir(folder)).filter((one) => one.endsWith('.part'))).toHaveLength(2);
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const file of await readdir(folder)) await utimes(join(folder, file), hoursAgo, hoursAgo);
  worker.spawn();
  await until('tidied', 60_000, async () => (await readdir(folder)).length === 1);
  expect(await readdir(folder)).toEqual([id]);
});
