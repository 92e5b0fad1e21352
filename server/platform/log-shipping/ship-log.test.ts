import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrations.ts';
import { type EmbeddedPostgres, ownerRole, startEmbeddedPostgres, superuserRole } from '../embedded/postgres.ts';
import { readSettings, type Settings } from '../settings.ts';
import { findUpkeep } from '../upkeep.store.ts';
import { filesOf, readArchive } from './archive.ts';
import { shipLog } from './ship-log.ts';

// As the command does it, beside a server of its own that comes and goes.
let folder: string;
let settings: Settings;
let server: EmbeddedPostgres;
let database: Database;
let laterMs = 0;
const clock = { now: () => new Date(Date.now() + laterMs) };
const start = () => startEmbeddedPostgres({ dataDir: settings.dataDir, note: () => {}, settings: { fsync: 'off' } });
const connectAs = (user: string) => {
  const { socketDir, port, database: name } = server;
  return { socketDir, port, database: name, user };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-ship-'));
  await chmod(folder, 0o711);
  settings = readSettings({
    DATA_DIR: join(folder, 'data'),
    LOG_ARCHIVE_DIR: join(folder, 'archive'),
    LOG_ARCHIVE_BASE_HOURS: '744',
  });
  server = await start();
  await migrate(connectAs(ownerRole));
  database = openDatabase(connectAs(ownerRole), { max: 2, onError: () => {} });
}, 90_000);
const running = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const end of running) await end();
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Ships as a process of its own would. @returns what it says, and what tells it to stop */
function ship(): { said: string[]; end: () => Promise<void> } {
  const said: string[] = [];
  const stop = new AbortController();
  const reach = () => connectAs(superuserRole);
  const ended = shipLog({ settings, clock, reach, say: (line) => void said.push(line) }, stop.signal);
  const end = async () => {
    stop.abort();
    await ended;
    running.delete(end);
  };
  running.add(end);
  return { said, end };
}
const saying = (words: string) => [expect.stringContaining(words)];
const soon = { timeout: 20_000 };
const long = { timeout: 60_000 };
const known = async () => await findUpkeep(database.db);

test('a second one says that there is another, and nothing of that counts as a failure of the first', async () => {
  await mkdir(settings.logArchive!.folder);
  await chmod(settings.logArchive!.folder, 0o755);
  const first = ship();
  await expect.poll(() => first.said, soon).toEqual(expect.arrayContaining(saying('A base copy was taken')));
  expect(first.said).toContain('Others of this machine may look into LOG_ARCHIVE_DIR.');
  const second = ship();
  await expect.poll(() => second.said, soon).toEqual(saying('another process ships this log already'));
  expect((await known()).get('log-shipping')).toMatchObject({ problem: null, failed_at: null });
}, 60_000);

test('that the log is shipped is noted anew each half minute, for whoever looks how far behind it is', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const notedAt = async () => (await known()).get('log-shipping')?.succeeded_at?.getTime() ?? 0;
    const before = await notedAt();
    ship();
    await expect.poll(notedAt, soon).toBeGreaterThan(before);
    const first = await notedAt();
    vi.advanceTimersByTime(30_000);
    await expect.poll(notedAt, soon).toBeGreaterThan(first);
  } finally {
    vi.useRealTimers();
  }
}, 60_000);

test('what was shipped is restored on trial once a week; that it cannot be is told, and tried again', async () => {
  const check = async () => (await known()).get('log-check');
  const until = async (words: string) => {
    const shipping = ship();
    await expect.poll(() => shipping.said, long).toEqual(expect.arrayContaining(saying(words)));
    await shipping.end();
    expect((await readdir(settings.dataDir)).filter((name) => name.startsWith('trial'))).toEqual([]);
  };
  const tried = 'The log was restored on trial, as of';
  const week = 7 * 86_400_000;
  // Whatever was tried before is a week ago.
  laterMs = week;
  await until(tried);
  expect(await check()).toMatchObject({ problem: null, figures: { restored: expect.any(String), entries: 0 } });

  const [stretch] = await readArchive(settings.logArchive!.folder);
  const files = filesOf(stretch!.bases.at(-1)!.folder);
  await rename(files, `${files}.kept`);
  await writeFile(files, (await readFile(`${files}.kept`)).subarray(0, -1_000));
  laterMs += week;
  await until('The log could not be restored on trial');
  expect(await check()).toMatchObject({ problem: expect.stringContaining('of the base copy') });
  await rename(`${files}.kept`, files);
  laterMs += 3_600_000;
  await until(tried);
  expect(await check()).toMatchObject({ problem: null, succeeded_at: expect.any(Date) });
  laterMs = 0;
}, 150_000);

test('a base copy under way ends with its server: the log is shipped as soon as that is back', async () => {
  // One that takes long to copy, and no room.
  const large = await open(join(server.dataDir, 'large'), 'w');
  await large.truncate(16 * 2 ** 30);
  await large.close();
  await rm(join(folder, 'archive'), { recursive: true, force: true });
  await rm(join(settings.dataDir, 'log-archive-dir.used'), { force: true });
  const shipping = ship();
  const isCopying = async () =>
    (await readdir(join(folder, 'archive'), { recursive: true }).catch(() => [])).some((name) =>
      name.endsWith('files.gz'),
    );
  await expect.poll(isCopying, soon).toBe(true);
  await server.stop();
  await expect.poll(() => shipping.said.at(-1), soon).toContain('shipped as soon as it is back');
  expect(shipping.said.filter((line) => line.startsWith('The log was not shipped'))).toEqual([]);
  await rm(join(server.dataDir, 'large'));
  server = await start();
  await expect.poll(() => shipping.said.at(-1), soon).toContain('A base copy was taken');
  await shipping.end();
  expect(shipping.said.filter((line) => line.startsWith('No base copy'))).toEqual([]);
}, 90_000);

test('anchors of the audit log that are not those that were shipped are told, and the log goes on', async () => {
  const anchors = join(settings.dataDir, 'audit-anchors.log');
  await writeFile(anchors, 'one\ntwo\n');
  const first = ship();
  await expect.poll(() => first.said.at(-1), soon).toContain('The log is shipped to');
  await first.end();
  await writeFile(anchors, 'one\nanother\nand more\n');
  const second = ship();
  await expect.poll(() => second.said.at(-1), soon).toContain('are not those that were shipped');
  await second.end();
  const task = (await known()).get('log-shipping');
  expect(task).toMatchObject({ problem: expect.stringContaining('are not those that were shipped') });
  const events = database.db.selectFrom('security_events').select(['description', 'severity', 'occurrences']);
  expect(await events.where('event_type', '=', 'tampering_found').execute()).toEqual([
    { description: expect.stringContaining(anchors), severity: 'high', occurrences: 1 },
  ]);
}, 60_000);
