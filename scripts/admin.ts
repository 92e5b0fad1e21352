import { type Role, roles } from '../contract/roles.ts';
import { resetPasskeys } from '../server/features/passkeys/reset-passkeys.ts';
import { grantRole } from '../server/features/profiles/grant-role.ts';
import { findUserByEmail } from '../server/features/profiles/profiles.store.ts';
import { normalizeEmail } from '../server/platform/email-address.ts';
import { Refusal } from '../server/platform/http/refusal.ts';
import { Jobs } from '../server/platform/jobs/jobs.ts';
import { say } from '../server/platform/say.ts';
import { flushSecurityEvents, recordSecurityEvent } from '../server/platform/security-events/security-events.ts';
import { readSettings, type Settings } from '../server/platform/settings.ts';
import { oneLine } from './one-line.ts';
import { type ReachedDatabase, reachDatabase } from './reach-database.ts';

// `npm run admin -- grant EMAIL ROLE` and `npm run admin -- reset-passkeys EMAIL`: what only the operator may do, for who holds
// the machine holds the database. Both are in the audit log, without an actor. The server may be running meanwhile.

const usage = `Say what to do: npm run admin -- grant EMAIL ${roles.join('|')}, or npm run admin -- reset-passkeys EMAIL.`;
const now = new Date();

async function grant({ db }: ReachedDatabase, email: string, role: Role): Promise<void> {
  const { userId, previous } = await grantRole(db, now, email, role);
  if (previous === role) return say(`${email} is ${role} already.`);
  const description = `npm run admin made ${previous ?? 'nobody'} into ${role}.`;
  recordSecurityEvent(db, now, { type: 'role_changed', severity: 'medium', description, userId });
  say(`${email} is ${role} now, was ${previous ?? 'nothing'}, and is signed out everywhere.`);
}

async function reset({ db, pool }: ReachedDatabase, settings: Settings, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Refusal('not_found');
  const jobs = new Jobs(pool, () => {});
  await jobs.start();
  try {
    const { removed } = await resetPasskeys({ db, jobs, settings }, now, { actorId: null }, user.id);
    if (removed === 0) return say(`${email} has no passkey.`);
    const description = `npm run admin took the passkeys away (${removed}).`;
    recordSecurityEvent(db, now, { type: 'passkey', severity: 'medium', description, userId: user.id });
    say(`Removed the passkeys of ${email} (${removed}), who is signed out everywhere and told by mail.`);
    say('They sign in again by mail and add a new one in their profile within ten minutes.');
  } finally {
    await jobs.stop();
  }
}

async function run([command, typed = '', role]: string[]): Promise<void> {
  const email = normalizeEmail(typed);
  const granted = roles.find((one) => one === role);
  const isGrant = command === 'grant' && granted;
  if (!email || !(isGrant || (command === 'reset-passkeys' && !role))) throw new Error(usage);
  const settings = readSettings(process.env);
  const database = await reachDatabase(settings);
  try {
    await (isGrant ? grant(database, email, granted) : reset(database, settings, email));
    await flushSecurityEvents(database.db);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Error(`Nobody has signed in as ${email} yet: they do so once, and then this works.`);
  } finally {
    await database.leave();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  say(oneLine(error));
  process.exitCode = 1;
});
