import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newClickId, readClickId } from './click-id.ts';

const keyOf = (word: string) => createSecretKey(Buffer.from(word.repeat(8)));
const [oldKey, newKey] = [keyOf('old'), keyOf('new')];
const click = { visitId: 123_456_789_012, listingId: 4_000_000_000, madeAt: new Date('2026-11-21T20:00:59.999Z') };
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The bytes that an id stands for, and back. */
const bytesOf = (id: string) => {
  const bits = [...id].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g)!, (eight) => Number.parseInt(eight, 2));
};
const idOf = (bytes: Iterable<number>) => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join('');
};

test('a click id says whose visit was shown which listing, to the minute', () => {
  const id = newClickId(oldKey, click);
  expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{32}$/);
  expect(readClickId(id, [oldKey])).toEqual({ clickId: id, ...click, madeAt: new Date('2026-11-21T20:00:00Z') });
  expect(newClickId(oldKey, click)).toBe(id);
  // Platforms report ids months later: what made them must not change.
  expect(bytesOf(id).slice(0, 15)).toEqual(Uint8Array.from(Buffer.from(`01001cbe991a14ee6b280001c890f0`, 'hex')));
});

test.each([
  { visitId: 0, listingId: 0, madeAt: new Date(0) },
  { visitId: 2 ** 48 - 1, listingId: 2 ** 32 - 1, madeAt: new Date((2 ** 32 - 1) * 60_000) },
])('the smallest and the largest are read as they were made: %j', (one) => {
  const id = newClickId(oldKey, one);
  expect(readClickId(id, [oldKey])).toEqual({ clickId: id, ...one });
});

describe('nobody makes one without the key', () => {
  const id = newClickId(oldKey, click);

  test('or changes a character of it', () => {
    for (let at = 0; at < id.length; at++) {
      for (const letter of alphabet) {
        if (letter === id[at]) continue;
        const altered = id.slice(0, at) + letter + id.slice(at + 1);
        expect(readClickId(altered, [oldKey]), altered).toBeUndefined();
      }
    }
  });

  test('or leaves its keyed hash empty', () => {
    const body = bytesOf(id).slice(0, 15);
    for (const fill of [0, 255])
      expect(readClickId(idOf([...body, ...Array<number>(5).fill(fill)]), [oldKey])).toBeUndefined();
  });

  test('or with another key, or none', () => {
    expect(readClickId(id, [newKey])).toBeUndefined();
    expect(readClickId(id, [])).toBeUndefined();
  });
});

test('another version is not read, though its hash is right', async () => {
  const { sign } = await import('../../platform/sessions/tokens.ts');
  const body = Buffer.from(bytesOf(newClickId(oldKey, click)).slice(0, 15));
  const withHash = () => idOf([...body, ...sign(oldKey, body).subarray(0, 5)]);
  expect(readClickId(withHash(), [oldKey])?.listingId).toBe(click.listingId);
  body.writeUInt8(2, 0);
  expect(readClickId(withHash(), [oldKey])).toBeUndefined();
});

test('after a change of keys ids of each kept key are read', () => {
  const [before, after] = [newClickId(oldKey, click), newClickId(newKey, click)];
  expect(before).not.toBe(after);
  for (const keys of [
    [newKey, oldKey],
    [oldKey, newKey],
  ])
    for (const id of [before, after]) expect(readClickId(id, keys)?.visitId).toBe(click.visitId);
  expect(readClickId(before, [newKey])).toBeUndefined();
});

test('anything else is no click id', () => {
  const id = newClickId(oldKey, click);
  for (const text of ['', id.slice(1), `${id}0`, `0${id}`, ` ${id}`, id.toUpperCase(), `${id}\n`, 'u'.repeat(32)])
    expect(readClickId(text, [oldKey]), text).toBeUndefined();
  for (const letter of ['i', 'l', 'o', 'u', '-', 'é']) {
    expect(readClickId(letter + id.slice(1), [oldKey]), letter).toBeUndefined();
    expect(readClickId(id.slice(0, -1) + letter, [oldKey]), letter).toBeUndefined();
  }
});
