import fc from 'fast-check';
import { encodeQR } from 'qr';
import { describe, expect, it } from 'vitest';
import { readSymbol } from './read-symbol.ts';
import { type Version, versions } from './symbol-layout.ts';

const link = 'http://localhost:3000/location/123?qr=K7M2-K7M2-K7M2-K7M2';
const links = fc.webUrl({ withQueryParameters: true }).map((url) => `${url}#ʻohana`);
const levels = fc.constantFrom('low' as const, 'medium' as const, 'quartile' as const, 'high' as const);

/** A code's modules as they are seen when nothing is wrong, and its version; null if the link needs a larger code. */
function encode(text: string, ecc: 'low' | 'medium' | 'quartile' | 'high') {
  const framed = encodeQR(text, 'raw', { ecc, border: 1, encoding: 'byte' });
  const version = versions.find((one) => 17 + 4 * one === framed.length - 2);
  const rows = framed.slice(1, -1).map((row) => row.slice(1, -1));
  return version ? { version, seen: Float32Array.from(rows.flat(), (isDark) => (isDark ? 1 : -1)) } : null;
}

/** Changes the modules within a circle, given in shares of the code's side. */
function change(code: { version: Version; seen: Float32Array }, at: number[], to: (module: number) => number) {
  const side = 17 + 4 * code.version;
  const [x = 0, y = 0, radius = 0] = at;
  return code.seen.map((module, index) =>
    Math.hypot((index % side) / side - x, Math.floor(index / side) / side - y) < radius ? to(module) : module,
  );
}

describe('reading what is seen of a code', () => {
  it('reads what is all seen, with or without one of its finder patterns', () => {
    fc.assert(
      fc.property(links, levels, fc.boolean(), (text, ecc, isHidden) => {
        const code = encode(text, ecc);
        fc.pre(code !== null);
        const seen = isHidden ? change(code, [0, 1, 7 / (17 + 4 * code.version)], () => 0) : code.seen;
        expect(readSymbol(seen, code.version)).toBe(text);
      }),
    );
  });

  it('repairs twice as much of what is known to be hidden as of what is wrong', () => {
    const code = encode(link, 'medium')!;
    const hole = [0.55, 0.5, 0.21];
    const hidden = change(code, hole, () => 0);
    const wrong = change(code, hole, () => -1);
    expect(readSymbol(hidden, code.version)).toBe(link);
    expect(readSymbol(wrong, code.version)).toBeNull();
  });

  it('reads no other text when what is left of the check words cannot tell an error', () => {
    const code = encode(link, 'medium')!;
    const side = 17 + 4 * code.version;
    const readings = new Set<string | null>();
    // The check words lie to the left: hide ever more of them, and turn each module of the data round.
    for (let hidden = 8; hidden < 16; hidden++) {
      const seen = code.seen.map((module, index) => (index % side < hidden && index >= 9 * side ? 0 : module));
      for (let index = 9 * side; index < seen.length; index++) {
        if (index % side < 16) continue;
        seen[index] = -seen[index]!;
        readings.add(readSymbol(seen, code.version));
        seen[index] = -seen[index]!;
      }
    }
    expect(readings).toEqual(new Set([link, null]));
  });

  it('never reads another text, whatever is hidden, turned round or made up', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const hole = fc.tuple(share, share, fc.double({ min: 0.05, max: 0.4, noNaN: true }));
    const made = fc.infiniteStream(fc.constantFrom(-1, -0.4, 0.2, 1, 0));
    const flipped = fc.array(share, { maxLength: 6 });
    fc.assert(
      fc.property(links, levels, hole, flipped, made, (text, ecc, at, flips, modules) => {
        const code = encode(text, ecc);
        fc.pre(code !== null);
        const next = () => modules.next().value ?? 0;
        for (const to of [() => 0, (module: number) => -module, next]) {
          const seen = change(code, at, to);
          for (const flip of flips) {
            const index = Math.floor(flip * (seen.length - 1));
            seen[index] = -seen[index]!;
          }
          const read = readSymbol(seen, code.version);
          expect(read === null || read === text).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
