import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobPlaces, placesPerQueue } from './job-places.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Begins jobs of a group until it or all places are full. @returns how each is ended. */
function fill(places: JobPlaces, group: string): (() => Promise<void>)[] {
  const ends: (() => Promise<void>)[] = [];
  while (places.free && !places.full().includes(group)) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = places.hold(group, () => promise);
    ends.push(() => {
      resolve();
      return held;
    });
  }
  return ends;
}

test('a group has two places until one of its jobs was quick, and never all of them', async () => {
  const places = new JobPlaces();
  const first = fill(places, 'a');
  expect(first).toHaveLength(2);
  await first[0]!();
  expect(fill(places, 'a')).toHaveLength(placesPerQueue - 2 - 1);
  expect(fill(places, 'b')).toHaveLength(2);
  expect(places.free).toBe(false);
});

test('a group that becomes slow has two places again, as soon as one of its jobs is slow', async () => {
  const places = new JobPlaces();
  for (const end of fill(places, 'a')) await end();
  const ends = fill(places, 'a');
  expect(ends).toHaveLength(placesPerQueue - 2);
  vi.advanceTimersByTime(1_000);
  await ends.pop()!();
  expect(places.full()).toEqual(['a']);
  for (const end of ends) await end();
  expect(fill(places, 'a')).toHaveLength(2);
});

test('work that fails gives its place back', async () => {
  const places = new JobPlaces();
  for (let at = 0; at < 2 * placesPerQueue; at++)
    await expect(places.hold('a', () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(fill(places, 'b')).toHaveLength(2);
});
