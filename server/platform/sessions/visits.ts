import { randomBytes } from 'node:crypto';
import { stayDay } from '../../../contract/list-rules.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Context, Services } from '../context.ts';
import { Batch } from '../database/batch.ts';
import type { Db } from '../database/database.ts';
import { deriveKey, type Settings } from '../settings.ts';
import { hashToken, isSame, isToken, sign } from './tokens.ts';
import { findFirstScan, findKnownVisits } from './visits.store.ts';

/** A visit lasts 90 days in the browser that made it, from its last scan. */
const visitSeconds = 90 * 86_400;

const randomLength = 16;

/** A visit's cookie, and what the database keeps of it. */
export interface VisitToken {
  token: string;
  hash: Buffer;
}

type Keys = Pick<Settings, 'secretKeys'>;

/**
 * A token for a new visit: 16 random bytes and as many of their keyed hash, as base64url. The hash tells our tokens from
 * invented ones without a query.
 * @param random 16 bytes, for a visit that must come out the same each time; random unless told.
 */
export function newVisitToken(
  { secretKeys: [newest] }: Keys,
  random: Uint8Array = randomBytes(randomLength),
): VisitToken {
  return makeToken(newest, random);
}

function makeToken(secretKey: string, random: Uint8Array): VisitToken {
  const token = Buffer.concat([random, proofOf(secretKey, random)]).toString('base64url');
  return { token, hash: hashToken(token) };
}

const proofOf = (secretKey: string, random: Uint8Array) =>
  sign(deriveKey(secretKey, 'visit'), random).subarray(0, randomLength);

/**
 * The visits that a browser without one begins with this call, one for each secret key, newest first. Whoever repeats the call
 * with its unguessable key, from whatever network, comes to the same visit and can be given its cookie again.
 */
export function visitsOfKey({ secretKeys }: Keys, idempotencyKey: string): [VisitToken, ...VisitToken[]] {
  const [newest, ...older] = secretKeys.map((secretKey) =>
    makeToken(secretKey, sign(deriveKey(secretKey, 'visit-of-key'), idempotencyKey).subarray(0, randomLength)),
  );
  return [newest!, ...older];
}

/** Whether one of our keys made this token. Another spelling of the same bytes is another token, and not ours. */
function isSigned(token: string, { secretKeys }: Keys): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.toString('base64url') !== token) return false;
  const random = bytes.subarray(0, randomLength);
  return secretKeys.some((key) => isSame(proofOf(key, random), bytes.subarray(randomLength)));
}

const lookups = new WeakMap<Services, Batch<Buffer, boolean>>();
/** Whose tokens were found signed lately, by their hashes as texts: a visitor comes with many requests. */
const signedLately = new WeakMap<Settings, BoundedMap<string, true>>();
const mostSigned = 20_000;

/**
 * The hash of a visit's cookie, where the visit is ours: signed, or one that the database knows, as cookies were not always
 * signed and a key may have been taken away. Anything else is no visit: nobody makes one by inventing its token.
 */
export async function findVisit(services: Services, token: string | undefined): Promise<Buffer | undefined> {
  if (!isToken(token)) return undefined;
  const hash = hashToken(token);
  // By the hash, as a text cut out of a header keeps all of the header in memory.
  const name = hash.toString('latin1');
  const signed = signedOf(services.settings);
  if (signed.has(name)) return hash;
  if (!isSigned(token, services.settings)) return (await lookupsOf(services).ask(hash)) ? hash : undefined;
  signed.set(name, true);
  return hash;
}

function signedOf(settings: Settings): BoundedMap<string, true> {
  const found = signedLately.get(settings) ?? new BoundedMap(mostSigned);
  signedLately.set(settings, found);
  return found;
}

function lookupsOf(services: Services): Batch<Buffer, boolean> {
  let found = lookups.get(services);
  if (!found) {
    found = new Batch(async (hashes) => {
      const known = new Set((await findKnownVisits(services.db, hashes)).map((hash) => hash.toString('hex')));
      return hashes.map((hash) => known.has(hash.toString('hex')));
    });
    lookups.set(services, found);
  }
  return found;
}

/** Gives the browser its visit, or lets it keep the one it has for another 90 days. */
export function keepVisit(ctx: Pick<Context, 'setCookie'>, token: string): void {
  ctx.setCookie('visit', token, visitSeconds);
}

/** Which day of their stay it is for whoever has a visit: 1 on the day of its first scan, and where there was none. */
export async function stayDayOf(
  db: Db,
  now: Date,
  visitHash: Buffer | undefined,
  userId: string | undefined,
): Promise<number> {
  const first = visitHash && (await findFirstScan(db, visitHash, userId));
  return first ? stayDay(first, now) : 1;
}
