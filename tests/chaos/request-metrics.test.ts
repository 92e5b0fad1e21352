import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductProcess, report } from './product-process.ts';

let product: ProductProcess;
beforeAll(async () => {
  product = await ProductProcess.make();
});
afterAll(() => product.dispose());

const ask = async (times: number) => {
  for (let at = 0; at < times; at++) {
    const reply = await fetch(`${product.url}/healthz`);
    await reply.arrayBuffer();
    expect(reply.status).toBe(200);
  }
};
/** As the database has it. */
async function written(): Promise<{ probes: number; up: number }> {
  const client = await product.connect();
  const { rows } = await client.query(`select
    (select coalesce(sum(requests), 0)::integer from request_metrics where grain = 'day' and endpoint = 'GET /healthz') as probes,
    (select coalesce(sum(bit_count(minutes)), 0)::integer from up_hours) as up`);
  await client.end();
  return rows[0];
}

test('a stop writes what was measured, and a kill loses no more than what came since the last minute', {
  timeout: 240_000,
}, async () => {
  await product.start();
  await ask(5);
  product.signal('SIGTERM');
  await product.exited;
  await product.start();
  expect(await written()).toMatchObject({ probes: 5 });
  // The clock of this process is the machine's: whatever it wrote by itself meanwhile, it is no more than was asked.
  await ask(3);
  await product.kill();
  await product.start();
  const { probes, up } = await written();
  expect(probes).toBeGreaterThanOrEqual(5);
  expect(probes).toBeLessThanOrEqual(8);
  expect(up).toBeGreaterThanOrEqual(1);
  report(`of 3 requests in the seconds before a kill ${8 - probes} were lost, of 5 before them none`);
});
