import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coreSecondsOf, readMeasured } from './bench-figures.ts';
import { connectionsPerProcess, sizeFor, usualMachines } from './model.ts';
import { findWrongTables, sizeTable, withTables } from './tables.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const benchmarks = read('docs/benchmarks.md');
const seconds = coreSecondsOf(readMeasured(benchmarks));
const table = `2026-11-24, 2 cores (X), Node v24
| page of a code with its scan stored, of a bare redirect: 1,240 against 7,403 a second; 0.4 ms of processor time a page | 0.18 |
| scan over HTTP, of the same statement under pgbench: 1,000 against 2,000 a second | 0.5 |
| events over HTTP, of the multi-row INSERT alone: 50,000 against 100,000 a second | 0.5 |

by bookings that are confirmed and cancelled 400 entries a second`;

test('seconds of a core are those of the rows of docs/benchmarks.md; without one there is no model', () => {
  expect(coreSecondsOf(readMeasured(table))).toEqual({
    page: 0.000_4,
    scanInDatabase: 0.001,
    eventInDatabase: 0.000_02,
    event: 0.000_02,
    ledgerEntry: 0.005,
  });
  expect(() => readMeasured(table.replace('scan over', 'scans over'))).toThrow('docs/benchmarks.md does not say');
});

test('the next step is due once what limits the one before is used up', () => {
  const stepAt = (rate: number, machines = {}) => sizeFor(rate, seconds, { ...usualMachines, ...machines }).step;
  const roomy = { gigabytes: 1e9 };
  const half = usualMachines.busyShare / sizeFor(1, seconds).nodeCores;
  expect([stepAt(half * 0.9, { ...roomy, cores: 64 }), stepAt(half * 1.1, { ...roomy, cores: 64 })]).toEqual([1, 2]);
  expect(stepAt(half * 1.1, { ...roomy, cores: 1e3 })).toBe(2);
  const whole = (usualMachines.busyShare * 16) / (sizeFor(1, seconds).nodeCores + sizeFor(1, seconds).databaseCores);
  expect([stepAt(whole * 0.99, roomy), stepAt(whole * 1.01, roomy)]).toEqual([2, 3]);
  const full = usualMachines.gigabytes / 2 / sizeFor(1, seconds).gigabytesOfAYear;
  expect([stepAt(full * 0.99), stepAt(full * 1.01)]).toEqual([1, 4]);
  const written = (usualMachines.busyShare * 16) / sizeFor(1, seconds).databaseCores;
  expect([stepAt(written * 0.99, roomy), stepAt(written * 1.01, roomy)]).toEqual([3, 5]);
});

test('twice the rate asks for twice the rows, room and log, and for no fewer machines', () => {
  const [one, two] = [sizeFor(400, seconds), sizeFor(800, seconds)];
  for (const name of ['rowsADay', 'gigabytesOfAYear', 'logMegabytesASecond', 'databaseCores'] as const)
    expect(two[name]).toBeCloseTo(2 * one[name], 6);
  for (const name of ['webProcesses', 'connections', 'replicas', 'shards'] as const)
    expect(two[name]).toBeGreaterThanOrEqual(one[name]);
  expect(one.gigabytesByTheMonth).toBeLessThan(one.gigabytesOfAYear);
});

test('a process opens as many connections as the model says', () => {
  const main = read('server/main.ts');
  const [, requests] = /application, max: (\d+), stop: async/.exec(main) ?? [];
  const [, background] = /backgroundConnections = (\d+)/.exec(main) ?? [];
  const [, aside] = /\.\.\.settings, max: (\d+) \}/.exec(read('server/platform/database/database.ts')) ?? [];
  expect(Number(requests) + Number(background) + 2 * Number(aside)).toBe(connectionsPerProcess);
});

test('a table that tells other figures is found, and written anew', () => {
  const document = read('docs/scaling.md');
  expect(findWrongTables(document, benchmarks)).toEqual([]);
  const wrong = document.replace('| connections at most | 34 |', '| connections at most | 35 |');
  expect(findWrongTables(wrong, benchmarks)).toHaveLength(2);
  expect(withTables(wrong, benchmarks)).toBe(document);
  expect(sizeTable([5], benchmarks)[0]).toBe('| scans a second | 5 |');
});
