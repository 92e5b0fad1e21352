import { rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSeed } from '../db/seed/load.ts';
import { seed } from '../db/seed/world.ts';
import { demoBooksFile } from '../server/features/demo/demo-platforms.ts';
import { codeKeys } from '../server/features/scanning/scanning.ts';
import { verifyAuditChain } from '../server/platform/audit/audit.ts';
import { anchorFileOf } from '../server/platform/audit/audit-anchors.ts';
import { backUp, noteByHand } from '../server/platform/backups/backup.store.ts';
import { checkBackup } from '../server/platform/backups/backups.ts';
import { restore } from '../server/platform/backups/restore.store.ts';
import { withClient } from '../server/platform/database/database-client.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { installJobs } from '../server/platform/jobs/install-jobs.ts';
import { say } from '../server/platform/say.ts';
import { deleteAllSessions } from '../server/platform/sessions/sessions.store.ts';
import { readSettings, type Settings, SettingsError } from '../server/platform/settings.ts';
import { eraseAccounts, sayErased, toBeErasedAgain } from './erase-accounts.ts';
import { generate } from './generate.ts';
import { restoreToMoment, shipLogOf } from './log-commands.ts';
import { oneLine } from './one-line.ts';
import { findRunning, type ReachedDatabase, reachDatabase } from './reach-database.ts';
import { findOpenTo, makeReader, removeReader } from './reader.ts';
import { agreeToReset } from './reset-consent.ts';

// `npm run db -- migrate | seed | reset [--yes DATABASE] | generate [--scans N] [--seed S] [--until ISO] | backup FILE | restore FILE |
// check-backup FILE | erase ID... | erased [SINCE] | end-sessions | reader NAME | remove-reader NAME | ship-log | restore-to MOMENT`, on the database of the settings; check-backup in one of its own.

const now = new Date();

/** What a command works on. */
interface Reached extends ReachedDatabase {
  settings: Settings;
}

async function migrateAll({ connection }: ReachedDatabase): Promise<void> {
  const applied = await migrate(connection, undefined, (words) => say(`Waiting: ${words}.`));
  await installJobs(connection);
  say(applied.length ? `Applied ${applied.join(', ')}.` : 'Every migration had been applied.');
}

/** Migrates, and loads the demo where nothing is. Never in production: its administrators have no owner. */
async function loadDemo(database: Reached): Promise<void> {
  if (database.settings.production) throw new Error('a production database is never filled with demo data');
  await migrateAll(database);
  const loaded = await loadSeed(database.db, seed, codeKeys(database.settings)[0]!, now);
  say(loaded ? 'Loaded the demo data.' : 'There are places already: nothing was loaded.');
}

/** Empties the database and loads the demo, where that is agreed to. Never in production. */
async function reset(database: Reached, given: string[]): Promise<void> {
  await agreeToReset(database, given);
  const empty =
    'drop schema if exists jobs, walled, reporting cascade; drop schema public cascade; create schema public';
  await withClient(database.connection, {}, (owner) => owner.query(empty));
  rmSync(demoBooksFile(database.settings.dataDir), { force: true });
  await loadDemo(database);
}

async function generateYear(database: Reached, given: string[]): Promise<void> {
  const { values } = parseArgs({
    args: given,
    options: { scans: { type: 'string' }, seed: { type: 'string' }, until: { type: 'string' } },
  });
  const scans = Number(values.scans ?? 3_000);
  const until = new Date(values.until ?? now);
  if (!Number.isInteger(scans) || scans < 1 || Number.isNaN(until.getTime())) {
    throw new Error('--scans takes a whole number, --until a date');
  }
  if (database.settings.production) throw new Error('a production database is never filled with generated data');
  await loadDemo(database);
  const done = await generate(database, { scans, seed: Number(values.seed ?? 1), until }, now, say);
  if (!done) say('The year of this seed is there already: nothing was generated.');
}

/** The file as who typed it sees it: npm runs this in the project's folder. */
function fileOf([typed]: string[]): string {
  if (!typed) throw new Error('name the file: npm run db -- backup FILE, or restore FILE');
  return resolve(process.env.INIT_CWD ?? '.', typed);
}

