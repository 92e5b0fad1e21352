// The demo's world: the embedded database, no settings. A fresh clone, a restart, and a data folder of an earlier version.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crowding } from '../crowding.mjs';
import { giveClone } from './clones.mjs';
import { must, plainEnvironment, startProduct, until } from './product.mjs';
import { Visitor } from './visitor.mjs';

/** At most so many, on a machine of its own. */
const firstSeconds = 45;
const laterSeconds = 2;
/** The same by what npm takes for the packages alone, on a machine that is slower than these were measured on. */
const firstOfPackages = 2.5;
const laterOfPackages = 0.2;

async function findCode(address) {
  const codes = await (await fetch(`${address}/dev/codes.json`)).json();
  const { qr_code_id, location_id } = codes.find((one) => one.status === 'active');
  return { code: qr_code_id, locationId: location_id };
}

/** The newest link in the demo's kept mail. */
const readToken = (address) => async () => {
  let token;
  await until('a mail', 15, async () => {
    token = (await (await fetch(`${address}/dev/mail`)).text()).match(/token=([\w-]{43})/)?.[1];
    return token;
  });
  return token;
};

async function visit(address) {
  const visitor = new Visitor(address);
  const code = await findCode(address);
  must((await visitor.scan(code)) === true, 'counting the scan');
  // None of the demo's people: what those have done is there already.
  await visitor.signIn('newcomer@example.com', readToken(address));
  await visitor.book(code.locationId);
  return { visitor, code };
}

/** As root the cluster is elsewhere where its unprivileged user cannot enter the data folder; it goes with the rest. */
function removeCluster(dataDir) {
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster)) rmSync(dirname(realpathSync(cluster)), { recursive: true, force: true });
}

/** Starts, visits, stops, starts again; `first` may be another version than `later`. @returns the seconds of both starts */
async function acrossRestart(first, later, dataDir, user) {
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o700 });
  giveClone(dirname(dataDir), user);
  try {
    const before = await startProduct(first, { DATA_DIR: dataDir }, user);
    const { visitor, code } = await visit(before.address);
    await before.stop();
    const after = await startProduct(later, { DATA_DIR: dataDir }, user);
    [visitor.address, visitor.origin] = [after.address, after.address];
    await visitor.mustRemember(code);
    await after.stop();
    if (after.seconds < laterSeconds) return [before.seconds, after.seconds];
    // The machine may have been busy with somebody else's work: once more.
    const again = await startProduct(later, { DATA_DIR: dataDir }, user);
    await again.stop();
    return [before.seconds, Math.min(after.seconds, again.seconds)];
  } finally {
    removeCluster(dataDir);
  }
}

/** Seconds that npm takes for the packages alone, here and now: a slow machine is no fault of the start's. */
function packageSeconds(clone, work) {
  const folder = join(work, 'packages');
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(clone, file), join(folder, file));
  const began = performance.now();
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env: plainEnvironment() });
  must(status === 0, 'npm ci');
  rmSync(folder, { recursive: true });
  return (performance.now() - began) / 1000;
}

/** A fresh start, and one that finds all of it again. @returns what was shown, in one line */
export async function proveDemo({ clone, work, user }) {
  const [first, later] = await acrossRestart(clone, clone, join(work, 'demo', 'data'), user);
  const packages = packageSeconds(clone, work);
  const firstMost = Math.max(firstSeconds * crowding(), firstOfPackages * packages);
  const laterMost = Math.max(laterSeconds * crowding(), laterOfPackages * packages);
  must(first < firstMost, `a first start within ${firstMost.toFixed(1)} s (it took ${first.toFixed(1)})`);
  must(later < laterMost, `a later start within ${laterMost.toFixed(1)} s (it took ${later.toFixed(1)})`);
  return `first start ${first.toFixed(1)} s, later ${later.toFixed(1)} s, scan and booking kept`;
}

/** A data folder that an earlier version has made and used. @returns what was shown, in one line */
export async function proveDemoUpdate({ clone, earlier, work, user }) {
  await acrossRestart(earlier, clone, join(work, 'demo-update', 'data'), user);
  return 'scan and booking kept across an update';
}
