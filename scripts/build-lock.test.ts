import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { until } from '../tests/chaos/product-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'holoholo-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lock = join(folder, 'dist', '.building');
const module = join(import.meta.dirname, 'build-lock.mjs');

/** A process that builds: says `begins`, works until it is told to go on, says `ends`. */
function builder(file = lock) {
  const script = `
    const { withBuildLock } = await import(${JSON.stringify(module)});
    await withBuildLock(${JSON.stringify(file)}, async () => {
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
    stop: () => child.kill('SIGSTOP'),
    wake: () => child.kill('SIGCONT'),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    exited,
  };
}

const ownerOf = (file: string) => Number.parseInt(readFileSync(file, 'utf8'), 10);
const age = (file: string) => Date.now() - statSync(file).mtimeMs;
const makeOlder = (file: string, seconds: number) => {
  const then = new Date(Date.now() - seconds * 1_000);
  utimesSync(file, then, then);
};
const isFresh = (file: string) => until('a sign of life', 20_000, () => age(file) < 10_000);

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
  makeOlder(lock, 31);
  await next.hasSaid('begins');
  expect(ownerOf(lock)).not.toBe(process.pid);
  next.goOn();
  await next.exited;
});

test('one that is slow keeps its lock by signs of life, and no other takes it', async () => {
  const slow = builder();
  await slow.hasSaid('begins');
  const next = builder();
  await next.hasSaid('Another build of this checkout is under way');
  for (let time = 0; time < 2; time++) {
    makeOlder(lock, 25);
    await isFresh(lock);
  }
  expect(next.said).toHaveLength(1);
  slow.goOn();
  await next.hasSaid('begins');
  next.goOn();
  await next.exited;
});

test('one that was stopped for so long that another has the lock by now leaves it to that one', async () => {
  const stopped = builder();
  await stopped.hasSaid('begins');
  stopped.stop();
  makeOlder(lock, 31);
  const next = builder();
  await next.hasSaid('begins');
  const owner = ownerOf(lock);
  stopped.wake();
  stopped.goOn();
  await stopped.exited;
  expect(stopped.said.at(-1)).toBe('ends');
  expect(ownerOf(lock)).toBe(owner);
  next.goOn();
  await next.exited;
  expect(existsSync(lock)).toBe(false);
});

test('nor does it keep the lock of another alive', async () => {
  const woken = builder();
  await woken.hasSaid('begins');
  writeFileSync(lock, `${process.pid} another`);
  makeOlder(lock, 25);
  // Two signs of life of a third one, each a second after the one before: meanwhile the first would have given one as well.
  const elsewhere = join(folder, 'elsewhere', '.building');
  const third = builder(elsewhere);
  await third.hasSaid('begins');
  for (let time = 0; time < 2; time++) {
    makeOlder(elsewhere, 25);
    await isFresh(elsewhere);
  }
  expect(age(lock)).toBeGreaterThan(24_000);
  for (const one of [woken, third]) {
    one.goOn();
    await one.exited;
  }
  expect(readFileSync(lock, 'utf8')).toBe(`${process.pid} another`);
  rmSync(lock);
});