async function writeBackup({ connection }: ReachedDatabase, given: string[]): Promise<void> {
  const file = fileOf(given);
  const { tables, rows } = await backUp(connection, file, now);
  await noteByHand(connection, 'backup', now);
  say(`Wrote ${tables} tables with ${rows} rows to ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB).`);
  say('Keep the secret key (SECRET_KEY, or secret.key in DATA_DIR) and audit-anchors.log as well, in another place.');
  say('Files are not in it: copy uploads/ of DATA_DIR beside it; results in long-work/ can be made again.');
}

async function readBackup({ connection, db, settings }: Reached, given: string[]): Promise<void> {
  const { tables, rows } = await restore(connection, fileOf(given));
  say(`Restored ${tables} tables with ${rows} rows.`);
  const { head, damage } = await verifyAuditChain(db, anchorFileOf(settings));
  if (damage)
    throw new Error(
      `it was restored as it was, with a damaged audit chain (${damage.message}); docs/operating.md says what to do about anchors that are newer than a backup`,
    );
  say(`The audit chain is whole: ${head.sequence} entries.`);
  say(toBeErasedAgain);
}

/** Without the database of the settings, which may be what was lost. */
async function tryBackup(settings: Settings, given: string[]): Promise<void> {
  const { tables, rows } = await checkBackup(fileOf(given), settings);
  const running = settings.migrationUrl ? { url: settings.migrationUrl } : findRunning(settings.dataDir);
  if (running) await noteByHand(running, 'backup-check', now).catch(() => {});
  say(`It was restored on trial: ${tables} tables with ${rows} rows; the ledger balances, the audit chain is whole.`);
}

/** For a database that its own tools or its provider have restored: who has ended theirs since would have them again. */
async function endSessions({ db }: ReachedDatabase): Promise<void> {
  say(`Ended ${await deleteAllSessions(db)} sessions, and every sign-in link: everybody signs in anew.`);
}

/** A login for a tool that reads the views of schema reporting. Its password is said once, and kept nowhere. */
async function addReader({ connection }: ReachedDatabase, [name = '']: string[]): Promise<void> {
  const password = await makeReader(connection, name);
  say(`${name} reads the views of schema reporting, and nothing else. Its password: ${password}`);
  const open = await findOpenTo(connection, name);
  if (open.length > 0) say(`Not closed to it on this server: ${open.join('; ')} ("Database" in docs/operating.md).`);
}

async function takeReaderAway({ connection }: ReachedDatabase, [name = '']: string[]): Promise<void> {
  await removeReader(connection, name);
  say(`${name} reads nothing any more.`);
}

const commands = {
  migrate: migrateAll,
  seed: loadDemo,
  reset,
  generate: generateYear,
  backup: writeBackup,
  restore: readBackup,
  erase: (database: Reached, given: string[]) => eraseAccounts(database, database.settings, given, now),
  erased: sayErased,
  'end-sessions': endSessions,
  reader: addReader,
  'remove-reader': takeReaderAway,
};

/** Those that find or make a database by themselves. */
const byThemselves = {
  'check-backup': tryBackup,
  'ship-log': shipLogOf,
  'restore-to': restoreToMoment,
};

async function run([name = '', ...given]: string[]): Promise<void> {
  if (Object.hasOwn(byThemselves, name))
    return await byThemselves[name as keyof typeof byThemselves](readSettings(process.env), given);
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined;
  if (!command)
    throw new Error(`say what to do: npm run db -- ${Object.keys({ ...commands, ...byThemselves }).join(' | ')}`);
  const settings = readSettings(process.env);
  if (settings.production && name === 'reset') throw new Error('a production database is never reset');
  const database = await reachDatabase(settings, {
    make: !['backup', 'erase', 'erased', 'end-sessions'].includes(name),
    statementSeconds: 900,
  });
  try {
    await command({ ...database, settings }, given);
  } finally {
    await database.leave();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof SettingsError ? oneLine(error) : `That was not done as asked: ${oneLine(error)}`);
  process.exitCode = 1;
});
