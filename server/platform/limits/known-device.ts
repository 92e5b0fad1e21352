import { randomBytes } from 'node:crypto';
import { isSame, sign } from '../sessions/tokens.ts';
import { deriveKey, type Settings } from '../settings.ts';

/** As long as browsers keep a cookie, in seconds. It outlives sessions and sign-outs. */
export const deviceSeconds = 400 * 86_400;

const mostAddresses = 8;
const form = /^[A-Za-z0-9_-]{22}(\.[A-Za-z0-9_-]{22}){1,9}$/;

/** A browser that has signed in before, by the proof that it carries. */
export interface KnownDevice {
  id: string;
  /** Whether somebody signed in to this address on it. */
  knows(email: string): boolean;
}

type Keys = Pick<Settings, 'secretKeys'>;

const proofOf = (key: string, text: string) => sign(deriveKey(key, 'device'), text).subarray(0, 16);
const isProof = (proof: string, { secretKeys }: Keys, text: string) =>
  secretKeys.some((key) => isSame(proofOf(key, text), Buffer.from(proof, 'base64url')));

/**
 * Reads the cookie of a device: its id, the proof that we gave it, and one proof for each address, which says nothing to others.
 * @returns undefined for a cookie that is none of ours.
 */
export function readDevice(settings: Keys, cookie: string | undefined): KnownDevice | undefined {
  if (!cookie || !form.test(cookie)) return undefined;
  const [id = '', seal = '', ...proofs] = cookie.split('.');
  if (!isProof(seal, settings, id)) return undefined;
  return { id, knows: (email) => proofs.some((proof) => isProof(proof, settings, `${id} ${email}`)) };
}

/** The cookie of a device on which somebody has just signed in to an address; those of before stay, the oldest go. */
export function deviceCookie(settings: Keys, cookie: string | undefined, email: string): string {
  const known = readDevice(settings, cookie);
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const before = known ? cookie!.split('.').slice(2) : [];
  const others = before.filter((proof) => !isProof(proof, settings, `${id} ${email}`));
  const [key] = settings.secretKeys;
  const proofs = [id, `${id} ${email}`].map((text) => proofOf(key, text).toString('base64url'));
  return [id, ...proofs, ...others.slice(0, mostAddresses - 1)].join('.');
}
