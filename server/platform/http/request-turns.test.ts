import { expect, test } from 'vitest';
import { RequestTurns } from './request-turns.ts';

/** Turns of so many networks that each have begun a request at least, of so many and one. */
async function floodedBy(networks: number, requests: number) {
  const turns = new RequestTurns();
  const begun: string[] = [];
  const ask = (network: string) => turns.begin(network, () => begun.push(network));
  turns.noteConnection();
  for (let request = 0; request <= requests; request++) {
    for (let network = 0; network < networks; network++) ask(`flood ${network}`);
  }
  await until(() => new Set(begun).size === networks);
  return { turns, begun, ask };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(setImmediate);
}

test('who has just come does not wait for a request of each network that floods', async () => {
  const { begun, ask } = await floodedBy(20, 30);
  const before = begun.length;
  ask('guest');
  await until(() => begun.includes('guest'));
  expect(begun.indexOf('guest') - before).toBeLessThan(2);
});

test('who has waited is not kept waiting by those who keep coming', async () => {
  const { begun, ask } = await floodedBy(1, 10);
  let newcomers = 0;
  await until(() => {
    ask(`newcomer ${newcomers++}`);
    return begun.filter((network) => network === 'flood 0').length === 11;
  });
  expect(begun.length).toBeLessThanOrEqual(23);
});

test('networks that wait take turns', async () => {
  const { begun } = await floodedBy(3, 20);
  const before = begun.length;
  await until(() => begun.length === before + 6);
  expect(begun.slice(before).sort()).toEqual(['flood 0', 'flood 0', 'flood 1', 'flood 1', 'flood 2', 'flood 2']);
});
