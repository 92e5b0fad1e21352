import type { Role } from '../../../contract/roles.ts';
import type { Caller, Context, Services } from '../context.ts';
import { Batch } from '../database/batch.ts';
import type { Db } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import { retention } from '../retention.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  deleteSessionsBegunAt,
  deleteSessionsOf,
  findSessions,
  findSessionsOf,
  insertSession,
  type ShownTokens,
  touchSession,
} from './sessions.store.ts';
import { hashToken, isToken, newToken } from './tokens.ts';

const day = 86_400;

/** How long a session lasts, in seconds: since it was last used, and at most. */
export const sessionLifetimes: Record<Role, { idleSeconds: number; maxSeconds: number }> = {
  traveler: { idleSeconds: 7 * day, maxSeconds: 30 * day },
  partner: { idleSeconds: 8 * 3_600, maxSeconds: day },
  advertiser: { idleSeconds: 8 * 3_600, maxSeconds: day },
  admin: { idleSeconds: 1_800, maxSeconds: 12 * 3_600 },
};

/** How long a session is kept at most: as long as the longest lasts, and then until it is forgotten. */
export const keptSessionDays =
  Math.max(...Object.values(sessionLifetimes).map(({ maxSeconds }) => maxSeconds)) / day + retention.endedSignInDays;

const lifetimeOf = (role: Role) => sessionLifetimes[role] ?? sessionLifetimes.traveler;
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

type Lookups = Batch<ShownTokens, Awaited<ReturnType<typeof findSessions>>[number]>;
const lookups = new WeakMap<Services, Lookups>();

/** The look-ups of a server's requests: it is one statement for all that have just come. */
function lookupsOf(services: Services): Lookups {
  let found = lookups.get(services);
  if (!found) {
    found = new Batch((shown) => findSessions(services.db, shown, services.clock.now()));
    lookups.set(services, found);
  }
  return found;
}

/**
 * Who holds this session token, if anybody. Using a session keeps it alive; it is written at most once a minute. The limits are
 * those of the role as it is now, whatever it was at sign-in. Of an account that was deactivated every session ends.
 */
export async function findCaller(
  services: Services,
  token: string | undefined,
  visitHash: Buffer | undefined,
): Promise<Caller | undefined> {
  if (!isToken(token)) return undefined;
  const now = services.clock.now();
  const sessionHash = hashToken(token);
  const session = await lookupsOf(services).ask({ tokenHash: sessionHash, visitHash });
  if (!session) return undefined;
  if (!session.isActive) {
    await deleteSessionsOf(services.db, session.userId);
    return undefined;
  }
  const { idleSeconds, maxSeconds } = lifetimeOf(session.role);
  if (now >= later(session.createdAt, maxSeconds) || now >= later(session.lastSeenAt, idleSeconds)) return undefined;
  const seenBefore = later(now, -60);
  if (session.lastSeenAt < seenBefore)
    await touchSession(services.db, sessionHash, now, { seenBefore, idleExpiresAt: later(now, idleSeconds) });
  return { userId: session.userId, email: session.email, role: session.role, sessionHash, visitId: session.visitId };
}

/** Starts a session inside a sign-in's transaction; an older one of this browser ends with it. The cookie is set by `keepSession`. */
export async function startSession(
  tx: Db,
  session: { userId: string; role: Role; now: Date; userAgent: string | undefined; previous: Caller | undefined },
): Promise<{ token: string; maxAgeSeconds: number }> {
  if (session.previous) await deleteSession(tx, session.previous.sessionHash);
  await deleteExpiredSessions(tx, session.userId, session.now);
  return await beginSession(tx, { ...session, createdAt: session.now });
}

async function beginSession(
  tx: Db,
  session: { userId: string; role: Role; now: Date; createdAt: Date; userAgent: string | undefined },
): Promise<{ token: string; maxAgeSeconds: number }> {
  const { idleSeconds, maxSeconds } = lifetimeOf(session.role);
  const { token, hash } = newToken();
  const expiresAt = later(session.createdAt, maxSeconds);
  await insertSession(tx, {
    tokenHash: hash,
    userId: session.userId,
    now: session.now,
    createdAt: session.createdAt,
    idleExpiresAt: new Date(Math.min(later(session.now, idleSeconds).getTime(), expiresAt.getTime())),
    expiresAt,
    userAgent: session.userAgent?.slice(0, 512) ?? null,
  });
  return { token, maxAgeSeconds: Math.floor((expiresAt.getTime() - session.now.getTime()) / 1000) };
}

