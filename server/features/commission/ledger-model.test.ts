import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Random } from '../../../db/seed/generated-random.ts';
import { inDatabase } from '../../../tests/database-setup.ts';
import { rareStates } from '../../../tests/ledger-model.ts';
import { drawOperation, noteHolds, type Operation, passDays } from '../../../tests/ledger-operations.ts';
import { comeToRareStates } from '../../../tests/ledger-rare.ts';
import { accountsIn, createScene, type LedgerScene } from '../../../tests/ledger-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import {
  asApplication,
  type Database,
  openDatabase,
  type Tx,
  withTransaction,
} from '../../platform/database/database.ts';

const whole = process.env.PROVE === '1';
/** As many as are asked for, as with `LEDGER_OPERATIONS=100000`. */
const operations = Number(process.env.LEDGER_OPERATIONS ?? (whole ? 10_000 : 400));
const atOnce = 8;
/** Of a run that failed: `LEDGER_SEED=7 npm test -- server/features/commission/ledger-model.test.ts` does the same once more. */
const seed = Number(process.env.LEDGER_SEED ?? (whole ? (performance.timeOrigin % 1e9).toFixed() : 13));

let world: World;
let database: Database;
let scene: LedgerScene;
beforeAll(async () => {
  world = await createWorld();
  const { rows } = await world.database.pool.query<{ name: string }>('select current_database() as name');
  const connection = asApplication(inDatabase(inject('databaseServer'), rows[0]!.name));
  database = openDatabase(connection, { max: atOnce, onError: () => {} });
  scene = await createScene(world);
});
afterAll(async () => {
  await database.close();
  await world.close();
});

/** Operations that can happen in the same moment, whichever is first. */
function drawMoment(random: Random): Operation[] {
  const drawn: Operation[] = [];
  for (let tries = 0; drawn.length < atOnce && tries < 50; tries++) {
    const one = drawOperation(scene, random);
    const partner = one.touches.booking?.partner ?? one.touches.partner;
    const meets = (other: Operation) => {
      const theirs = other.touches.booking?.partner ?? other.touches.partner;
      const isOfOne = one.touches.booking !== undefined && one.touches.booking === other.touches.booking;
      return isOfOne || ((one.touches.alone || other.touches.alone) && partner === theirs);
    };
    if (!drawn.some(meets)) drawn.push(one);
  }
  return drawn;
}

class Broken extends Error {}

/** Does an operation in a transaction that is then lost. */
const breakOff = (operation: Operation) =>
  withTransaction(database.db, async (tx: Tx) => {
    await operation.run(tx);
    throw new Broken();
  }).catch((error) => {
    if (!(error instanceof Broken)) throw error;
  });

/** Does all of a moment at once: some are told several times, of some a first try is lost. */
async function happen(moment: Operation[], random: Random): Promise<void> {
  const results = await Promise.all(
    moment.map(async (operation) => {
      const times = random.chance(0.2) ? random.whole(2, 4) : 1;
      if (random.chance(0.1)) await breakOff(operation);
      const all = await Promise.all(Array.from({ length: times }, () => operation.run(database.db)));
      return all[0];
    }),
  );
  for (const [at, { apply }] of moment.entries()) apply(results[at] as never);
}

test(`${operations} random operations, ${atOnce} at once: every account is what the model says, and all together are 0`, {
  timeout: Math.max(1_800_000, operations * 60),
}, async () => {
  const random = new Random(seed);
  const told: string[] = [];
  for (let done = 0; done < operations; ) {
    const moment = drawMoment(random);
    told.push(moment.map(({ name }) => name).join(', '));
    const where = `LEDGER_SEED=${seed}, after ${done} operations: ${told.slice(-3).join(' | ')}`;
    await happen(moment, random).catch((error) => {
      throw new Error(where, { cause: error });
    });
    done += moment.length;
    if (random.chance(0.3)) await passDays(scene, database.db, random.whole(1, 6));
    await noteHolds(scene, database.db);
    const accounts = await accountsIn(database.db, scene);
    expect(accounts, where).toEqual(scene.model.accounts());
    expect(
      Object.values(accounts).reduce((sum, cents) => sum + cents, 0),
      where,
    ).toBe(0);
  }
  const reached = new Set(told.flatMap((moment) => moment.split(', ').map((name) => name.split(' ')[0])));
  expect([...reached].sort()).toEqual([
    ...['book', 'card', 'decide', 'hold', 'judge', 'news', 'prepare', 'release', 'terms', 'travel', 'withdraw'],
  ]);
});

test('what a payout takes back of an earlier one is on every account where the model has it', async () => {
  const compare = async (where: string) => {
    await noteHolds(scene, database.db);
    expect(await accountsIn(database.db, scene), `LEDGER_SEED=${seed}, ${where}`).toEqual(scene.model.accounts());
  };
  await comeToRareStates(scene, {
    happen: async (one) => {
      one.apply((await one.run(database.db)) as never);
      await compare(one.name);
    },
    pass: async (days) => {
      await passDays(scene, database.db, days);
      await compare(`after ${days} days`);
    },
  });
  expect([...scene.model.reached].sort()).toEqual(rareStates);
}, 60_000);

test('what is added up is what the entries come to, and what is kept of a booking is what its entries say', async () => {
  const { rows: sums } = await sql`
    select a.id from ledger_accounts a
    where coalesce((select sum(cents) from ledger_balances b where b.account_id = a.id), 0) <>
      coalesce((select sum(cents) from ledger_entries e where e.to_account = a.id), 0)
      - coalesce((select sum(cents) from ledger_entries e where e.from_account = a.id), 0)`.execute(world.db);
  expect(sums).toEqual([]);
  const { rows: bookings } = await sql`
    with moved as (
      select e.booking_id, a.kind, a.state, sum(case when a.id = e.to_account then e.cents else -e.cents end) as cents
      from ledger_entries e join ledger_accounts a on a.id in (e.from_account, e.to_account) group by 1, 2, 3
    ), kept as (
      select c.booking_id, s.kind, s.state, s.cents from commissions c cross join lateral (values
        ('platform', c.basis, -c.platform_cents), ('house', c.basis, c.platform_cents - c.partner_cents),
        ('partner', nullif(c.state, 'payable'), c.partner_cents), ('partner', 'payable', c.due_cents)) as s (kind, state, cents)
    )
    select * from (select * from moved where state not in ('in_payout', 'paid') and cents <> 0) m
      full join (select * from kept where cents <> 0 and state is not null) k using (booking_id, kind, state)
    where m.cents is distinct from k.cents`.execute(world.db);
  expect(bookings).toEqual([]);
  const { rows: kinds } = await sql<{ kind: string }>`select distinct kind from ledger_entries`.execute(world.db);
  expect(kinds.length).toBeGreaterThanOrEqual(12);
});
