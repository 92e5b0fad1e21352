import type { Role } from '../../contract/roles.ts';
import type { Caller, Context, Services } from './context.ts';
import type { Db } from './database.ts';
import { deleteSession, findSession, insertSession, touchSession } from './sessions.store.ts';
import { hashToken, isToken, newToken } from './tokens.ts';

const day = 86_400;

/** How long a session lasts, in seconds: since it was last used, and at most. */
export const sessionLifetimes: Record<Role, { idleSeconds: number; maxSeconds: number }> = {
  traveler: { idleSeconds: 7 * day, maxSeconds: 30 * day },
  partner: { idleSeconds: 8 * 3_600, maxSeconds: day },
  advertiser: { idleSeconds: 8 * 3_600, maxSeconds: day },
  admin: { idleSeconds: 1_800, maxSeconds: 12 * 3_600 },
};

const lifetimeOf = (role: Role) => sessionLifetimes[role] ?? sessionLifetimes.traveler;
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** Who holds this session token, if anybody. Using a session keeps it alive; it is written at most once a minute. */
export async function findCaller(
  services: Services,
  token: string | undefined,
  visitHash: Buffer | undefined,
): Promise<Caller | undefined> {
  if (!isToken(token)) return undefined;
  const now = services.clock.now();
  const sessionHash = hashToken(token);
  const session = await findSession(services.db, sessionHash, visitHash, now);
  if (!session) return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() > 60_000) {
    await touchSession(services.db, sessionHash, now, later(now, lifetimeOf(session.role).idleSeconds));
  }
  return { userId: session.userId, email: session.email, role: session.role, sessionHash, visitId: session.visitId };
}

/** Starts a session inside a sign-in's transaction; an older one of this browser ends with it. The cookie is set by `keepSession`. */
export async function startSession(
  tx: Db,
  session: { userId: string; role: Role; now: Date; userAgent: string | undefined; previous: Caller | undefined },
): Promise<{ token: string; maxAgeSeconds: number }> {
  const { idleSeconds, maxSeconds } = lifetimeOf(session.role);
  const { token, hash } = newToken();
  if (session.previous) await deleteSession(tx, session.previous.sessionHash);
  await insertSession(tx, {
    tokenHash: hash,
    userId: session.userId,
    now: session.now,
    idleExpiresAt: later(session.now, idleSeconds),
    expiresAt: later(session.now, maxSeconds),
    userAgent: session.userAgent?.slice(0, 512) ?? null,
  });
  return { token, maxAgeSeconds: maxSeconds };
}

/** Gives the browser its session, with the meaningless `signed_in=1` that tells the page to ask who it is. */
export function keepSession(ctx: Context, session: { token: string; maxAgeSeconds: number }): void {
  ctx.setCookie('session', session.token, session.maxAgeSeconds);
  ctx.setCookie('signedIn', '1', session.maxAgeSeconds);
}

/** Ends the caller's session, where there is one, and takes the cookies back. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.caller) await deleteSession(ctx.db, ctx.caller.sessionHash);
  ctx.setCookie('session', '', 0);
  ctx.setCookie('signedIn', '', 0);
}
