import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeAlphabet, normalizeCode } from '../../../contract/code-form.ts';
import { codeKeys, isOurs, newCode } from './code-check.ts';

const [oldSecret, newSecret, foreignSecret] = ['old', 'new', 'foreign'].map((word) => word.repeat(16));
const keysOf = (...secretKeys: [string, ...string[]]) => codeKeys({ secretKeys });
const [oldKey] = keysOf(oldSecret!);
const [newKey] = keysOf(newSecret!);
/** The same code with another character at a place. */
const altered = (code: string, at: number) => {
  const other = codeAlphabet[(codeAlphabet.indexOf(code[at]!) + 1) % 32];
  return code.slice(0, at) + other + code.slice(at + 1);
};

test('a new code has the form of one and is ours', () => {
  const codes = Array.from({ length: 200 }, () => newCode(oldKey!));
  for (const code of codes) {
    expect(normalizeCode(code)).toBe(code);
    expect(isOurs(code, [oldKey!]), code).toBe(true);
  }
  expect(new Set(codes).size).toBe(200);
  // Every letter is used, at the places of the check as well.
  for (const letters of [codes.join(''), codes.map((code) => code.slice(-3)).join('')])
    expect(new Set(letters.replaceAll('-', ''))).toEqual(new Set(codeAlphabet));
});

test('a code whose random part starts like a demo code is not given out', () => {
  const [d, e, m, o] = [...'DEM0'].map((letter) => codeAlphabet.indexOf(letter));
  const code = newCode(oldKey!, Uint8Array.from([d!, e!, m!, o!, ...randomBytes(9)]));
  expect(code).not.toMatch(/^DEM0/);
  expect(isOurs(code, [oldKey!])).toBe(true);
});

test('the same random bytes make the same code, and its check hangs on the key and on every character', () => {
  const random = Uint8Array.from({ length: 20 }, (_, at) => at * 7);
  const code = newCode(oldKey!, random);
  // Codes are printed: what made them must not change.
  expect(code).toBe('07EN-W3AH-RZ6D-M4CC');
  expect(newCode(oldKey!, random)).toBe(code);
  expect(newCode(newKey!, random).slice(0, -3)).toBe(code.slice(0, -3));
  expect(newCode(newKey!, random)).not.toBe(code);
  for (const at of code.split('').keys()) {
    if (code[at] === '-') continue;
    expect(isOurs(altered(code, at), [oldKey!]), `character ${at}`).toBe(false);
  }
});

test('after a change of keys codes of the old one are ours as long as it is kept', () => {
  const [printed, fresh] = [newCode(oldKey!), newCode(newKey!)];
  expect(keysOf(newSecret!, oldSecret!)).toEqual([newKey, oldKey]);
  for (const code of [printed, fresh]) {
    expect(isOurs(code, keysOf(newSecret!, oldSecret!)), code).toBe(true);
    expect(isOurs(code, keysOf(oldSecret!, newSecret!)), code).toBe(true);
    expect(isOurs(code, keysOf(foreignSecret!)), code).toBe(false);
    expect(isOurs(code, []), code).toBe(false);
  }
  expect(isOurs(printed, keysOf(newSecret!))).toBe(false);
  expect(isOurs(fresh, keysOf(oldSecret!))).toBe(false);
});

test('its key is made for codes alone', () => {
  expect(keysOf(oldSecret!)[0]!.export()).not.toEqual(Buffer.from(oldSecret!));
});
