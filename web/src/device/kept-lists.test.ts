import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCacheStorage } from '../../../tests/cache-storage.ts';
import { findKeptPlace, keepPlace, listKeptPlaces, packedAnswer, placeAddress } from './kept-lists.ts';

let device: ReturnType<typeof createCacheStorage>;
beforeEach(() => {
  device = createCacheStorage();
  vi.stubGlobal('caches', device);
});
afterEach(() => vi.unstubAllGlobals());

const aPlace = (id: number, name: string) => ({ id, name }) as Parameters<typeof keepPlace>[0];
const pack = async (id: number, name: string, keptAt: string) =>
  (await device.open(`holoholo-pack-${id}`)).put(placeAddress(id), packedAnswer(aPlace(id, name), [], keptAt));

// Which of two caches was made first, and is found first, says nothing about which copy is the newer.
test.each([
  ['the pack', '2026-11-20', '2026-11-21'],
  ['what was seen', '2026-11-21', '2026-11-20'],
])('of a place that was packed and seen, the newer is shown: %s', async (newer, seenAt, packedAt) => {
  for (const isPackFirst of [true, false]) {
    device = createCacheStorage();
    vi.stubGlobal('caches', device);
    const see = () => keepPlace(aPlace(7, 'what was seen'), [], new Date(seenAt));
    if (!isPackFirst) await see();
    await pack(7, 'the pack', new Date(packedAt).toISOString());
    if (isPackFirst) await see();
    expect((await findKeptPlace(7))?.place.name).toBe(newer);
    expect((await listKeptPlaces()).map(({ place }) => place.name)).toEqual([newer]);
  }
});

test('the places of this device are listed the newest first, each once', async () => {
  await keepPlace(aPlace(1, 'first'), [], new Date('2026-11-19'));
  await keepPlace(aPlace(2, 'last'), [], new Date('2026-11-21'));
  await pack(1, 'first', '2026-11-18T00:00:00.000Z');
  await pack(3, 'middle', '2026-11-20T00:00:00.000Z');
  expect((await listKeptPlaces()).map(({ place }) => place.name)).toEqual(['last', 'middle', 'first']);
});
