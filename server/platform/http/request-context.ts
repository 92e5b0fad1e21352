import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import { recordSecurityEvent } from '../security-events/security-events.ts';
import { endLeftSession, findCaller } from '../sessions/sessions.ts';
import { findVisit } from '../sessions/visits.ts';
import { cookieName, isLeftOffline, readCookies, setCookieLines } from './cookies.ts';
import { findReader } from './language.ts';
import { networkOf } from './networks.ts';

/** Builds what a handler sees of one request; asks the database for the caller only where a session cookie was sent. */
export async function createContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const secure = services.settings.publicUrl.startsWith('https://');
  const cookies = readCookies(request.headers.cookie);
  const visitHash = await findVisit(services, cookies.get(cookieName('visit', secure)));
  const caller = await findCaller(services, cookies.get(cookieName('session', secure)), visitHash);
  const ctx: Context = {
    ...services,
    log: request.log,
    caller,
    requestId: request.id,
    address: request.ip,
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 512),
    headers: request.headers,
    reader: findReader(cookies.get('lang'), request.headers['accept-language'], services.languages),
    visitHash,
    privacySignal: request.headers['sec-gpc'] === '1' || cookies.get('analytics') === 'off',
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    recordEvent: (event) =>
      recordSecurityEvent<Db>(services.db, services.clock.now(), {
        userId: caller?.userId,
        ...event,
        address: request.ip,
        requestId: request.id,
      }),
    elsewhere: (work) => (request.waitOutside ? request.waitOutside(work) : work()),
    cookie: (name) => cookies.get(cookieName(name, secure)),
    setCookie: (name, value, maxAgeSeconds) => {
      const httpOnly = name !== 'signedIn' && name !== 'language';
      for (const line of setCookieLines(name, value, secure, { maxAge: maxAgeSeconds, httpOnly }))
        reply.header('set-cookie', line);
    },
    setHeader: (name, value) => void reply.header(name, value),
    setStatus: (status) => void reply.status(status),
    made: () => {},
    bodyBytes: () => request.heldBody?.received ?? 0,
  };
  if (!isLeftOffline(request.headers.cookie, cookies, secure)) return ctx;
  await endLeftSession(ctx);
  return { ...ctx, caller: undefined, visitHash: undefined };
}
