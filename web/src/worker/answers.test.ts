import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCacheStorage } from '../../../tests/cache-storage.ts';

vi.hoisted(() => Object.assign(globalThis, { buildVersion: '1', shellFiles: {}, offlinePaths: '^/saved$' }));
const { answerPicture } = await import('./answers.ts');

const now = Date.parse('2026-11-21T20:00:00Z');
const dayMs = 86_400_000;
const address = 'https://holoholo.example/pictures/reef.webp';
let device: ReturnType<typeof createCacheStorage>;
let asked: string[];
let answer: (signal?: AbortSignal | null) => Promise<Response>;

/** As the server sends it: not another site's, which could not be looked into. */
const picture = (words: string, at = now, status = 200) =>
  Object.defineProperty(new Response(words, { status, headers: { date: new Date(at).toUTCString() } }), 'type', {
    value: 'basic',
  });

beforeEach(() => {
  device = createCacheStorage();
  asked = [];
  answer = async () => picture('new');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  vi.stubGlobal('caches', device);
  vi.stubGlobal('fetch', (of: string | Request, init?: RequestInit) => {
    asked.push(typeof of === 'string' ? of : of.url);
    return answer(init?.signal);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What is shown, once all is done that the worker was kept awake for. */
async function show() {
  const awaited: Promise<unknown>[] = [];
  const event = { request: new Request(address), waitUntil: (work: Promise<unknown>) => awaited.push(work) };
  const shown = await (await answerPicture(event as never)).text();
  await Promise.all(awaited);
  return shown;
}
const keep = async (words: string, at: number) =>
  (await device.open('holoholo-pictures')).put(address, picture(words, at));

test('a picture is kept, and shown from then on without being asked for', async () => {
  expect([await show(), await show(), asked]).toEqual(['new', 'new', [address]]);
});

test.each([
  [dayMs - 1_000, false],
  [dayMs, true],
])('a picture that is here is shown; asked for anew beside that from a day on: %i ms', async (passedMs, isRenewed) => {
  await keep('old', now - passedMs);
  expect([await show(), asked]).toEqual(['old', isRenewed ? [address] : []]);
  expect(await show()).toBe(isRenewed ? 'new' : 'old');
});

test.each([
  ['fails', () => Promise.reject(new TypeError('offline'))],
  ['is no success', async () => picture('sorry', now, 503)],
])('one whose renewal %s stays as it is', async (_, failing) => {
  await keep('old', now - 2 * dayMs);
  answer = failing;
  expect([await show(), await show()]).toEqual(['old', 'old']);
});

test('one whose renewal falls silent stays as it is, and the call is given up after a minute', async () => {
  await keep('old', now - 2 * dayMs);
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  answer = (signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      queueMicrotask(() => deadline.abort(new DOMException('silent', 'TimeoutError')));
    });
  expect(await show()).toBe('old');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
  timeout.mockRestore();
});

test('one that is shown counts as used: it goes after those that were not', async () => {
  await keep('old', now);
  await (await device.open('holoholo-pictures')).put('/pictures/other.webp', picture('other'));
  await show();
  expect(device.kept('holoholo-pictures')).toEqual(['/pictures/other.webp', '/pictures/reef.webp']);
});
