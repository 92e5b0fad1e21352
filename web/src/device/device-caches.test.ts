import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCacheStorage } from '../../../tests/cache-storage.ts';
import { cacheNames, forgetSeen, keepBounded } from './device-caches.ts';
import { fetchPack, findPack } from './packs.ts';

const pictureBytes = 1_000;
let room: { bytes: number };
let device: ReturnType<typeof createCacheStorage>;

beforeEach(() => {
  room = { bytes: Number.POSITIVE_INFINITY };
  device = createCacheStorage(room);
  vi.stubGlobal('caches', device);
});
afterEach(() => vi.unstubAllGlobals());

const see = (name: Parameters<typeof keepBounded>[0], ...numbers: number[]) =>
  numbers.reduce(
    (before, number) =>
      before.then(async (all) => [
        ...all,
        await keepBounded(name, `/${number}`, new Response('.'.repeat(pictureBytes))),
      ]),
    Promise.resolve<boolean[]>([]),
  );
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const kept = (name: string) => device.kept(name)?.map((address) => Number(address.slice(1)));

test.each([
  [cacheNames.places, 30],
  [cacheNames.pictures, 120],
] as const)('of %s the last %i are kept; what was not used for longest goes first', async (name, most) => {
  await see(name, ...range(1, most));
  expect(kept(name)).toEqual(range(1, most));
  await see(name, 1, most + 1);
  expect(kept(name)).toEqual([...range(3, most), 1, most + 1]);
});

test('a full storage gives up the older half of what was only seen, and keeps what is seen now', async () => {
  room.bytes = 20 * pictureBytes;
  await see(cacheNames.places, ...range(1, 10));
  await see(cacheNames.pictures, ...range(1, 10));
  expect(await see(cacheNames.pictures, 11)).toEqual([true]);
  expect(kept(cacheNames.pictures)).toEqual(range(6, 11));
  expect(kept(cacheNames.places)).toEqual(range(6, 10));
});

test('what is cut short on its way takes the room of nothing, and leaves what was kept of it', async () => {
  await see(cacheNames.places, ...range(1, 10));
  await see(cacheNames.pictures, ...range(1, 10));
  const cut = () =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new Uint8Array(10));
          body.error(new TypeError('network error'));
        },
      }),
    );
  expect(await keepBounded(cacheNames.pictures, '/11', cut())).toBe(false);
  expect(await keepBounded(cacheNames.pictures, '/1', cut())).toBe(false);
  expect(kept(cacheNames.pictures)).toEqual(range(1, 10));
  expect(kept(cacheNames.places)).toEqual(range(1, 10));
});

test('what has no room even then is not kept, and says so', async () => {
  room.bytes = pictureBytes - 1;
  expect(await see(cacheNames.pictures, 1)).toEqual([false]);
});

test('a pack is kept on a device that pictures have filled', async () => {
  room.bytes = 20 * pictureBytes;
  await see(cacheNames.pictures, ...range(1, 20));
  const answers: Record<string, string> = {
    '/api/locations/1': JSON.stringify({ place: { id: 1 }, experiences: [] }),
    '/pictures/a': '.'.repeat(2 * pictureBytes),
    '/pictures/b': '.'.repeat(2 * pictureBytes),
  };
  vi.stubGlobal('fetch', async (path: string) => new Response(answers[path]));
  const files = Object.entries(answers).map(([path, body]) => ({ path, bytes: body.length }));
  void fetchPack(1, { files } as never, () => new Date());
  await expect.poll(() => findPack(1)).toBeDefined();
  expect(device.kept('holoholo-pack-1')).toEqual([...Object.keys(answers), '/pack']);
  expect(kept(cacheNames.pictures)).toEqual(range(11, 20));
});

test('what tells where somebody has been is forgotten, with the packs; the application stays', async () => {
  for (const name of [...Object.values(cacheNames), 'holoholo-pack-1', 'holoholo-app-x', 'another'])
    await device.open(name);
  await forgetSeen();
  expect(await device.keys()).toEqual(['holoholo-app-x', 'another']);
});
