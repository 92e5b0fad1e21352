import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connectionUrl, ownerOf } from '../../../tests/attack/owner.ts';
import { copyTemplate, inDatabase, onServer } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { findBackupState } from './backup-state.ts';
import { keepBackups } from './backups.ts';

const server = inject('databaseServer');
const id = randomBytes(6).toString('hex');
const [name, login, password] = [`documented_${id}`, `documented_web_${id}`, randomBytes(12).toString('hex')];

/** What docs/operating.md grants in the database, said of this one and its login. */
function documentedGrants(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const [, setUp = ''] = page.match(/^## Database\n(.*?)^## /ms) ?? [];
  const statements = setUp.match(/^(?:revoke|grant) \w+ on database holoholo .+;$/gm) ?? [];
  return statements.map((one) =>
    one.replace('on database holoholo ', `on database ${name} `).replace('holoholo_web', login),
  );
}

/** How the application's login connects. */
function throughLogin(): string {
  const url = new URL(connectionUrl(inDatabase(server, name)));
  [url.username, url.password] = [login, password];
  return url.href;
}

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-documented-'));
  await copyTemplate(server, name);
  await onServer(server, `create role ${login} login password '${password}' in role holoholo_app`);
  for (const statement of documentedGrants()) await onServer(server, statement);
  world = await createWorld({ environment: { BACKUP_DIR: join(folder, 'kept') }, on: { url: throughLogin() } });
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(world.settings.dataDir, 0o711);
});
afterAll(async () => {
  await world?.close();
  await onServer(server, `drop database if exists ${name} with (force)`);
  await onServer(server, `drop role if exists ${login}`);
  await rm(folder, { recursive: true, force: true });
});

test('on a database set up as docs/operating.md says a backup is taken when it is due, and restored on trial', async () => {
  expect(documentedGrants()).toHaveLength(2);
  const deps = { ...world, owner: await ownerOf(world) };
  await keepBackups(deps, pino({ level: 'silent' }), new AbortController().signal);
  const now = world.clock.now();
  expect(await findBackupState(world.db, world.settings)).toMatchObject({
    ...{ takenAt: now, verifiedAt: now },
    ...{ problem: null, checkProblem: null },
  });
}, 120_000);
