// Production's world: an operator's PostgreSQL with two logins, TLS in front, mail into a real server, and an update.
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { knowsTwoLogins } from './clones.mjs';
import { must, runCommand, startProduct, statusOf } from './product.mjs';
import { makeDatabase, makePlace, openMailServer, openTlsProxy } from './surroundings.mjs';
import { Visitor } from './visitor.mjs';

const secretKey = randomBytes(24).toString('base64url');
const canChooseNetwork = process.platform === 'linux';

/** Each person is somewhere else: 127.0.0.0/8 is all ours. */
let people = 0;
const nextNetwork = () => (canChooseNetwork ? `127.${1 + (people >> 8)}.${people++ % 256}.1` : undefined);

const environmentOf = (proxy, mail, database, dataDir) => ({
  NODE_ENV: 'production',
  PUBLIC_URL: proxy.address,
  TRUST_PROXY: '1',
  SECRET_KEY: secretKey,
  SMTP_URL: mail.url,
  OIDC_CLIENT_ID: 'not-asked-here',
  OIDC_CLIENT_SECRET: 'not-asked-here',
  DATABASE_URL: database.application,
  DATABASE_MIGRATION_URL: database.owner,
  DATA_DIR: dataDir,
});

const lastAddress = () => `traveler-${people}@example.com`;

async function visit(proxy, mail, code) {
  const visitor = new Visitor(proxy.address, { ca: proxy.ca, network: nextNetwork() });
  must((await visitor.scan(code)) === true, 'counting the scan');
  await visitor.signIn(lastAddress(), mail.readToken);
  await visitor.book(code.locationId);
  return visitor;
}

/** A bare clone on an empty database, without a data folder; then a restart; then what a backup of that comes back as. */
async function proveRestart({ clone, work, user }, proxy, mail, database) {
  const dataDir = join(work, 'not', 'there', 'yet');
  const environment = environmentOf(proxy, mail, database, dataDir);
  const first = await startProduct(clone, environment, user);
  proxy.target = first.address;
  const code = await makePlace(database.owner, clone, secretKey);
  const visitor = await visit(proxy, mail, code);
  await first.stop();
  const later = await startProduct(clone, environment, user);
  proxy.target = later.address;
  await visitor.mustRemember(code);
  runCommand(clone, environment, user, 'audit', '--', 'verify');
  // Something that is audited, and an anchor of it.
  await visit(proxy, mail, code);
  const grant = (role) => runCommand(clone, environment, user, 'admin', '--', 'grant', lastAddress(), role);
  grant('partner');
  runCommand(clone, environment, user, 'audit', '--', 'anchor');
  const [anchors, file] = [join(dataDir, 'audit-anchors.log'), join(work, 'backup')];
  cpSync(anchors, `${file}.anchors`, { preserveTimestamps: true });
  runCommand(clone, environment, user, 'db', '--', 'backup', file);
  // What comes after the backup, and the anchor of the stop, are lost with the database.
  const lost = await makePlace(database.owner, clone, secretKey);
  grant('advertiser');
  await later.stop();

  const empty = await database.makeAnother('holoholo_restored');
  const restored = { ...environment, DATABASE_URL: empty.application, DATABASE_MIGRATION_URL: empty.owner };
  cpSync(`${file}.anchors`, anchors);
  // A copy is whoever's copies it; the operator copies as who runs the product.
  if (user) chownSync(anchors, user.uid, user.gid);
  runCommand(clone, restored, user, 'db', '--', 'restore', file);
  const again = await startProduct(clone, restored, user);
  proxy.target = again.address;
  await visitor.mustSignInAnew(mail.readToken);
  must(
    (await statusOf(`${again.address}/location/${lost.locationId}`)) === 404,
    'forgetting what came after the backup',
  );
  runCommand(clone, restored, user, 'audit', '--', 'verify');
  await again.stop();
  return `first start ${first.seconds.toFixed(1)} s, later ${later.seconds.toFixed(1)} s, scan and booking kept, also by a backup`;
}

