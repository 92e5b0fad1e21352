import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A secret for a cookie or a link: 256 random bits as base64url, and its SHA-256 for keeping. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** What the database keeps of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Whether a text has the form of a token of ours; anything else is not worth a query. */
export function isToken(value: string | undefined): value is string {
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value);
}

/** Keyed hash of a text. */
export function sign(key: KeyObject | Buffer, value: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(value).digest();
}

/** Compares in constant time; texts of different length differ. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** A key for one purpose that only a token's holder has. Unlike `deriveKey` it remembers nothing: tokens come and go. */
export function keyOf(token: string, purpose: string): Buffer {
  return sign(Buffer.from(token), `holoholo:${purpose}`);
}

/** Encrypts a text with a key of 32 bytes (AES-256-GCM); only the key's holder reads it again, unchanged. */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Reads what `seal` made. @throws Error when key or content is not what it was. */
export function unseal(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
}
