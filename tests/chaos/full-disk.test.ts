import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMount } from '../../scripts/verdict/machine.mjs';
import { prepareWriters } from './crash-rounds.ts';
import { ProductProcess, report, until } from './product-process.ts';
import { recount } from './recount.ts';

const rounds = process.env.PROVE === '1' ? 5 : 2;

describe.runIf(canMount())('a disk that fills up under writers', () => {
  let folder: string;
  let disk: string;
  let product: ProductProcess;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holoholo-full-'));
    chmodSync(folder, 0o711);
    disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=520m', 'tmpfs', disk]);
    product = await ProductProcess.make({}, disk);
    await product.start();
  }, 120_000);
  afterAll(async () => {
    if (product.isRunning) product.signal('SIGTERM');
    await product.exited;
    await until('the end of what uses the disk', 20_000, () => spawnSync('umount', [disk]).status === 0);
    rmSync(folder, { recursive: true });
  });

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  /** Takes all the room there is, also what is freed meanwhile. */
  const fill = (name: string) => {
    try {
      writeFileSync(join(disk, name), Buffer.alloc(freeBytes() + 2 ** 20));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  };

  test('nothing acknowledged is lost, and writing goes on once there is room', { timeout: 300_000 }, async () => {
    const writers = await prepareWriters(product);
    for (let round = 1; round <= rounds; round++) {
      const enough = writers.count + 50;
      writers.start();
      await until('writes', 30_000, () => writers.count >= enough);
      const { repeats } = writers;
      const fillers: string[] = [];
      await until('that no more can be written', 45_000, () => {
        fillers.push(`filler-${round}-${fillers.length}`);
        fill(fillers.at(-1)!);
        return writers.repeats >= repeats + 8;
      });
      // What was found before the disk filled up is answered for a second.
      await until('that it says it is not ready', 10_000, async () => (await product.readiness()) !== 200);
      for (const name of fillers) rmSync(join(disk, name), { force: true });
      const before = writers.count;
      // As its supervisor does with a server that ended.
      if (!product.isRunning) await product.start();
      await until('that writing goes on', 30_000, () => writers.count >= before + 50);
      await writers.finish();
      await product.untilReady();
      const reader = await product.connect();
      const { lost, doubled } = await recount(reader, writers.acknowledged, writers.userIds);
      await reader.end();
      expect({ round, lost: lost.slice(0, 5), doubled: doubled.slice(0, 5) }).toEqual({ round, lost: [], doubled: [] });
    }
    report(
      `full disk: ${rounds} rounds, ${writers.count} acknowledged, 0 lost, 0 doubled (${writers.repeats} sent again)`,
    );
  });
});
