import { type KeyObject, randomBytes } from 'node:crypto';
import { codeAlphabet, normalizeCode } from '../../../contract/code-form.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { sign } from '../../platform/sessions/tokens.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';

const randomLength = 13;

/** The keys that code checks are made with, newest first. */
export const codeKeys = (settings: Pick<Settings, 'secretKeys'>) =>
  settings.secretKeys.map((key) => deriveKey(key, 'code'));

/** The checks of codes that were asked for lately, by key: printed codes are scanned again and again. */
const checks = new WeakMap<KeyObject, BoundedMap<string, string>>();

function checkOf(random: string, key: KeyObject): string {
  const known = checks.get(key) ?? new BoundedMap(5_000);
  checks.set(key, known);
  return known.getOrMake(random, () => computeCheck(random, key));
}

/** Three characters of a keyed hash (15 bits): of 32,768 invented codes one carries the right ones. */
function computeCheck(random: string, key: KeyObject): string {
  const bits = sign(key, random).readUInt16BE(0);
  return [10, 5, 0].map((shift) => codeAlphabet[(bits >> shift) & 31]).join('');
}

/**
 * A new code in its printed and stored form: 13 random Crockford base32 characters (65 bits), then 3 of a keyed hash.
 * @param random 13 bytes, for codes that must come out the same each time (the demo's); random unless told.
 */
export function newCode(key: KeyObject, random: Uint8Array = randomBytes(randomLength)): string {
  const body = [...random.subarray(0, randomLength)].map((byte) => codeAlphabet[byte & 31]).join('');
  // Typed with the letter O it would be taken for a demo code.
  if (body.startsWith('DEM0')) return newCode(key);
  return normalizeCode(body + checkOf(body, key))!;
}

/** Whether one of our keys made this code (stored form): tells one we no longer know from a mistyped or invented one. */
export function isOurs(code: string, keys: readonly KeyObject[]): boolean {
  const plain = code.replaceAll('-', '');
  const body = plain.slice(0, randomLength);
  return keys.some((key) => checkOf(body, key) === plain.slice(randomLength));
}

/** The codes that this one may have been meant as: with one character another, or with two neighbours in the other order. */
export function slipsOf(code: string): string[] {
  const plain = [...code.replaceAll('-', '')];
  const others = plain.flatMap((given, at) =>
    [...codeAlphabet].filter((letter) => letter !== given).map((letter) => plain.with(at, letter)),
  );
  const turned = plain.slice(1).map((next, at) => plain.with(at, next).with(at + 1, plain[at]!));
  return [...others, ...turned].map((letters) => normalizeCode(letters.join(''))).filter((one) => one !== null);
}
