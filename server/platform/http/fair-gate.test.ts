import { afterEach, describe, expect, test, vi } from 'vitest';
import { FairGate } from './fair-gate.ts';

const limits = { most: 4, mostPerNetwork: 3, mostBesideOthers: 2, waiting: 6, waitingPerNetwork: 4 };
const wanted = () => true;
afterEach(() => void vi.useRealTimers());

/** Enters, and notes who was let in. */
function enter(gate: FairGate, name: string, seen: string[], isWanted = wanted): void {
  const [network = ''] = name;
  const entered = gate.enter(network, isWanted);
  if (entered === true) seen.push(name);
  else void entered.then((may) => seen.push(may ? name : `${name} gone`));
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a network has its share, less beside others, and networks take turns', async () => {
  const gate = new FairGate(limits);
  const seen: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3']) enter(gate, name, seen);
  expect(seen).toEqual(['a1', 'a2', 'a3', 'b1']);
  for (const network of ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']) {
    gate.leave(network);
    await settled();
  }
  expect(seen.slice(4).sort()).toEqual(['a4', 'a5', 'b2', 'b3']);
  expect(seen.indexOf('b2')).toBeLessThan(seen.indexOf('a5'));
});

test('a full queue refuses, each network its own share first', () => {
  const gate = new FairGate(limits);
  const seen: string[] = [];
  for (let at = 0; at < 7; at++) enter(gate, `a${at}`, seen);
  expect(() => enter(gate, 'a7', seen)).toThrow(/busy/);
  expect(() => enter(gate, 'b1', seen)).not.toThrow();
});

test('in a full queue a network with less waiting takes the place of the last of the longest', async () => {
  const gate = new FairGate({ ...limits, most: 1 });
  const seen: string[] = [];
  for (const name of ['x0', 'a1', 'a2', 'a3', 'c1', 'c2', 'c3']) enter(gate, name, seen);
  enter(gate, 'b1', seen);
  enter(gate, 'b2', seen);
  // What waits is even now: nobody gives way any more.
  expect(() => enter(gate, 'b3', seen)).toThrow(/busy/);
  await settled();
  expect(seen).toEqual(['x0', 'a3 gone', 'c3 gone']);
  for (const network of ['x', 'a', 'c', 'b', 'a', 'c']) {
    gate.leave(network);
    await settled();
  }
  expect(seen.slice(3).sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

test('whoever gave way takes no place in the queue any more', async () => {
  const gate = new FairGate({ ...limits, most: 1 });
  const seen: string[] = [];
  for (const name of ['x0', 'a1', 'a2', 'a3', 'a4', 'c1', 'c2']) enter(gate, name, seen);
  enter(gate, 'b1', seen);
  await settled();
  for (const network of ['x', 'a', 'c', 'b', 'a', 'c', 'a']) {
    gate.leave(network);
    await settled();
  }
  // Empty again: as many may wait as from the beginning.
  enter(gate, 'x1', seen);
  for (const name of ['a5', 'a6', 'a7', 'c3', 'c4', 'c5']) expect(() => enter(gate, name, seen)).not.toThrow();
  expect(seen.filter((name) => name.endsWith('gone'))).toEqual(['a4 gone']);
});

test('who no longer waits is passed over and takes no room', async () => {
  const gate = new FairGate({ ...limits, most: 1 });
  const seen: string[] = [];
  enter(gate, 'a1', seen);
  enter(gate, 'a2', seen, () => false);
  enter(gate, 'a3', seen);
  gate.leave('a');
  await settled();
  expect(seen).toEqual(['a1', 'a2 gone', 'a3']);
  expect(() => gate.leave('a')).not.toThrow();
  enter(gate, 'a4', seen);
  expect(seen.at(-1)).toBe('a4');
});

test('who waits enters before newcomers when the others are gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const gate = new FairGate({ most: 8, mostPerNetwork: 6, mostBesideOthers: 2, waiting: 20, waitingPerNetwork: 20 });
  const seen: string[] = [];
  for (const name of ['b1', 'a1', 'a2', 'a3', 'a4']) enter(gate, name, seen);
  gate.leave('b');
  expect(seen).toEqual(['b1', 'a1', 'a2']);
  vi.advanceTimersByTime(1_100);
  for (const name of ['a5', 'a6', 'a7', 'a8']) enter(gate, name, seen);
  await settled();
  expect(seen.slice(3).sort()).toEqual(['a3', 'a4', 'a5', 'a6']);
  gate.leave('a');
  await settled();
  expect(seen.at(-1)).toBe('a7');
});

describe('the queue', () => {
  test('has the room back of all who no longer wait, however often they go', async () => {
    const gate = new FairGate({ ...limits, most: 1 });
    const seen: string[] = [];
    for (let round = 0; round < 2 * limits.waiting; round++) {
      enter(gate, 'a in', seen);
      for (const name of ['a first', 'a second']) enter(gate, name, seen, () => false);
      gate.leave('a');
      await settled();
      expect(seen.splice(0)).toEqual(['a in', 'a first gone', 'a second gone']);
    }
    enter(gate, 'a in', seen);
    for (const network of ['b', 'c', 'd'])
      for (let at = 0; at < limits.waiting / 3; at++) expect(() => enter(gate, `${network}${at}`, seen)).not.toThrow();
    expect(() => enter(gate, 'b9', seen)).toThrow(/busy/);
  });

  test('serves networks in turns, not the one that came first until it has no more', async () => {
    const gate = new FairGate({ ...limits, most: 1 });
    const seen: string[] = [];
    for (const name of ['c1', 'a1', 'a2', 'a3', 'b1']) enter(gate, name, seen);
    for (const network of ['c', 'a', 'b', 'a', 'a']) {
      gate.leave(network);
      await settled();
    }
    expect(seen).toEqual(['c1', 'a1', 'b1', 'a2', 'a3']);
  });
});
