import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { clearPersonalRows, findReferences, findTakenAway } from './erase.store.ts';
import { findPersonalRows } from './own-data.store.ts';
import { personOf } from './own-data.ts';
import { type Person, personalTables } from './personal-tables.store.ts';

/** Tables that travelers do not fill, or that are emptied within days: to read them takes no time. */
const small = [
  ...['applications', 'invitations', 'listing_pictures', 'pending_identities', 'place_proposals', 'qr_requests'],
  ...['security_alerts', 'uploads'],
];
let world: World;
let person: Person;
beforeAll(async () => {
  world = await createWorld();
  const user = await world.aUser();
  person = personOf(world.settings, user.id, user.email);
});
afterAll(() => world.close());

/** Which tables are read as a whole, also where each that has an index for what is asked is read by that, but for small ones. */
async function readWhole(ask: (tx: Tx) => Promise<unknown>, except = small): Promise<string[]> {
  const explaining = new Explaining();
  await world.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    // A plan is no row of what was asked for.
    await ask(tx.withPlugin(explaining) as Tx).catch(() => {});
  });
  expect(explaining.plans).not.toEqual([]);
  const scans = explaining.plans.flatMap(({ plan }) => nodesOf(plan)).filter((one) => one['Node Type'] === 'Seq Scan');
  return scans.map((one) => one['Relation Name']!).filter((table) => !except.includes(table));
}

// Events are found by their days.
test.each(Object.keys(personalTables).filter((name) => name !== 'events'))(
  'what %s has of a person is found without the rows of others',
  async (name) => {
    const find = async (db: Db) => {
      for await (const _ of findPersonalRows(db, name, person, world.clock.now())) break;
    };
    expect(await readWhole(find)).toEqual([]);
  },
);

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['rows', (tx) => clearPersonalRows(tx, person)],
  ['references', (tx) => findReferences(tx, person.id)],
])('an erasure finds the %s of a person without those of others', async (_what, erase) => {
  expect(await readWhole(erase)).toEqual([]);
});

test('what was taken away since a moment is named without all accounts, organisations and invitations', async () => {
  expect(await readWhole((tx) => findTakenAway(tx, world.clock.now()), [])).toEqual([]);
});
