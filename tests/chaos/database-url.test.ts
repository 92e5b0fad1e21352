import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { connectionUrl } from '../attack/owner.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { ProductProcess } from './product-process.ts';

const name = `product_${randomBytes(6).toString('hex')}`;
const database = inDatabase(inject('databaseServer'), name);
let product: ProductProcess;

beforeAll(async () => {
  await onServer(inject('databaseServer'), `create database ${name}`);
  product = await ProductProcess.make({ DATABASE_URL: connectionUrl(database) });
});
afterAll(() => product.dispose());

async function scan(code: string) {
  const reply = await fetch(`${product.url}/api/qr/scan`, {
    method: 'POST',
    headers: { origin: product.url, 'content-type': 'application/json' },
    body: JSON.stringify({ qr_code_id: code }),
  });
  return (await reply.json()) as { counted: boolean };
}

test('the whole server runs on the database that DATABASE_URL names, and finds it again', {
  timeout: 120_000,
}, async () => {
  await product.start();
  const codes = (await (await fetch(`${product.url}/dev/codes.json`)).json()) as {
    qr_code_id: string;
    status: string;
  }[];
  const { qr_code_id } = codes.find(({ status }) => status === 'active')!;
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  const counted = async () => Number((await client.query('select count(*) from scans where counted')).rows[0].count);
  // Those of the demo's own bookings are there already.
  const before = await counted();
  expect((await scan(qr_code_id)).counted).toBe(true);
  product.signal('SIGTERM');
  expect(await product.exited).toBe(0);
  await product.start();
  expect(await counted()).toBe(before + 1);
  expect((await scan(qr_code_id)).counted).toBe(true);
  expect(await counted()).toBe(before + 2);
  await client.end();
});
