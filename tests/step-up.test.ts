import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { fillIn, requests } from './access-requests.ts';
import { accessTable, callerKinds, type Row } from './access-table.ts';
import { type AccessWorld, aCaller, aPasskey, createAccessWorld } from './access-world.ts';

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld();
});
afterAll(() => world.close());

const guarded = (contract as readonly Endpoint[])
  .filter(({ errors }) => errors?.includes('step_up_required'))
  .map((one) => `${one.method} ${one.path}`);

/** Who may call it, and for which row: a conflict too is told to those alone who may. */
function whoMay(name: string) {
  for (const [row, statuses] of Object.entries(accessTable[name]!)) {
    const caller = callerKinds.find((_, at) => statuses[at]! < 300 || statuses[at] === 409);
    if (caller) return { caller, row: row as Row };
  }
  throw new Error(`nobody may call ${name}`);
}

test.each(guarded)('%s asks whoever has a passkey for it, once its confirmation has run out', async (name) => {
  const { caller, row } = whoMay(name);
  const person = await aCaller(world, caller);
  await aPasskey(world, person, 'Of the step-up');
  const { at, body, headers } = (await requests[name]?.(world, person, row)) ?? {};
  await world.db.updateTable('sessions').set({ confirmed_until: null }).where('user_id', '=', person.id).execute();
  const reply = await world.call(fillIn(name, at), { body, headers, cookie: person.cookie });
  expect([reply.status, reply.body.code]).toEqual([403, 'step_up_required']);
});

test('these are the ones that change who may do what', () => {
  expect(guarded.length).toBeGreaterThanOrEqual(14);
});

test('and so are the ones that take away what tells of an attack', () => {
  expect(guarded).toEqual(
    expect.arrayContaining(['POST /api/security/alerts/{id}/dismiss', 'POST /api/security/events/{id}/resolve']),
  );
});
