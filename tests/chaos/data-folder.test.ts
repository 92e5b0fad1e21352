import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { canMount } from '../../scripts/verdict/machine.mjs';
import { ProductProcess, until } from './product-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holoholo-folder-'));
  chmodSync(folder, 0o711);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a server that has to end by itself, and says how. */
async function refusedStart(environment: Record<string, string>) {
  const server = await ProductProcess.make(environment, folder);
  server.spawn();
  try {
    await until('the refusal', 120_000, () => !server.isRunning);
    return { code: await server.exited, said: server.output };
  } finally {
    if (server.isRunning) await server.kill();
  }
}

const key = 'k'.repeat(32);

describe.runIf(process.platform === 'linux')('a DATA_DIR where nothing can be kept is refused by its name', () => {
  test.each([
    ['/proc', {}],
    ['/proc', { SECRET_KEY: key }],
    ['/proc/holoholo', {}],
    ['/proc/holoholo/data', { SECRET_KEY: key }],
    ['/dev/null/data', { SECRET_KEY: key }],
  ])('%s with %o', { timeout: 150_000 }, async (dataDir, environment) => {
    const { code, said } = await refusedStart({ DATA_DIR: dataDir, ...environment });
    expect(said).toMatch(/^Setting DATA_DIR should be a folder that can be made and written to, and [^\n]*\n$/);
    expect(said).toContain(dataDir);
    expect(code).toBe(78);
  });
});

describe.runIf(canMount())('a full disk is named, with its folder', { timeout: 300_000 }, () => {
  let disk: string;
  const mount = (megabytes: number) => {
    disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
    chmodSync(disk, 0o711);
  };
  // The database's processes may take a moment to be gone.
  afterEach(() => until('the end of what uses the disk', 20_000, () => spawnSync('umount', [disk]).status === 0));
  const fullDisk = () =>
    new RegExp(`^The disk of DATA_DIR is full: [\\d.]+ MB are free in ${disk}, and 200 are needed\\.`, 'm');

  test('where the database cannot be made', async () => {
    mount(8);
    const { code, said } = await refusedStart({ DATA_DIR: disk });
    expect(said).toMatch(fullDisk());
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(78);
  });

  test('where there is room for the database and none for the demo', async () => {
    mount(46);
    const { code, said } = await refusedStart({ DATA_DIR: disk });
    expect(said).toMatch(fullDisk());
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(78);
  });

  test('where a database that has run before cannot even say why it does not start', async () => {
    mount(160);
    const server = await ProductProcess.make({ DEMO_DATA: 'off', DATA_DIR: disk }, folder);
    server.spawn();
    // It serves, and is not ready: less is free than /readyz asks for.
    await until('listening', 120_000, () => server.output.includes('Holoholo is at'));
    expect(await server.readiness()).toBe(503);
    server.signal('SIGTERM');
    await server.exited;
    truncateSync(join(disk, 'postgres.log'));
    const fill = () => writeFileSync(join(disk, 'filler'), Buffer.alloc(160 * 1024 * 1024));
    expect(fill).toThrow('ENOSPC');
    const { code, said } = await refusedStart({ DATA_DIR: disk });
    expect(said).toMatch(fullDisk());
    expect(said).toContain(`0.0 MB are free`);
    expect(code).toBe(78);
  });

  test('and is not blamed for a database elsewhere that is away for a moment', async () => {
    mount(150);
    const { code, said } = await refusedStart({
      DATA_DIR: disk,
      SECRET_KEY: key,
      DATABASE_URL: `postgres://holoholo@127.0.0.1:${await freePort()}/holoholo`,
    });
    expect(said).toMatch(/DATABASE_URL/);
    expect(said).not.toContain('disk');
    // Its supervisor starts it again.
    expect(code).toBe(1);
  });

  test('and what it cuts short is no key', async () => {
    mount(1);
    expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(2 * 1024 * 1024))).toThrow('ENOSPC');
    const { code, said } = await refusedStart({ DATA_DIR: disk });
    expect(said).toMatch(/^Setting DATA_DIR should be [^\n]*no space left on device[^\n]*\n$/);
    expect(code).toBe(78);
    // An empty key would sign what anybody can sign.
    expect(readdirSync(disk)).toEqual(['filler']);
  });
});
