import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToOutbox, emptyOutbox } from './outbox-store.ts';
import { countWaitingScans, sendWaitingScans } from './scan-outbox.ts';

const monthMs = 30 * 86_400_000;
const now = Date.parse('2026-11-21T20:00:00Z');
const unavailable = { error: 'Try again later.', code: 'unavailable' };

/** The ids of the scans that came to the server, in their order. */
let sent: string[];
let answers: [number, object][];

// There is no IndexedDB here, as where a browser forbids it: what is scanned waits in the page alone.
beforeEach(() => {
  [sent, answers] = [[], []];
  vi.useFakeTimers({ now });
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['idempotency-key']!);
    const [status, body] = answers.shift() ?? [201, {}];
    return Response.json(body, { status });
  });
});
afterEach(async () => {
  await emptyOutbox();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const scan = (id: string, at = now) =>
  addToOutbox({
    id,
    body: { qr_code_id: 'ABCD', device_info: {}, scan_timestamp: new Date(at).toISOString() },
  } as never);

test('a scan that the device cannot note waits in the page, and is sent from there once', async () => {
  await scan('1');
  await scan('2');
  expect(await countWaitingScans()).toBe(2);
  expect(await sendWaitingScans()).toBe(2);
  expect([sent, await countWaitingScans()]).toEqual([['1', '2'], 0]);
});

test.each([401, 408, 425, 429, 500, 503])('a scan that is answered %i stays, with all after it', async (status) => {
  answers = [[status, unavailable]];
  await scan('1');
  await scan('2');
  expect([await sendWaitingScans(), await countWaitingScans()]).toEqual([0, 2]);
  expect(await sendWaitingScans()).toBe(2);
  expect(sent).toEqual(['1', '1', '2']);
});

test('a scan that is refused for good is not counted, and holds up no other', async () => {
  answers = [[404, { error: 'No such code.', code: 'not_found' }]];
  await scan('1');
  await scan('2');
  expect([await sendWaitingScans(), await countWaitingScans()]).toEqual([1, 0]);
});

// A visit earns credit for 30 days: to the millisecond.
test.each([
  [monthMs, true],
  [monthMs + 1, false],
])('a scan is sent for 30 days: %i ms after it was made', async (passedMs, isSent) => {
  await scan('old', now - passedMs);
  await scan('new');
  expect([await sendWaitingScans(), await countWaitingScans()]).toEqual([isSent ? 2 : 1, 0]);
  expect(sent).toEqual(isSent ? ['old', 'new'] : ['new']);
});

test('at most a hundred wait, the newest', async () => {
  for (let id = 1; id <= 101; id++) await scan(String(id));
  expect(await countWaitingScans()).toBe(100);
  await sendWaitingScans();
  expect([sent[0], sent.at(-1)]).toEqual(['2', '101']);
});
