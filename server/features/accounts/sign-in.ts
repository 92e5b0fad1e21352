import type { CurrentUser } from '../../../contract/accounts.ts';
import type { Role } from '../../../contract/roles.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Caller, Context } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { deviceCookie, deviceSeconds, readDevice } from '../../platform/limits/known-device.ts';
import { endSessionsOf, keepSession, startSession } from '../../platform/sessions/sessions.ts';
import { keepVisit, newVisitToken } from '../../platform/sessions/visits.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  findCurrentUser,
  findVisitOwner,
  insertVisit,
  joinVisits,
  lockAccount,
  makeAdminOnce,
  setLanguage,
} from './accounts.store.ts';

/** The browser that signs in. */
export interface Browser {
  visitHash: Buffer | undefined;
  userAgent: string | undefined;
  /** The language of the page that it shows. */
  language: string;
  /** Who was signed in on it until now; that session ends. */
  previous: Caller | undefined;
}

export const browserOf = (ctx: Context): Browser => ({
  visitHash: ctx.visitHash,
  userAgent: ctx.userAgent,
  language: ctx.reader.language,
  previous: ctx.caller,
});

export interface SignIn {
  user: CurrentUser;
  session: { token: string; maxAgeSeconds: number };
  /** Set when the browser needs a visit of its own: it had none, or somebody else's. */
  newVisitToken: string | undefined;
  /** The role that the setting ADMIN_EMAILS has just raised to admin. */
  raisedFrom: string | undefined;
}

/** What a sign-in needs to know of the moment. */
export interface Circumstances {
  now: Date;
  adminEmails: readonly string[];
  settings: Pick<Settings, 'secretKeys'>;
}

export const circumstancesOf = (ctx: Context): Circumstances => ({
  now: ctx.clock.now(),
  adminEmails: ctx.settings.adminEmails,
  settings: ctx.settings,
});

/**
 * Signs somebody in, by whatever way, in one transaction: what was scanned before becomes theirs, the setting ADMIN_EMAILS is
 * obeyed, and a session with a new id begins.
 * @param identify says for certain who it is, and which visit of another browser was theirs too; what it changes is kept only
 * if all of it is.
 * @throws Refusal `account_deactivated`, and what `identify` throws.
 */
export function signInAs(
  db: Db,
  { now, adminEmails, settings }: Circumstances,
  browser: Browser,
  identify: (tx: Tx) => Promise<{ userId: string; otherVisit?: Buffer | null }>,
): Promise<SignIn> {
  return withTransaction(db, async (tx) => {
    const { userId, otherVisit } = await identify(tx);
    await lockAccount(tx, userId);
    const before = await findCurrentUser(tx, userId);
    if (before?.profile?.is_active === false) throw new Refusal('account_deactivated').noting({ userId });
    const isRaised = before && adminEmails.includes(before.email) && (await raiseToAdmin(tx, now, before));
    const newVisitToken = await joinScans(tx, { now, settings }, userId, browser.visitHash, otherVisit);
    const user = (await findCurrentUser(tx, userId))!;
    // A legacy role has a traveler's lifetime, which is what sessions.ts falls back to.
    const role = (user.profile?.role ?? 'traveler') as Role;
    const { userAgent, previous } = browser;
    const session = await startSession(tx, { userId, role, now, userAgent, previous });
    await setLanguage(tx, userId, browser.language);
    return { user, session, newVisitToken, raisedFrom: isRaised ? (before.profile?.role ?? 'nobody') : undefined };
  });
}

/** Gives the browser what a sign-in made, and records it. @param way how: "With an e-mail link" */
export async function keepSignIn(ctx: Context, signIn: SignIn, way: string): Promise<void> {
  const { user, session, newVisitToken, raisedFrom } = signIn;
  const about = { userId: user.id };
  if (raisedFrom) {
    const description = `The setting ADMIN_EMAILS made ${raisedFrom} into admin.`;
    ctx.recordEvent({ type: 'role_changed', severity: 'medium', description, ...about });
  }
  // The alert of a new network has to know each of an administrator, however many others sign in.
  const isAlwaysKept = user.profile?.role === 'admin';
  ctx.recordEvent({ type: 'sign_in', severity: 'info', description: `${way}.`, isAlwaysKept, ...about });
  keepSession(ctx, session);
  if (newVisitToken) keepVisit(ctx, newVisitToken);
  await keepDevice(ctx, user);
}

/** Makes the device known. Nobody collects devices, each with shares of its own, by signing in over and over. */
async function keepDevice(ctx: Context, user: CurrentUser): Promise<void> {
  const cookie = ctx.cookie('device');
  const isKnown = readDevice(ctx.settings, cookie) !== undefined;
  const newDevice = { limit: 'new-device', key: user.id } as const;
  // The sign-in is done: it is not lost where the limits cannot be asked.
  if (!isKnown && !(await ctx.limits.trySpend(newDevice, ctx.clock.now()).catch(() => false))) return;
  ctx.setCookie('device', deviceCookie(ctx.settings, cookie, user.email), deviceSeconds);
}

async function raiseToAdmin(tx: Tx, now: Date, user: CurrentUser): Promise<boolean> {
  if (!(await makeAdminOnce(tx, user.id, now))) return false;
  await endSessionsOf(tx, user.id);
  await recordAudit(tx, now, {
    action: 'role_changed',
    actorId: null,
    subject: { kind: 'user', id: user.id },
    before: { role: user.profile?.role ?? null },
    after: { role: 'admin', reason: 'ADMIN_EMAILS' },
  });
  return true;
}

async function joinScans(
  tx: Tx,
  { now, settings }: Pick<Circumstances, 'now' | 'settings'>,
  userId: string,
  visitHash: Buffer | undefined,
  otherVisit: Buffer | null | undefined,
): Promise<string | undefined> {
  const hashes = [visitHash, otherVisit].filter((hash) => hash !== undefined && hash !== null);
  await joinVisits(tx, userId, hashes);
  const visit = visitHash && (await findVisitOwner(tx, visitHash));
  if (visit?.user_id === userId) return undefined;
  const fresh = newVisitToken(settings);
  await insertVisit(tx, fresh.hash, userId, now);
  return fresh.token;
}
