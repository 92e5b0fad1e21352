import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../tests/chaos/product-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'holoholo-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lock = join(folder, 'dist', '.building');
const module = join(import.meta.dirname, 'build-lock.mjs');

/** A process that builds: says `begins`, works until it is told to go on, says `ends`. */
function builder() {
  const script = `
    const { withBuildLock } = await import(${JSON.stringify(module)});
    await withBuildLock(${JSON.stringify(lock)}, async () => {
      console.log('begins');
      await new Promise((resolve) => process.stdin.once('data', resolve));
      console.log('ends');
    });
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(...text.trim().split('\n')));
  const exited = new Promise((resolve) => child.once('exit', resolve));
  return {
    said,
    hasSaid: (line: string) => until(line, 20_000, () => said.some((one) => one.startsWith(line))),
    goOn: () => child.stdin.write('\n'),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    exited,
  };
}

test('a second build waits for the first, says so, and then works', async () => {
  const first = builder();
  await first.hasSaid('begins');
  const second = builder();
  await second.hasSaid('Another build of this checkout is under way');
  expect(second.said).toHaveLength(1);
  first.goOn();
  await second.hasSaid('begins');
  expect(first.said).toEqual(['begins', 'ends']);
  second.goOn();
  await second.exited;
  expect(existsSync(lock)).toBe(false);
});

test('a build that was killed holds nobody up', async () => {
  const killed = builder();
  await killed.hasSaid('begins');
  await killed.kill();
  expect(existsSync(lock)).toBe(true);
  const next = builder();
  await next.hasSaid('begins');
  next.goOn();
  await next.exited;
  expect(next.said.at(-1)).toBe('ends');
});

test('nor does one whose number another process has by now, once it has been silent', async () => {
  writeFileSync(lock, String(process.pid));
  const next = builder();
  await next.hasSaid('Another build of this checkout is under way');
  const long = new Date(Date.now() - 31_000);
  utimesSync(lock, long, long);
  await next.hasSaid('begins');
  expect(Number(readFileSync(lock, 'utf8'))).not.toBe(process.pid);
  next.goOn();
  await next.exited;
});
