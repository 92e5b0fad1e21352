import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits as base64url, and its SHA-256 for keeping. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a text has the form of a token of ours; anything else is not worth a query. */
export function isToken(value: string | undefined): value is string {
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** Keyed hash of a text. */
export function sign(key: Buffer, value: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(value).digest();
}

/** Compares in constant time; texts of different length differ. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
