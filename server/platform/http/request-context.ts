import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { Context, Services } from '../context.ts';
import type { Db } from '../database/database.ts';
import { recordSecurityEvent } from '../security-events/security-events.ts';
import { endLeftSession, findCaller } from '../sessions/sessions.ts';
import { findVisit, stayDayOf } from '../sessions/visits.ts';
import { ReceivedUpload } from '../uploads/received-upload.ts';
import { cookieName, isLeftOffline, readCookies, setCookieLines } from './cookies.ts';
import { findReader } from './language.ts';
import { networkOf } from './networks.ts';
import { Refusal } from './refusal.ts';

/**
 * Builds what a handler sees of one request; asks the database for the caller only where a session cookie was sent.
 * @param origin of its endpoint; of others' servers and of mail programs no cookie is read.
 */
export async function createContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  origin?: Endpoint['origin'],
): Promise<Context> {
  const secure = services.settings.publicUrl.startsWith('https://');
  const cookieHeader = origin ? undefined : request.headers.cookie;
  const cookies = readCookies(cookieHeader);
  const visitHash = await findVisit(services, cookies.get(cookieName('visit', secure)));
  const caller = await findCaller(services, cookies.get(cookieName('session', secure)), visitHash);
  const ctx: Context = {
    ...services,
    caller,
    requestId: request.id,
    address: request.ip,
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, 512),
    headers: origin ? { ...request.headers } : request.headers,
    reader: findReader(cookies.get('lang'), request.headers['accept-language'], services.languages),
    visitHash,
    stayDay: (now) => stayDayOf(services.db, now, visitHash, caller?.userId),
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
    upload: () => {
      if (request.body instanceof ReceivedUpload) return request.body;
      throw new Refusal('invalid_request', { detail: 'body: a file is missing' });
    },
    rawBody: () => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
  };
  if (!isLeftOffline(cookieHeader, cookies, secure)) return ctx;
  await endLeftSession(ctx);
  return { ...ctx, caller: undefined, visitHash: undefined, stayDay: async () => 1 };
}
