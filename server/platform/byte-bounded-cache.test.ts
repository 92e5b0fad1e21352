import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteBoundedCache } from './byte-bounded-cache.ts';

test('never keeps more bytes than its bound, whatever is put in, asked for and deleted', () => {
  const step = fc.record({
    what: fc.constantFrom('set', 'get', 'delete', 'getOrMake'),
    key: fc.constantFrom('a', 'b', 'c', 'dd', 'a much longer key than the others'),
    bytes: fc.nat(2_500),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new ByteBoundedCache<Buffer>(2_000, (value) => value.length);
      const newest = new Map<string, Buffer>();
      for (const { what, key, bytes } of steps) {
        const value = Buffer.alloc(bytes);
        if (what === 'set') cache.set(key, value);
        if (what === 'delete') cache.delete(key);
        if (what === 'set' || what === 'delete') newest.set(key, value);
        if (what === 'getOrMake')
          newest.set(
            key,
            cache.getOrMake(key, () => value),
          );
        const kept = cache.get(key);
        if (kept) expect(kept).toBe(newest.get(key));
        expect([...cache].every(([each, value]) => newest.get(each) === value)).toBe(true);
        expect([...cache]).toHaveLength(cache.size);
        expect(cache.bytes).toBeLessThanOrEqual(2_000);
        expect(cache.bytes).toBeGreaterThanOrEqual(0);
      }
      cache.clear();
      expect([cache.bytes, cache.size]).toEqual([0, 0]);
    }),
  );
});

test('forgets what was asked for longest ago, and does not keep what is larger than all it may hold', () => {
  const cache = new ByteBoundedCache<string>(1_000, (value) => value.length);
  cache.set('first', 'x'.repeat(200));
  cache.set('second', 'x'.repeat(200));
  cache.get('first');
  cache.set('third', 'x'.repeat(300));
  expect([cache.get('first'), cache.get('second'), cache.get('third')].map(Boolean)).toEqual([true, false, true]);
  cache.set('first', 'x'.repeat(5_000));
  expect([cache.get('first'), cache.get('third')].map(Boolean)).toEqual([false, true]);
});
