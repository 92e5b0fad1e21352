import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCacheStorage } from '../../../tests/cache-storage.ts';

const bytes = 1_000;
let room: { bytes: number };
let device: ReturnType<typeof createCacheStorage>;
/** What is not answered with 200. */
let statuses: Record<string, number>;

beforeEach(() => {
  room = { bytes: Number.POSITIVE_INFINITY };
  device = createCacheStorage(room);
  statuses = {};
  vi.stubGlobal('caches', device);
  vi.stubGlobal('fetch', async (asked: string | Request) => {
    const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname;
    return new Response('.'.repeat(bytes), { status: statuses[path] ?? 200, headers: { 'content-language': 'en' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** The worker of a build: two files, and the shell that needs them. */
async function workerOf(build: string) {
  vi.resetModules();
  vi.stubGlobal('buildVersion', build);
  vi.stubGlobal('shellFiles', { en: [`/assets/a-${build}.js`, `/assets/b-${build}.js`] });
  return await import('./app-cache.ts');
}
/** A build comes: it is fetched, and put to work. */
async function install(build: string) {
  const worker = await workerOf(build);
  await worker.fetchApp();
  await worker.forgetEarlierApps();
}
const stored = async () =>
  Object.fromEntries((await device.keys()).map((name) => [name.slice('holoholo-app-'.length), device.kept(name)]));
const whole = (build: string) => [`/assets/a-${build}.js`, `/assets/b-${build}.js`, '/offline'];

test('of earlier builds the last one stays, for pages that are still open', async () => {
  for (const build of ['1', '2', '3', '4']) await install(build);
  expect(await stored()).toEqual({ 3: whole('3'), 4: whole('4') });
});

test('while no later build has room, the last whole one stays beside the last; once one has, it goes', async () => {
  await install('0');
  await install('1');
  room.bytes = 4 * bytes;
  for (const build of ['2', '3', '4']) await install(build);
  const cut = (build: string) => whole(build).slice(0, 1);
  expect(await stored()).toEqual({ 1: whole('1'), 3: cut('3'), 4: [] });
  const worker = await workerOf('4');
  expect((await worker.findInApp('/offline'))?.ok).toBe(true);
  room.bytes = Number.POSITIVE_INFINITY;
  await install('5');
  expect(await stored()).toEqual({ 4: [], 5: whole('5') });
});

test.each(['/offline', '/assets/a-1.js', '/assets/b-1.js'])(
  'an application of which %s is not there fails, to be tried again, and does not pass for stored',
  async (path) => {
    const worker = await workerOf('1');
    statuses = { [path]: 404 };
    await expect(worker.fetchApp()).rejects.toThrow('404');
    const kept = device.kept('holoholo-app-1') ?? [];
    expect(kept.filter((one) => one === path || one === '/offline')).toEqual([]);
    statuses = {};
    await worker.fetchApp();
    expect((await stored())[1]?.toSorted()).toEqual(whole('1').toSorted());
  },
);

test.each(['/offline', '/assets/a-1.js', '/assets/b-1.js'])(
  'an application of which %s is cut short or falls silent after a minute fails, to be tried again',
  async (path) => {
    const worker = await workerOf('1');
    const answered = fetch;
    const deadline = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
    vi.stubGlobal('fetch', async (asked: string, { signal }: RequestInit) => {
      if (asked !== path) return await answered(asked);
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new Uint8Array(10));
          signal?.addEventListener('abort', () => stream.error(signal.reason));
        },
      });
      queueMicrotask(() => deadline.abort(new DOMException('silent', 'TimeoutError')));
      return new Response(body, { headers: { 'content-language': 'en' } });
    });
    await expect(worker.fetchApp()).rejects.toThrow('silent');
    expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([60_000]));
    expect(device.kept('holoholo-app-1') ?? []).not.toContain(path);
    timeout.mockRestore();
    vi.stubGlobal('fetch', answered);
    await worker.fetchApp();
    expect((await stored())[1]?.toSorted()).toEqual(whole('1').toSorted());
  },
);

test.each([
  [true, 200, true],
  [true, 404, false],
  [true, 503, false],
  [false, 200, false],
])(
  'of a file whose name tells its content (%s), answered %i, the answer is kept: %s',
  async (isHashed, status, isKept) => {
    const worker = await workerOf('1');
    statuses = { '/assets/c.js': status };
    const request = new Request('https://holoholo.example/assets/c.js');
    expect((await worker.answerFile(request, isHashed)).status).toBe(status);
    expect(device.kept('holoholo-app-1')?.includes('/assets/c.js') ?? false).toBe(isKept);
    // What was no answer is asked for again.
    statuses = {};
    expect((await worker.answerFile(request, isHashed)).status).toBe(200);
  },
);
