import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startBackgroundWork } from '../../server/background.ts';
import { anchorAuditChain, recordAudit } from '../../server/platform/audit/audit.ts';
import { anchorFileOf } from '../../server/platform/audit/audit-anchors.ts';
import { Jobs } from '../../server/platform/jobs/jobs.ts';
import { flushSecurityEvents } from '../../server/platform/security-events/security-events.ts';
import { findUpkeep } from '../../server/platform/upkeep.store.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  world = await createWorld({ environment: { SECRET_KEY: 'k'.repeat(32) } });
});
afterAll(() => world.close());
beforeEach(async () => {
  await rm(anchorFileOf(world.settings).path, { force: true });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  vi.useRealTimers();
});

/** Starts what is done beside requests. @returns the lines of its log so far, from this level on */
async function start(level = 'warn'): Promise<() => { level: number; msg: string; reason?: string }[]> {
  const lines: string[] = [];
  const logger = pino({ level }, { write: (line: string) => void lines.push(line) });
  const jobs = new Jobs(world.database.pool, () => {});
  await jobs.start();
  const { db, clock, settings } = world;
  stop = await startBackgroundWork({ db, jobs, clock, settings }, logger);
  return () => lines.map((line) => JSON.parse(line));
}
const record = () =>
  world.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, world.clock.now(), { action: 'changed', actorId: null, subject: { kind: 'thing', id: 1 } }),
    );
const lines = async () => (await readFile(anchorFileOf(world.settings).path, 'utf8')).split('\n').slice(0, -1);
/** An anchor that was begun is on the disk, however long a crowded machine takes for it. */
const hasLines = (count: number) =>
  expect.poll(async () => (await lines()).length, { interval: 10, timeout: 15_000 }).toBe(count);
const found = () =>
  world.db
    .selectFrom('security_events')
    .select(['severity', 'description'])
    .where('event_type', '=', 'tampering_found')
    .execute();

test('anchors are written every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await record();
  const logged = await start('info');
  expect(await lines()).toHaveLength(1);
  for (let hour = 2; hour <= 3; hour++) {
    await record();
    vi.advanceTimersByTime(3_600_000);
    await hasLines(hour);
  }
  expect(await found()).toEqual([]);
  // Each stands in the log as well, which leaves the machine: sequence and hash of the newest entry at that time.
  const heads = (await world.database.pool.query('select sequence, hash from audit_entries order by sequence')).rows;
  await expect
    .poll(() => logged().filter(({ msg }) => msg === 'audit chain anchored'), { timeout: 15_000 })
    .toMatchObject(
      heads.slice(-3).map(({ sequence, hash }) => ({
        level: pino.levels.values.info,
        sequence: Number(sequence),
        hash: hash.toString('hex'),
      })),
    );
});

test('a line that was changed long ago is found at the start and told of as tampering', async () => {
  for (let written = 0; written < 3; written++) {
    await record();
    await anchorAuditChain(world.db, anchorFileOf(world.settings), world.clock.now());
  }
  expect(await lines()).toHaveLength(3);
  const { path } = anchorFileOf(world.settings);
  const text = await readFile(path, 'utf8');
  await writeFile(path, `9${text.slice(1)}`);
  const logged = await start();
  await flushSecurityEvents(world.db);
  const words = expect.stringMatching(/line [12] of the anchor file/);
  expect(await found()).toEqual([{ severity: 'high', description: words }]);
  expect(logged()).toMatchObject([
    { level: pino.levels.values.error, msg: 'the audit chain is damaged', reason: words },
  ]);
});

test('what was found stays until that file is well again, whatever another data folder has', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  for (let written = 0; written < 3; written++) {
    await record();
    await anchorAuditChain(world.db, anchorFileOf(world.settings), world.clock.now());
  }
  const { path } = anchorFileOf(world.settings);
  const text = await readFile(path, 'utf8');
  await writeFile(path, `9${text.slice(1)}`);
  const problem = async () => (await findUpkeep(world.db)).get('audit-check')?.problem ?? null;
  await start();
  expect(await problem()).toMatch(/line [12] of the anchor file/);
  for (let hour = 4; hour <= 6; hour++) {
    await record();
    world.clock.advance(3_600);
    vi.advanceTimersByTime(3_600_000);
    await hasLines(hour);
    expect(await problem()).toMatch(/line [12] of the anchor file/);
  }
  // Another server, with a data folder of its own that is well, within a day.
  const failedAt = async () => (await findUpkeep(world.db)).get('audit-check')?.failed_at;
  await expect.poll(failedAt, { timeout: 15_000 }).toEqual(world.clock.now());
  world.clock.advance(86_399);
  const settings = { ...world.settings, dataDir: await mkdtemp(join(tmpdir(), 'holoholo-second-')) };
  const jobs = new Jobs(world.database.pool, () => {});
  await jobs.start();
  const stopSecond = await startBackgroundWork({ ...world, settings, jobs }, pino({ level: 'silent' }));
  expect(await problem()).toMatch(/line [12] of the anchor file/);
  await stopSecond();
  await rm(settings.dataDir, { recursive: true });
  await writeFile(path, (await readFile(path, 'utf8')).replace(/^9/, text[0]!));
  vi.advanceTimersByTime(3_600_000);
  await expect.poll(problem, { timeout: 15_000 }).toBeNull();
});

// It waits for 25 lines to be on the disk.
const dayTimeout = { timeout: 120_000 };
test('a line that is changed while the product runs is found within a day, and told once', dayTimeout, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const before = (await found()).length;
  const foundSince = async () => {
    await flushSecurityEvents(world.db);
    return (await found()).slice(before);
  };
  await record();
  const logged = await start();
  const hourPasses = async (linesThen: number) => {
    await record();
    vi.advanceTimersByTime(3_600_000);
    await hasLines(linesThen);
  };
  await hourPasses(2);
  const { path } = anchorFileOf(world.settings);
  const text = await readFile(path, 'utf8');
  await writeFile(path, `9${text.slice(1)}`);
  // Only the end of the file is read each hour.
  for (let hour = 2; hour <= 23; hour++) await hourPasses(hour + 1);
  expect(await foundSince()).toEqual([]);
  vi.advanceTimersByTime(3_600_000);
  await expect
    .poll(foundSince, { timeout: 15_000 })
    .toEqual([{ severity: 'high', description: expect.stringMatching(/line [12] of the anchor file/) }]);
  // What is found keeps nothing from being anchored after it.
  await hourPasses(25);
  expect(await foundSince()).toHaveLength(1);
  expect(logged().map(({ msg }) => msg)).toEqual(['the audit chain is damaged']);
});
