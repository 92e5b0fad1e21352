import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { MailWords } from '../../contract/mails.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from './database/database.ts';
import type { Replica } from './database/replica.ts';
import type { CookieKey } from './http/cookies.ts';
import type { Reader } from './http/language.ts';
import type { KeyedCall } from './idempotency.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Membership } from './organisations/memberships.ts';
import type { SecurityEvent } from './security-events/security-events.ts';
import type { Settings } from './settings.ts';
import type { ReceivedUpload } from './uploads/received-upload.ts';

/** The only source of time in the server; tests put their own in. */
export interface Clock {
  now(): Date;
}

/** Who is asking, as the session says. */
export interface Caller {
  userId: string;
  email: string;
  /** Traveler where the account has no profile yet. */
  role: Role;
  sessionHash: Buffer;
  /** The visit of this browser, where it is the caller's own. */
  visitId: number | null;
}

/** What the process as a whole offers to every handler. */
export interface Services {
  db: Db;
  /** Where what is only read may be read besides, through `readFrom`; undefined where there is none. */
  replica?: Replica | undefined;
  settings: Settings;
  clock: Clock;
  limits: RateLimits;
  jobs: Jobs;
  log: FastifyBaseLogger;
  /** Tags of the languages there are. */
  languages: readonly string[];
  /** What mails say in one of them. */
  mailsIn: (language: string) => Promise<MailWords>;
}

/** One request, as handlers see it. Core functions are given its parts, never the whole. */
export interface Context extends Services {
  caller: Caller | undefined;
  /** Whom a partner or an advertiser calls for, where the endpoint is for those. */
  membership?: Membership | undefined;
  requestId: string;
  /** The caller's network address, and its network for limits. */
  address: string;
  network: string;
  userAgent: string | undefined;
  /** The request's headers, for rules about where it comes from. */
  headers: IncomingHttpHeaders;
  /** Whom it is answered for: by the switch's cookie or by what the browser asks for. */
  reader: Reader;
  /** SHA-256 of the visit cookie, where there is one that we made. */
  visitHash: Buffer | undefined;
  /** Which day of the guest's stay it is at a moment, as the database has their first scan; without one it is the first. */
  stayDay(now: Date): Promise<number>;
  /** Whether the visitor asks not to be followed: Global Privacy Control, or our own setting's cookie `analytics=off`. */
  privacySignal: boolean;
  /** The `Idempotency-Key` header. */
  idempotencyKey: string | undefined;
  /** The same as the whole name of the call, for a handler that keeps the key itself. */
  keyedCall?: KeyedCall | undefined;
  /**
   * Records a security event of this request, by the caller unless told. It is no part of a transaction of the handler's own: to be
   * called when what it tells of was done. Where the whole call is one transaction, by its `Idempotency-Key`, it waits for the commit.
   */
  recordEvent(event: Pick<SecurityEvent, 'type' | 'severity' | 'description' | 'userId' | 'isAlwaysKept'>): void;
  /** Waits for somebody else's server. Meanwhile this request's room is others', and it may have to wait for it again. */
  elsewhere<T>(work: () => Promise<T>): Promise<T>;
  cookie(name: 'session' | 'visit' | 'magicLink' | 'oauth' | 'device'): string | undefined;
  setCookie(name: CookieKey, value: string, maxAgeSeconds: number): void;
  setHeader(name: string, value: string): void;
  setStatus(status: number): void;
  /** Tells what an idempotent call made, so that a repeat can be answered: an id, no secret. */
  made(reference: string): void;
  /** Length of the request's body as it was sent. */
  bodyBytes(): number;
  /** The body as it came, of an endpoint for others' servers. */
  rawBody(): Buffer;
  /** The file that was sent, of an endpoint that takes one. @throws Refusal `invalid_request` where none was. */
  upload(): ReceivedUpload;
}
