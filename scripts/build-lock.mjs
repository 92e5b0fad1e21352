// One build at a time in a checkout: all of them write to the same folder. Plain JavaScript, as the host's own Node runs it.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A build under way says so every second; one that has been silent for so many milliseconds is over, however it ended. */
const silence = 30_000;
const beat = 1_000;
const pause = 200;

/**
 * Does the work while nobody else does under the same lock, having waited for whoever does.
 * @param {string} file the lock: it lies there while somebody works.
 * @param {() => Promise<void>} work must not block this process for longer than half a minute.
 * @param {(line: string) => void} say told once where there is somebody to wait for.
 */
export async function withBuildLock(file, work, say = (line) => process.stdout.write(`${line}\n`)) {
  mkdirSync(dirname(file), { recursive: true });
  // Numbers of processes come again, in another container even at the same time.
  const mark = `${process.pid} ${randomUUID()}`;
  let isTold = false;
  while (true) {
    const isTaken = take(file, mark);
    if (!isTaken && !isTold) say(`Another build of this checkout is under way (${file}); this one waits for it.`);
    isTold ||= !isTaken;
    await new Promise((resolve) => setTimeout(resolve, pause));
    // Somebody else who found the same dead lock may have taken ours for it.
    if (isTaken && markOf(file) === mark) break;
  }
  // Whoever was stopped for long may find the lock another's by now.
  const stillHere = setInterval(() => markOf(file) === mark && touch(file), beat);
  const release = () => markOf(file) === mark && rmSync(file, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(stillHere);
    process.off('exit', release);
    release();
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody removed it by hand, with the whole folder perhaps: the build says what that breaks.
  }
}

/** @returns {boolean} whether the lock is ours now. */
function take(file, mark) {
  try {
    writeFileSync(file, mark, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (isOver(file)) rmSync(file, { force: true });
  return false;
}

function isOver(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > silence || !isAlive(Number.parseInt(markOf(file), 10));
  } catch (error) {
    // It was given back just now.
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @returns {string | undefined} what its owner wrote into it, first the number of their process; empty where that is still to come. */
function markOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A number that is not written yet is taken for alive; a container gives its first processes the same numbers each time. */
function isAlive(pid) {
  if (!pid) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
