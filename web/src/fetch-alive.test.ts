import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchAlive } from './fetch-alive.ts';

let body: ReadableStreamDefaultController<Uint8Array>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller;
      },
    });
    signal.addEventListener('abort', () => body.error(signal.reason));
    return new Response(stream, { headers: { 'content-type': 'image/webp' } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Begins a download; says by and by what came of it. */
async function begin() {
  const outcome: { blob?: Blob; failure?: unknown } = {};
  void fetchAlive('/picture').then(
    (blob) => Object.assign(outcome, { blob }),
    (failure) => Object.assign(outcome, { failure }),
  );
  await vi.advanceTimersByTimeAsync(0);
  return outcome;
}

test('a slow download that lives is not given up, however long it takes', async () => {
  const outcome = await begin();
  for (let piece = 0; piece < 12; piece++) {
    await vi.advanceTimersByTimeAsync(9_999);
    body.enqueue(new Uint8Array([piece]));
    await vi.advanceTimersByTimeAsync(0);
  }
  body.close();
  await vi.advanceTimersByTimeAsync(0);
  expect([outcome.failure, outcome.blob?.size, outcome.blob?.type]).toEqual([undefined, 12, 'image/webp']);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([0, 3])('one that brings nothing for ten seconds is dead, after %i pieces too', async (pieces) => {
  const outcome = await begin();
  for (let piece = 0; piece < pieces; piece++) {
    await vi.advanceTimersByTimeAsync(5_000);
    body.enqueue(new Uint8Array([piece]));
    await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(9_999);
  expect(outcome).toEqual({});
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.failure).toMatchObject({ code: 'offline' });
});
