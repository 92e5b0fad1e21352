// Proves `npm start` from bare clones: as a newcomer (the demo) and as an operator (production on a PostgreSQL of their own), as
// root and as another user, across a restart and across an update, and in Chromium without a network: `node scripts/prove-start.mjs [--from REV]`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  beforeLastMigration,
  editedMigrations,
  findRevision,
  giveClone,
  makeClone,
  makeEarlierClone,
  makeOpenFolder,
} from './prove-start/clones.mjs';
import { proveDemo, proveDemoUpdate } from './prove-start/demo.mjs';
import { proveProduction } from './prove-start/production.mjs';
import { proveWalk } from './prove-start/walk.mjs';
import { startSystemPostgres } from './system-postgres.mjs';

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const isRoot = process.getuid?.() === 0;
process.umask(0o022); // the other user reads what root has installed
const work = makeOpenFolder(realpathSync(mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'holoholo-start-'))));
const say = (line) => process.stdout.write(`${line}\n`);

/** As root the same is shown again as a user with no rights: the one that every system has. Needs an npm it can run. */
function findOtherUser() {
  if (!isRoot) return undefined;
  const user = { uid: 65534, gid: 65534, home: makeOpenFolder(join(work, 'home')) };
  giveClone(user.home, user);
  const { status } = spawnSync('npm', ['--version'], { ...user, cwd: '/', env: { ...process.env, HOME: user.home } });
  if (status === 0) return user;
  say('as an unprivileged user: left out, as that user cannot run npm here');
  return undefined;
}

/** The folder of one world, which its user owns. */
function folderOf(name, user) {
  const folder = makeOpenFolder(join(work, name));
  giveClone(folder, user);
  return folder;
}

async function prove() {
  const user = findOtherUser();
  const revision = values.from ? findRevision(values.from) : beforeLastMigration();
  say(
    revision
      ? `the update is from ${revision.slice(0, 7)}`
      : 'no update is shown: this history does not reach back to one',
  );
  const edited = revision ? editedMigrations(revision) : [];
  if (edited.length > 0)
    throw new Error(`edited since ${revision.slice(0, 7)}, where it was applied: ${edited.join(', ')}`);
  const whom = (user) => (isRoot ? (user ? 'as another user' : 'as root') : 'as this user');
  const show = (title, user, said) => say(`${title}, ${whom(user)}: ${said}`);

  // Each world installs and builds once from a bare clone: as root the demo, as the other user production.
  const demo = makeClone(join(work, 'demo-clone'));
  const demoWorld = { clone: demo, work: folderOf('demo') };
  show('demo', undefined, await proveDemo(demoWorld));
  show('walk', undefined, await proveWalk({ clone: demo, work: folderOf('walk') }));
  const earlier = revision && makeEarlierClone(join(work, 'earlier-clone'), revision, demo);
  if (earlier) show('demo', undefined, await proveDemoUpdate({ ...demoWorld, earlier }));

  const system = await startSystemPostgres();
  if (!system && process.env.CI) throw new Error('there is no PostgreSQL for the proof of production');
  if (system) {
    try {
      const clone = makeClone(join(work, 'production-clone'));
      for (const one of user ? [user, undefined] : [undefined]) {
        for (const folder of [clone, earlier]) if (folder) giveClone(folder, one);
        const folder = folderOf(`production-${one ? 'user' : 'self'}`, one);
        const world = { clone, earlier, packages: demo, user: one, work: folder };
        show(`production on PostgreSQL ${system.version}`, one, await proveProduction(world, system));
      }
    } finally {
      await system.stop();
    }
  }
  if (!user) return;
  for (const folder of [demo, earlier]) if (folder) giveClone(folder, user);
  const userWorld = { clone: demo, earlier, work: folderOf('demo-user', user), user };
  show('demo', user, await proveDemo(userWorld));
  if (earlier) show('demo', user, await proveDemoUpdate(userWorld));
}

const begun = performance.now();
try {
  await prove();
  say(`npm start is proven, in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
} catch (error) {
  say(`npm start is not proven: ${error.stack}`);
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
