import { describe, expect, test } from 'vitest';
import type { EventCall, EventRow } from './analytics.store.ts';
import { EventQueue } from './event-queue.ts';

const receivedAt = new Date('2026-11-20T20:00:00Z');
const events = (name: string, count = 1): EventCall => ({
  events: Array.from({ length: count }, () => ({ eventType: name }) as EventRow),
  receivedAt,
});
/** The name of a call by its key. */
const keyed = (key: string, { scope = 'anyone', endpoint = 'POST /events' } = {}): NonNullable<EventCall['call']> => ({
  scope,
  endpoint,
  key,
  requestHash: Buffer.alloc(32),
});
const names = (batch: readonly EventCall[]) =>
  batch.flatMap((call) => call.events.map((one) => one.eventType)).join(' ');
const lost = Object.assign(new Error('Connection terminated'), { code: '57P01' });

/** A writer that finishes when it is told to. */
function heldWriter() {
  const written: { names: string; finish(error?: Error): void }[] = [];
  const write = (batch: readonly EventCall[]) =>
    new Promise<boolean[]>((resolve, reject) => {
      written.push({
        names: names(batch),
        finish: (error) => (error ? reject(error) : resolve(batch.map(() => true))),
      });
    });
  return { written, write };
}
const settled = async (calls: Promise<boolean>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'kept' : one.reason.message));
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the queue of events', () => {
  test('writes what came meanwhile together, and answers after that', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const first = queue.add(events('a'));
    await soon();
    const second = queue.add(events('b'));
    await soon();
    const later = [queue.add(events('c')), queue.add(events('d', 2))];
    let answered = 0;
    for (const one of [first, second, ...later]) void one.then(() => answered++);
    await soon();
    expect([written.map((one) => one.names), answered]).toEqual([['a', 'b'], 0]);
    written[0]!.finish();
    await first;
    await soon();
    expect([written.map((one) => one.names), answered]).toEqual([['a', 'b', 'c d d'], 1]);
    written[1]!.finish();
    written[2]!.finish();
    await Promise.all([second, ...later]);
  });

  test('writes some two hundred at once, and what came after them next', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const calls = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.add(events(name, 90)));
    await soon();
    const counts = () => written.map((one) => one.names.split(' ').length);
    expect(counts()).toEqual([270, 180]);
    calls.push(queue.add(events('f', 500)), queue.add(events('g')));
    await soon();
    expect(counts()).toEqual([270, 180]);
    for (let at = 0; at < 4; at++) {
      written[at]!.finish();
      await soon();
    }
    expect(counts()).toEqual([270, 180, 500, 1]);
    expect(await settled(calls)).toEqual(calls.map(() => 'kept'));
  });

  test('lets a repeat of a call that is being written wait for it', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const calls = ['a', 'b'].map((name) => queue.add({ ...events(name), call: keyed('1') }));
    await soon();
    calls.push(queue.add({ ...events('c'), call: keyed('1') }), queue.add(events('d')));
    await soon();
    expect(written.map((one) => one.names)).toEqual(['a', 'd']);
    for (let at = 0; at < 4; at++) {
      written[at]!.finish();
      await soon();
    }
    await Promise.all(calls);
    expect(written.map((one) => one.names)).toEqual(['a', 'd', 'b', 'c']);
  });

  test('is full by events that are not committed, and has room again after', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write, 3);
    const first = queue.add(events('a', 2));
    await soon();
    const second = queue.add(events('b'));
    await expect(queue.add(events('c'))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    written[0]!.finish();
    await first;
    const third = queue.add(events('d', 2));
    await soon();
    written[1]!.finish();
    await soon();
    written[2]!.finish();
    await Promise.all([second, third]);
    expect(written.map((one) => one.names)).toEqual(['a a', 'b', 'd d']);
  });

  test('lets only the request with a bad event fail', async () => {
    const writes: string[] = [];
    const queue = new EventQueue(async (batch) => {
      writes.push(names(batch));
      if (names(batch).includes('bad')) throw new Error('invalid input syntax');
      return batch.map(() => true);
    });
    const calls = ['a', 'bad', 'c'].map((name) => queue.add(events(name)));
    expect(await settled(calls)).toEqual(['kept', 'invalid input syntax', 'kept']);
    expect(writes).toEqual(['a bad c', 'a', 'bad', 'c']);
  });

  test('leaves a repeat of a call for after it, and tells each whether it was kept', async () => {
    const writes: string[] = [];
    const known = new Set<string>();
    const queue = new EventQueue(async (batch) => {
      writes.push(names(batch));
      return batch.map(({ call }) => !call || (!known.has(call.key) && Boolean(known.add(call.key))));
    });
    const add = (name: string, key: string) => queue.add({ ...events(name), call: keyed(key) });
    const calls = [add('a', '1'), add('a again', '1'), queue.add(events('b')), add('c', '2')];
    expect(await Promise.all(calls)).toEqual([true, false, true, true]);
    expect(writes).toEqual(['a b c', 'a again']);
  });

  test('takes the same key of somebody else, or of another call, for none of its repeats', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const calls = [keyed('1'), keyed('1', { scope: 'somebody' }), keyed('1', { endpoint: 'POST /others' })].map(
      (call, at) => queue.add({ ...events('abc'[at]!), call }),
    );
    await soon();
    expect(written.map((one) => one.names)).toEqual(['a b c']);
    written[0]!.finish();
    await Promise.all(calls);
  });

  test('tells everybody who waits when the database is out of reach, and goes on after', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const first = queue.add(events('a'));
    await soon();
    const second = queue.add(events('b'));
    written[0]!.finish(lost);
    expect(await settled([first, second])).toEqual([lost.message, lost.message]);
    const third = queue.add(events('c'));
    await soon();
    written[1]!.finish();
    await third;
    expect(written.map((one) => one.names)).toEqual(['a', 'c']);
  });
});
