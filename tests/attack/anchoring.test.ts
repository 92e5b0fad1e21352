import { readFile, rm, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startBackgroundWork } from '../../server/background.ts';
import { anchorAuditChain, recordAudit } from '../../server/platform/audit/audit.ts';
import { anchorFileOf } from '../../server/platform/audit/audit-anchors.ts';
import { Jobs } from '../../server/platform/jobs/jobs.ts';
import { flushSecurityEvents } from '../../server/platform/security-events/security-events.ts';
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

/** Starts what is done beside requests. @returns the lines of its log so far */
async function start(): Promise<() => { level: number; msg: string; reason?: string }[]> {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
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
const found = () =>
  world.db
    .selectFrom('security_events')
    .select(['severity', 'description'])
    .where('event_type', '=', 'tampering_found')
    .execute();

test('anchors are written every hour', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await record();
  await start();
  expect(await lines()).toHaveLength(1);
  for (let hour = 2; hour <= 3; hour++) {
    await record();
    vi.advanceTimersByTime(3_600_000);
    await expect.poll(async () => (await lines()).length).toBe(hour);
  }
  expect(await found()).toEqual([]);
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
