import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareWriters } from './crash-rounds.ts';
import { ProductProcess, until } from './product-process.ts';
import { recount } from './recount.ts';
import type { Writers } from './writers.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;
let product: ProductProcess;
let writers: Writers;
const others: ProductProcess[] = [];
const shippers: ChildProcess[] = [];

const settings = (dataDir: string) => ({
  ...process.env,
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', LOG_ARCHIVE_DIR: join(folder, 'archive'), NODE_OPTIONS: '' },
});

/** Starts the command that ships, on a server's data. */
function startShipping(of: ProductProcess): {
  said: () => string;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
} {
  const shipper = spawn(process.execPath, ['scripts/db.ts', 'ship-log'], { cwd: root, env: settings(of.dataDir) });
  shippers.push(shipper);
  let said = '';
  for (const stream of [shipper.stdout, shipper.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  return {
    said: () => said,
    end: (signal) =>
      new Promise((settle) => {
        shipper.once('close', (code) => settle(code));
        shipper.kill(signal);
        // It may be told twice, by the service and by the process around it.
        setTimeout(() => shipper.kill(signal), 5);
      }),
  };
}

/** A data folder with nothing but the secret key, which is kept elsewhere. */
async function emptyPlace(name: string): Promise<ProductProcess> {
  const place = await ProductProcess.make({}, await mkdtemp(join(folder, name)));
  await copyFile(join(product.dataDir, 'secret.key'), join(place.dataDir, 'secret.key'));
  others.push(place);
  return place;
}

const restore = (to: ProductProcess, moment: string) =>
  new Promise<string>((settle, fail) => {
    const words = ['scripts/db.ts', 'restore-to', moment];
    execFile(process.execPath, words, { cwd: root, env: settings(to.dataDir) }, (error, stdout) =>
      error ? fail(new Error(stdout)) : settle(stdout),
    );
  });

const stretches = async () => (await readdir(join(folder, 'archive'))).filter((name) => /^\d/.test(name));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-log-'));
  await chmod(folder, 0o711);
  product = await ProductProcess.make({ LOG_ARCHIVE_DIR: join(folder, 'archive') });
  await product.start();
  writers = await prepareWriters(product);
}, 90_000);
afterAll(async () => {
  for (const shipper of shippers) shipper.kill('SIGKILL');
  for (const one of [product, ...others]) await one.dispose();
  await rm(folder, { recursive: true, force: true });
});

let beforeMistake: Date;
let afterMistake: Date;

test('the log is shipped while people write, across a killed shipper and a killed server', {
  timeout: 120_000,
}, async () => {
  const first = startShipping(product);
  writers.start();
  await until('a base copy', 60_000, () => first.said().includes('A base copy was taken'));
  const count = writers.count;
  await until('more writes', 30_000, () => writers.count > count + 100);
  await first.end('SIGKILL');
  await product.kill();
  await product.start();
  const second = startShipping(product);
  await until('shipping again', 30_000, () => second.said().includes('The log is shipped'));
  await until('still more writes', 30_000, () => writers.count > count + 200);
  await writers.finish();
  beforeMistake = new Date();

  const owner = await product.connect({ readOnly: false });
  const { rowCount } = await owner.query(`delete from scans where device->>'userAgent' like 'chaos %'`);
  expect(rowCount).toBeGreaterThan(50);
  await owner.end();
  afterMistake = new Date();
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  expect(metrics).toMatch(/holoholo_upkeep_success_timestamp_seconds\{task="log-shipping"\} \d+/);
  expect(metrics).toMatch(/holoholo_upkeep_success_timestamp_seconds\{task="base-copy"\} \d+/);
  // Told to stop, it ships what came since, too.
  expect(await second.end('SIGTERM')).toBe(0);
  expect(await stretches()).toHaveLength(1);
});

test('a database is restored to the moment before a mistake: all that was acknowledged is there, and it starts', {
  timeout: 120_000,
}, async () => {
  await product.kill();
  const place = await emptyPlace('restored-');
  const said = await restore(place, beforeMistake.toISOString());
  expect(said).toMatch(/Restored as of .*The ledger balances; the audit chain is whole: \d+ entries/);
  await place.start();
  const reader = await place.connect();
  expect(await recount(reader, writers.acknowledged, writers.userIds)).toEqual({ lost: [], doubled: [] });
  await reader.end();
  // Life goes on, and so does shipping: as a stretch of its own, since it is not what was shipped before.
  const shipping = startShipping(place);
  await until('a base copy', 60_000, () => shipping.said().includes('A base copy was taken'));
  expect(await shipping.end('SIGTERM')).toBe(0);
  expect(await stretches()).toHaveLength(2);
  await expect(restore(place, 'latest')).rejects.toThrow('there is a database');
});

test('a moment after the mistake has it; what cannot be is refused with its reason', { timeout: 120_000 }, async () => {
  const place = await emptyPlace('later-');
  await expect(restore(place, '2026-01-31T09:59:59')).rejects.toThrow('with its time zone');
  await expect(restore(place, '2020-01-31T09:59:59Z')).rejects.toThrow('does not lead to 2020-01-31T09:59:59.000Z');
  await restore(place, afterMistake.toISOString());
  await place.start();
  const reader = await place.connect();
  const { lost } = await recount(reader, writers.acknowledged, writers.userIds);
  await reader.end();
  expect(lost).toHaveLength(writers.scans.length);

  // A damaged base copy is refused, and leaves nothing behind.
  const [, newest] = await stretches();
  const bases = join(folder, 'archive', newest!, 'base');
  const [base] = await readdir(bases);
  await truncate(join(bases, base!, 'files.gz'), 5_000);
  const other = await emptyPlace('damaged-');
  await expect(restore(other, 'latest')).rejects.toThrow(/of the base copy .* cannot be read/);
  expect(await readdir(other.dataDir)).toEqual(['secret.key']);
});