/**
 * Gives the caller's session a new id after a change of rights, within the transaction of that change: what was known of the
 * old one is worth nothing, every other session of the account ends, and the sign-in is as old as it was. Hand the result to
 * `keepSession` once the transaction is kept.
 * @param role the role from now on.
 * @throws Refusal `unauthenticated` when the session has ended meanwhile.
 */
export async function rotateSession(
  tx: Db,
  { caller, role, now, userAgent }: { caller: Caller; role: Role; now: Date; userAgent: string | undefined },
): Promise<{ token: string; maxAgeSeconds: number }> {
  const old = await deleteSession(tx, caller.sessionHash);
  if (!old || now >= later(old.created_at, lifetimeOf(role).maxSeconds)) throw new Refusal('unauthenticated');
  await deleteSessionsOf(tx, caller.userId);
  return await beginSession(tx, { userId: caller.userId, role, now, createdAt: old.created_at, userAgent });
}

/** Ends every session of the caller but this one. @returns how many. */
export function endOtherSessions(db: Db, caller: Caller): Promise<number> {
  return deleteSessionsOf(db, caller.userId, caller.sessionHash);
}

/** Ends every session of a user: their rights or who owns the account changed, or they ask for it. @returns how many. */
export function endSessionsOf(db: Db, userId: string): Promise<number> {
  return deleteSessionsOf(db, userId);
}

/** Ends the session of a user that began at this instant, whatever its id is by now. @returns whether there was one. */
export async function endSessionBegunAt(tx: Db, userId: string, instant: Date): Promise<boolean> {
  return (await deleteSessionsBegunAt(tx, userId, instant)) > 0;
}

/** The live sessions of the caller, newest first. */
export async function listSessions(db: Db, caller: Caller, now: Date) {
  const sessions = await findSessionsOf(db, caller.userId, now);
  return sessions.map(({ token_hash, ...session }) => ({
    ...session,
    isCurrent: token_hash.equals(caller.sessionHash),
  }));
}

/** Ends one of the caller's sessions. @returns `current` if it was this one. @throws Refusal `not_found` */
export async function endOwnSession(db: Db, caller: Caller, id: string): Promise<'current' | 'other'> {
  const ended = await deleteSessionById(db, caller.userId, id);
  if (!ended) throw new Refusal('not_found');
  return ended.equals(caller.sessionHash) ? 'current' : 'other';
}

/** Gives the browser its session, with the meaningless `signed_in=1` that tells the page to ask who it is. */
export function keepSession(ctx: Context, session: { token: string; maxAgeSeconds: number }): void {
  ctx.setCookie('session', session.token, session.maxAgeSeconds);
  ctx.setCookie('signedIn', '1', session.maxAgeSeconds);
}

/** Ends the caller's session, where there is one, and takes the cookies back. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.caller) await deleteSession(ctx.db, ctx.caller.sessionHash);
  forgetSession(ctx);
}

/** Ends a session that was left without a network, with whatever is asked next. */
export async function endLeftSession(ctx: Context): Promise<void> {
  await endSession(ctx);
  if (ctx.caller) ctx.recordEvent({ type: 'sign_out', severity: 'info', description: 'Signed out without a network.' });
}

/**
 * Takes the session's cookies back, and what the browser keeps of answers; a service worker's storage is its own to clear. The
 * visit ends too: what the next person scans on this device is not the last one's. The server lets no cache keep such an answer.
 */
export function forgetSession(ctx: Context): void {
  ctx.setCookie('visit', '', 0);
  ctx.setCookie('session', '', 0);
  ctx.setCookie('signedIn', '', 0);
  ctx.setHeader('clear-site-data', '"cache"');
}