/** People who scan, sign in and book without a pause at one process. @returns how to stop them, and what they saw */
function sendPeople(proxy, mail, code) {
  const seen = { scans: 0, signIns: 0, failures: [], scanned: [], booked: [] };
  let going = true;
  const loop = async (act) => {
    while (going) await act().catch((error) => seen.failures.push(error.message));
  };
  const newcomer = () => new Visitor(proxy.address, { ca: proxy.ca, network: nextNetwork() });
  const loops = [
    loop(async () => {
      const visitor = newcomer();
      must((await visitor.scan(code)) === true, 'counting the scan');
      seen.scanned.push(visitor);
      seen.scans += 1;
    }),
    loop(async () => {
      const visitor = newcomer();
      must((await visitor.scan(code)) === true, 'counting the scan');
      await visitor.signIn(`meanwhile-${people}@example.com`, mail.readToken);
      await visitor.book(code.locationId);
      seen.booked.push(visitor);
      seen.signIns += 1;
    }),
  ];
  return {
    seen,
    stop: async () => {
      going = false;
      await Promise.all(loops);
      return seen;
    },
  };
}

/** The new version starts beside the old one, which goes on serving until it is stopped. */
async function proveUpdate({ clone, earlier, work, user }, proxy, mail, database) {
  const dataDir = join(work, 'update-data');
  const environment = environmentOf(proxy, mail, database, dataDir);
  // Before there were two settings one user was both.
  const before = knowsTwoLogins(earlier) ? {} : { DATABASE_URL: database.owner, DATABASE_MIGRATION_URL: '' };
  const old = await startProduct(earlier, { ...environment, ...before, DATA_DIR: work }, user);
  proxy.target = old.address;
  const code = await makePlace(database.owner, clone, secretKey);
  const visitor = await visit(proxy, mail, code);
  const meanwhile = sendPeople(proxy, mail, code);
  const fresh = await startProduct(clone, environment, user);
  // Some more of them after the update, at the old process still, whose statements now meet the new tables.
  const { scans, signIns } = meanwhile.seen;
  const readiness = [];
  for (let waited = 0; waited < 1_200; waited++) {
    readiness.push(await statusOf(`${old.address}/readyz`));
    if (meanwhile.seen.scans >= scans + 20 && meanwhile.seen.signIns >= signIns + 2) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seen = await meanwhile.stop();
  must(seen.failures.length === 0, `serving while the update runs (${seen.failures.slice(0, 3).join('; ')})`);
  must(seen.signIns >= signIns + 2 && seen.scans >= scans + 20, 'serving after the update');
  must(
    readiness.every((status) => status === 200),
    `readiness of the old process (${readiness})`,
  );
  proxy.target = fresh.address;
  await visitor.mustRemember(code);
  await visit(proxy, mail, code);
  await old.stop();
  // What the old process acknowledged, before the update, during it and after it, the new one has.
  for (const one of seen.booked) await one.mustRemember(code);
  for (const one of seen.scanned) must((await one.scan(code)) === false, 'remembering a scan across an update');
  await fresh.stop();
  return `across the update the old process answered ${seen.scans} scans and ${seen.signIns} sign-ins with bookings, 0 failed; all of them were kept`;
}

/**
 * Both on one PostgreSQL, which is left as it was found.
 * @param world.packages an installed clone
 * @returns what was shown, in one line
 */
export async function proveProduction(world, system) {
  const { packages, earlier, work } = world;
  const proxy = await openTlsProxy(work);
  let mail;
  let database;
  try {
    // The proof's own servers need packages before the bare clone has any.
    mail = await openMailServer(packages);
    database = await makeDatabase(system, packages);
    const said = await proveRestart(world, proxy, mail, database);
    if (!earlier) return said;
    const another = await database.makeAnother('holoholo_earlier');
    return `${said}; ${await proveUpdate(world, proxy, mail, another)}`;
  } finally {
    proxy.close();
    await mail?.close();
    await database?.drop('holoholo', 'holoholo_earlier', 'holoholo_restored');
  }
}
