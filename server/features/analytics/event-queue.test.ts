import { describe, expect, test } from 'vitest';
import type { EventRow } from './analytics.store.ts';
import { EventQueue } from './event-queue.ts';

const events = (name: string, count = 1) => Array.from({ length: count }, () => ({ eventType: name }) as EventRow);
const names = (batch: readonly EventRow[]) => batch.map((event) => event.eventType).join(' ');
const lost = Object.assign(new Error('Connection terminated'), { code: '57P01' });

/** A writer that finishes when it is told to. */
function heldWriter() {
  const written: { names: string; finish(error?: Error): void }[] = [];
  const write = (batch: readonly EventRow[]) =>
    new Promise<void>((resolve, reject) => {
      written.push({ names: names(batch), finish: (error) => (error ? reject(error) : resolve()) });
    });
  return { written, write };
}
const settled = async (calls: Promise<void>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? 'kept' : one.reason.message));
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the queue of events', () => {
  test('writes what came meanwhile together, and answers after that', async () => {
    const { written, write } = heldWriter();
    const queue = new EventQueue(write);
    const first = queue.add(events('a'));
    await soon();
    const later = [queue.add(events('b')), queue.add(events('c', 2))];
    let answered = 0;
    for (const one of [first, ...later]) void one.then(() => answered++);
    await soon();
    expect([written.map((one) => one.names), answered]).toEqual([['a'], 0]);
    written[0]!.finish();
    await first;
    await soon();
    expect([written.map((one) => one.names), answered]).toEqual([['a', 'b c c'], 1]);
    written[1]!.finish();
    await Promise.all(later);
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
    });
    const calls = ['a', 'bad', 'c'].map((name) => queue.add(events(name)));
    expect(await settled(calls)).toEqual(['kept', 'invalid input syntax', 'kept']);
    expect(writes).toEqual(['a bad c', 'a', 'bad', 'c']);
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
