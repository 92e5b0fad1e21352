import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionUrl } from '../attack/owner.ts';
import { type Replicated, startReplicated } from '../replicated.ts';
import { ProductProcess, until } from './product-process.ts';

let servers: Replicated;
let product: ProductProcess;
beforeAll(async () => {
  servers = await startReplicated();
  product = await ProductProcess.make({
    DATABASE_URL: connectionUrl(servers.primary),
    DATABASE_REPLICA_URL: connectionUrl(servers.replica),
  });
  await product.start();
}, 300_000);
afterAll(async () => {
  await product?.dispose();
  await servers?.stop();
});

/** A figure of /metrics. */
async function metric(name: string): Promise<number | undefined> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
const ofReplica = () => metric('holoholo_readings_total{by="replica",reason=""}');
const list = async () => (await fetch(`${product.url}/api/business-listings?limit=3`)).status;

test('the server reads from the replica of its settings, does without it, and stops in order', {
  timeout: 120_000,
}, async () => {
  await until('the replica in use', 20_000, async () => (await metric('holoholo_replica_in_use')) === 1);
  const before = (await ofReplica())!;
  // One that the replica was behind for is the primary's.
  await until('a reading of the replica', 20_000, async () => (await list()) === 200 && (await ofReplica())! > before);
  expect(await metric('holoholo_database_connections_max{pool="replica"}')).toBeGreaterThan(0);

  await servers.kill();
  for (const path of ['/', '/explore', '/api/business-listings?limit=4'])
    expect((await fetch(product.url + path)).status).toBe(200);
  await until('it is told', 20_000, async () => (await metric('holoholo_replica_in_use')) === 0);
  expect(product.output).toMatch(/the replica is not read: the primary answers in its stead/);
  product.signal('SIGTERM');
  expect(await product.exited).toBe(0);
});
