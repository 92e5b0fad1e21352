import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSeed } from '../../../db/seed/load.ts';
import { seed } from '../../../db/seed/world.ts';
import { openSecondApp, type SecondApp } from '../../../tests/second-app.ts';
import { call, createWorld, type World } from '../../../tests/world.ts';
import { codeKeys } from '../../features/scanning/scanning.ts';
import { anchorAuditChain, recordAudit } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { asApplication, clientConfig, openDatabase, withTransaction } from '../database/database.ts';
import { migrate } from '../database/migrations.ts';
import { type EmbeddedPostgres, ownerRole, startEmbeddedPostgres, superuserRole } from '../embedded/postgres.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import type { Settings } from '../settings.ts';
import { type Base, manifestOf, nameOf, reachedOf, readArchive, segmentsOf } from './archive.ts';
import { LogShipper } from './log-shipper.ts';
import { restoreTo } from './restore-to.ts';
import { connectToSource } from './source.store.ts';
import { tryArchive } from './try-archive.ts';

// On a PostgreSQL of its own: all databases of a server have one log. What is written there has the server's time, not the world's.
let folder: string;
let world: World;
let server: EmbeddedPostgres;
let product: SecondApp;
let superuser: pg.Client;
let shipper: LogShipper;
const clock = { now: () => new Date() };
const dayMs = 86_400_000;
const photo = randomUUID();
const signal = new AbortController().signal;
const connection = (of: EmbeddedPostgres, user: string) => {
  const { socketDir, port, database } = of;
  return { socketDir, port, database, user };
};
const begin = () => LogShipper.begin(superuser, world.settings, clock);
const takeBase = () => shipper.takeBase(superuser, signal);
const archive = () => readArchive(join(folder, 'archive'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-log-'));
  await chmod(folder, 0o711);
  world = await createWorld({ environment: { LOG_ARCHIVE_DIR: join(folder, 'archive'), RATE_LIMITS: 'off' } });
  await chmod(world.settings.dataDir, 0o711);
  // Power cuts are tested elsewhere, and a checkpoint takes long beside other tests.
  const settings = { fsync: 'off' };
  server = await startEmbeddedPostgres({ dataDir: world.settings.dataDir, note: () => {}, settings });
  const owner = connection(server, ownerRole);
  await migrate(owner);
  await installJobs(owner);
  const database = openDatabase(asApplication(owner), { max: 4, onError: () => {} });
  await loadSeed(database.db, seed, codeKeys(world.settings)[0]!, world.clock.now());
  product = await openSecondApp({ ...world, database });
  await database.close();
  superuser = await connectToSource(connection(server, superuserRole));
  shipper = await begin();
}, 90_000);
afterAll(async () => {
  await superuser.end();
  await product.close();
  await server.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Scans a code of the demo as a guest. @returns how often that was acknowledged */
async function scan(times: number): Promise<number> {
  const { rows } = await product.database.pool.query(`select code from qr_codes where status = 'active' limit 1`);
  let acknowledged = 0;
  for (let time = 0; time < times; time++) {
    const { status } = await call(product.app, world.settings, 'POST /api/qr/scan', {
      body: { qr_code_id: rows[0].code },
    });
    acknowledged += Number(status === 200);
  }
  return acknowledged;
}

const audit = () =>
  withTransaction(product.database.db, (tx) =>
    recordAudit(tx, clock.now(), { action: 'checked', actorId: null, subject: { kind: 'log', id: 1 } }),
  );

const countScans = async (client: Pick<pg.Client, 'query'>) =>
  (await client.query('select count(*)::int as count from scans')).rows[0].count as number;

/** Somewhere with nothing but the keys, which are kept elsewhere. */
async function emptyPlace(): Promise<Settings> {
  const dataDir = await mkdtemp(join(folder, 'place-'));
  await chmod(dataDir, 0o711);
  return { ...world.settings, dataDir };
}

test('what was acknowledged before a mistake is restored, with its files and anchors, and not the mistake', async () => {
  const uploads = join(world.settings.dataDir, 'uploads');
  await mkdir(uploads);
  await writeFile(join(uploads, photo), 'a photo');
  await superuser.query(`with someone as (insert into users (email) values ('gone@example.com') returning id)
    insert into sessions (token_hash, user_id, created_at, last_seen_at, idle_expires_at, expires_at)
    select '\\x07', id, now(), now(), now() + interval '1 day', now() + interval '1 day' from someone`);
  const taking = takeBase();
  const acknowledged = await scan(20);
  await taking;
  await audit();
  await anchorAuditChain(product.database.db, anchorFileOf(world.settings), clock.now());
  expect(acknowledged).toBe(20);
  const scans = await countScans(superuser);
  await shipper.ship();
  await shipper.mirror();
  const moment = clock.now();

  await superuser.query('delete from scans');
  await rm(join(uploads, photo));
  await audit();
  await anchorAuditChain(product.database.db, anchorFileOf(world.settings), clock.now());
  await shipper.ship();
  // A file that was removed stays, however often it is looked.
  for (let look = 0; look < 2; look++) await shipper.mirror();

  const place = await emptyPlace();
  const { entries } = await restoreTo(place, moment, () => {});
  expect(entries).toBe(1);
  expect(await readFile(join(place.dataDir, 'uploads', photo), 'utf8')).toBe('a photo');
  const restored = await startEmbeddedPostgres({ dataDir: place.dataDir, note: () => {} });
  const client = new pg.Client(clientConfig(connection(restored, ownerRole)));
  await client.connect();
  expect(await countScans(client)).toBe(scans);
  // Who ended theirs since would have it again.
  expect((await superuser.query('select from sessions')).rowCount).toBeGreaterThan(0);
  expect((await client.query('select from sessions')).rowCount).toBe(0);
  await client.end();
  const database = openDatabase(asApplication(connection(restored, ownerRole)), { max: 2, onError: () => {} });
  const second = await openSecondApp({ ...world, database, settings: place });
  expect((await call(second.app, place, 'GET /readyz', {})).body.status).toBe('ready');
  await second.close();
  await database.close();
  await restored.stop();
}, 120_000);

test('what is restored starts as a database once nobody is signed in there, and is begun anew where that was broken off', async () => {
  const inTheWay = `create function stay() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
    create trigger stay before delete on sessions for each statement execute function stay()`;
  await superuser.query(inTheWay);
  await shipper.ship();
  const place = await emptyPlace();
  await expect(restoreTo(place, undefined, () => {})).rejects.toThrow('broken off');
  const start = () => startEmbeddedPostgres({ dataDir: place.dataDir, note: () => {} });
  await expect(start().then((wrong) => wrong.stop())).rejects.toThrow(/was not restored to its end.*restore-to/);
  await superuser.query('drop trigger stay on sessions; drop function stay');
  // Until when the log reaches is told in whole milliseconds: the drop may be later than that of the first time.
  for (let time = 0; time < 2; time++) await shipper.ship();
  await restoreTo(place, undefined, () => {});
  const restored = await start();
  const client = new pg.Client(clientConfig(connection(restored, ownerRole)));
  await client.connect();
  expect((await superuser.query('select from sessions')).rowCount).toBeGreaterThan(0);
  expect((await client.query('select from sessions')).rowCount).toBe(0);
  await client.end();
  await restored.stop();
  await expect(restoreTo(place, undefined, () => {})).rejects.toThrow('there is a database');
}, 120_000);

test('a database without an anchor yet is shipped into an archive that has those of another, which keeps them', async () => {
  const others = join(folder, 'others');
  await cp(join(folder, 'archive'), others, { recursive: true });
  const logArchive = { ...world.settings.logArchive!, folder: others };
  const settings = async () => ({ ...(await emptyPlace()), logArchive });
  const anchorsOf = (place: Settings) => readFile(anchorFileOf(place).path, 'utf8').catch(() => '');
  const [before] = await readArchive(others);
  const beforeAnchors = new Date(before!.bases[0]!.stoppedAt);
  const place = await settings();
  expect((await restoreTo(place, beforeAnchors, () => {})).entries).toBe(0);
  const again = await startEmbeddedPostgres({ dataDir: place.dataDir, note: () => {}, settings: { fsync: 'off' } });
  const client = await connectToSource(connection(again, superuserRole));
  const ofPlace = await LogShipper.begin(client, place, clock);
  await ofPlace.ship();
  await ofPlace.takeBase(client, signal);
  await ofPlace.ship();
  await client.end();
  await again.stop();
  for (const isOfVersionBefore of [false, true]) {
    const file = 'audit-anchors.log';
    if (isOfVersionBefore) await rename(join(before!.folder, file), join(others, file));
    const latest = await settings();
    expect((await restoreTo(latest, undefined, () => {})).entries).toBe(0);
    expect(await anchorsOf(latest)).toBe('');
    const earlier = await settings();
    expect((await restoreTo(earlier, new Date(before!.reached.at), () => {})).entries).toBe(2);
    expect((await anchorsOf(earlier)).trim().split('\n')).toHaveLength(2);
  }
}, 120_000);

test('anchors that somebody cuts are not cut in the archive', async () => {
  const { path } = anchorFileOf(world.settings);
  const all = await readFile(path, 'utf8');
  const [stretch] = await archive();
  const shipped = () => readFile(join(stretch!.folder, 'audit-anchors.log'), 'utf8');
  await shipper.ship();
  expect(await shipped()).toBe(all);
  const first = all.slice(0, all.indexOf('\n') + 1);
  const others = ['', 'another\n', `${'another\n'.repeat(all.length)}`];
  for (const [at, cut] of others.map((lines) => first + lines).entries()) {
    await writeFile(path, cut);
    // Also where another process goes on.
    if (at > 0) shipper = await begin();
    await shipper.ship();
    expect(await shipped()).toBe(all);
    expect(shipper.anchorProblem).toContain('are not those that were shipped');
    expect(await readFile(join(stretch!.folder, 'audit-anchors.log.found'), 'utf8')).toBe(cut);
  }
  // As restored it is as it was before it was cut.
  const place = await emptyPlace();
  await restoreTo(place, undefined, () => {});
  expect(await readFile(anchorFileOf(place).path, 'utf8')).toBe(all);
  await rm(path);
  await shipper.ship();
  expect(shipper.anchorProblem).toContain('are not those that were shipped');
  await writeFile(path, all);
  await shipper.ship();
  expect([await shipped(), shipper.anchorProblem]).toEqual([all, undefined]);
}, 120_000);

test('files of the log are packed once they are full, also after the process was killed in between', async () => {
  const [stretch] = await archive();
  await superuser.query('select pg_switch_wal()');
  await shipper.ship();
  const before = await segmentsOf(stretch!.folder);
  expect(before.filter((name) => name.endsWith('.gz')).length).toBeGreaterThan(0);
  // What was shipped PostgreSQL keeps no longer.
  const { rows } = await superuser.query('select restart_lsn::text as kept from pg_replication_slots');
  expect(rows).toEqual([{ kept: (await archive())[0]!.reached.position }]);

  // It packs a file, and cannot say that it did.
  const note = join(stretch!.folder, 'reached.json');
  await rename(note, `${note}.kept`);
  await mkdir(join(note, 'in the way'), { recursive: true });
  await scan(1);
  await superuser.query('select pg_switch_wal()');
  await expect(shipper.ship()).rejects.toThrow();
  await rm(note, { recursive: true });
  await rename(`${note}.kept`, note);
  shipper = await begin();
  await shipper.ship();
  const names = (await segmentsOf(stretch!.folder)).map((name) => name.slice(0, 24));
  expect(names).toEqual([...new Set(names)]);
  expect(await archive()).toHaveLength(1);
  const scans = await countScans(superuser);
  const place = await emptyPlace();
  // A file that is missing is not the end of the log.
  const log = join(stretch!.folder, 'log');
  const middle = (await segmentsOf(stretch!.folder)).at(-2)!;
  await rename(join(log, middle), join(folder, middle));
  await expect(restoreTo(place, undefined, () => {})).rejects.toThrow(
    `${middle.slice(0, 24)} of the log is missing in`,
  );
  await rename(join(folder, middle), join(log, middle));
  await restoreTo(place, undefined, () => {});
  const restored = await startEmbeddedPostgres({ dataDir: place.dataDir, note: () => {} });
  const client = new pg.Client(clientConfig(connection(restored, ownerRole)));
  await client.connect();
  expect(await countScans(client)).toBe(scans);
  await client.end();
  await restored.stop();
}, 120_000);

test('what is not sound is refused by a restore and by a trial: a ledger that is off, a damaged audit chain', async () => {
  /** As damage comes: beneath what keeps these tables from changes. */
  const damage = async (statement: string) => {
    await superuser.query('set session_replication_role = replica');
    await superuser.query(statement);
    await superuser.query('reset session_replication_role');
    const done = clock.now();
    // A trial goes as far as the archive says that it reaches.
    while ((await shipper.ship()) <= done);
  };
  const isRefused = async (words: string) => {
    await expect(restoreTo(await emptyPlace(), undefined, () => {})).rejects.toThrow(words);
    await expect(tryArchive(world.settings, signal)).rejects.toThrow(words);
  };
  const book = (cents: number) =>
    `insert into ledger_balances values (0, 0, ${cents}) on conflict (account_id, part) do update set cents = ${cents}`;
  await damage(book(1));
  await isRefused('with a ledger that is off by 1 cents');
  await damage(book(0));
  await damage("update audit_entries set action = 'forged' where sequence = 1");
  await isRefused('with a damaged audit chain');
  await damage("update audit_entries set action = 'checked' where sequence = 1");
  expect(await tryArchive(world.settings, signal)).toMatchObject({ entries: 2 });
}, 120_000);

test('where the disk of the archive is away nothing is shipped to its place, and once it is back the log goes on', async () => {
  const away = join(folder, 'away');
  await shipper.ship();
  const before = await archive();
  await rename(join(folder, 'archive'), away);
  for (const isEmpty of [false, true]) {
    if (isEmpty) await mkdir(join(folder, 'archive'));
    await expect(begin()).rejects.toThrow(/see that the disk of LOG_ARCHIVE_DIR is mounted/);
  }
  expect(await readdir(join(folder, 'archive'))).toEqual([]);
  await rm(join(folder, 'archive'), { recursive: true });
  await rename(away, join(folder, 'archive'));
  shipper = await begin();
  await shipper.ship();
  expect((await archive()).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
}, 60_000);

test('a file that cannot be copied stops neither the log nor the others, and nothing is taken for removed', async () => {
  const uploads = join(world.settings.dataDir, 'uploads');
  const [bad, good] = [randomUUID(), randomUUID()];
  for (const name of [bad, 'lost+found']) await mkdir(join(uploads, name), { recursive: true });
  await writeFile(join(uploads, good), 'whole');
  const copied = join(folder, 'archive', 'uploads');
  await shipper.ship();
  await expect(shipper.mirror()).rejects.toThrow(/EISDIR|ENOTSUP|EINVAL|copy/);
  expect(await readdir(copied)).toEqual([good]);
  await rm(join(uploads, bad), { recursive: true });
  // Torn by a power cut.
  await writeFile(join(copied, good), 'wh');
  shipper = await begin();
  await shipper.mirror();
  expect(await readFile(join(copied, good), 'utf8')).toBe('whole');
  // A folder that cannot be read.
  await rename(uploads, `${uploads}.kept`);
  await writeFile(uploads, '');
  await expect(shipper.mirror()).rejects.toThrow('ENOTDIR');
  expect(await readdir(copied)).toEqual([good]);
  await rm(uploads);
  await rename(`${uploads}.kept`, uploads);
}, 60_000);

test('no base copy begins without room for it; a stretch that reached nothing is forgotten', async () => {
  await shipper.ship();
  const abandoned = join(folder, 'archive', nameOf(new Date(0)), 'log');
  await mkdir(abandoned, { recursive: true });
  await expect(shipper.takeBase(superuser, signal, async () => 200)).rejects.toThrow(
    /needed in LOG_ARCHIVE_DIR, and 200\.0 are free/,
  );
  expect((await readdir(join(folder, 'archive'))).filter((name) => name.startsWith('1970'))).toEqual([]);
  expect(await shipper.takeBase(superuser, signal, async () => 1_000)).toBeGreaterThan(0);
}, 60_000);

test('a file that a power cut tore bars neither shipping nor a restore, and is told of', async () => {
  const name = nameOf(new Date(Date.parse((await archive()).at(-1)!.name.replace(/T(..)-(..)-/, 'T$1:$2:')) + 60_000));
  const torn = [join(folder, 'archive', name), join((await archive())[0]!.folder, 'base', name)];
  await mkdir(join(torn[0]!, 'log'), { recursive: true });
  await writeFile(reachedOf(torn[0]!), '');
  await mkdir(torn[1]!);
  await writeFile(manifestOf(torn[1]!), '{"files":[');
  const said: string[] = [];
  const note = (line: string) => void said.push(line);
  shipper = await LogShipper.begin(superuser, world.settings, clock, note);
  await shipper.ship();
  expect(said.map((line) => line.split(' cannot be read')[0]).sort()).toEqual(
    [reachedOf(torn[0]!), manifestOf(torn[1]!)].sort(),
  );
  expect(await archive()).toHaveLength(1);
  await restoreTo(await emptyPlace(), undefined, note);
  expect(said).toHaveLength(5);
  // What it is of may be looked at, as long as the rest is kept.
  expect(await readdir(join(folder, 'archive'))).toContain(name);
  await utimes(reachedOf(torn[0]!), 0, 0);
  await takeBase();
  expect(await readdir(join(folder, 'archive'))).not.toContain(name);
}, 60_000);

test('where PostgreSQL has kept no log, a stretch of its own is begun', async () => {
  await superuser.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
  shipper = await begin();
  await shipper.ship();
  expect(await archive()).toHaveLength(2);
  expect(await shipper.isBaseDue()).toBe(true);
  await takeBase();
  expect(await shipper.isBaseDue()).toBe(false);
}, 60_000);

/** Lets a base copy be some days older than it is. */
async function age({ folder: base, ...manifest }: Base, days: number): Promise<void> {
  const stoppedAt = new Date(Date.parse(manifest.stoppedAt) - days * dayMs).toISOString();
  await rename(base, base.replace(/[^/]+$/, nameOf(new Date(stoppedAt))));
  await writeFile(
    manifestOf(base.replace(/[^/]+$/, nameOf(new Date(stoppedAt)))),
    JSON.stringify({ ...manifest, stoppedAt }),
  );
}

test('what leads to no moment of the last seven days is forgotten', async () => {
  const [old, current] = await archive();
  await writeFile(join(old!.folder, 'reached.json'), JSON.stringify({ ...old!.reached, at: '2026-01-31T20:00:00Z' }));
  await age(current!.bases[0]!, 9);
  expect(await shipper.isBaseDue()).toBe(true);
  for (const days of [8, 6]) {
    await superuser.query('select pg_switch_wal()');
    await shipper.ship();
    await takeBase();
    await age((await archive()).at(-1)!.bases.at(-1)!, days);
  }
  await superuser.query('select pg_switch_wal()');
  await takeBase();
  await shipper.ship();
  // The second leads to the first of the moments that are kept.
  const found = await archive();
  expect(found.map(({ name, bases }) => [name, bases.length])).toEqual([[current!.name, 3]]);
  const [first] = await segmentsOf(found[0]!.folder);
  expect(first!.slice(0, 24)).toBe(found[0]!.bases[0]!.firstSegment);
  expect(first!.slice(0, 24) > current!.bases[0]!.firstSegment).toBe(true);
}, 120_000);
