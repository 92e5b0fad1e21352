import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { recordAudit, verifyAuditChain } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { afterCommit, isUnavailable, type Tx, withTransaction } from './database.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Lets nobody go on before so many have come; whoever comes later is let through. */
function meetingOf(parties: number): () => Promise<void> {
  const met = Promise.withResolvers<void>();
  let there = 0;
  return async () => {
    if (++there === parties) met.resolve();
    await met.promise;
  };
}

const hostsLike = async (tx: Tx, ending: string) =>
  await tx.selectFrom('embed_hosts').select('host').where('host', 'like', `%${ending}`).execute();
const addHost = (tx: Tx, host: string) =>
  tx.insertInto('embed_hosts').values({ host, added_at: world.clock.now(), added_by: null }).execute();

describe('what two transactions do on the strength of what they read', () => {
  /** Each adds a host where there is none yet, having both seen that there is none. */
  async function addFirst(ending: string, isolation: 'read committed' | 'serializable'): Promise<number> {
    const meet = meetingOf(2);
    const add = (name: string) =>
      withTransaction(
        world.db,
        async (tx) => {
          const there = await hostsLike(tx, ending);
          await meet();
          if (there.length === 0) await addHost(tx, name + ending);
        },
        { isolation },
      );
    await Promise.all([add('one'), add('two')]);
    return (await withTransaction(world.db, (tx) => hostsLike(tx, ending))).length;
  }

  test('is, where they are serializable, as if one had come after the other', async () => {
    expect(await addFirst('.serial.example', 'serializable')).toBe(1);
    expect(await addFirst('.plain.example', 'read committed')).toBe(2);
  });
});

const day = () => new Date(world.clock.now().getTime() + 86_400_000);
const spend = (tx: Tx, key: string) =>
  tx
    .insertInto('rate_counters')
    .values({ key: Buffer.from(key), spent: 1, granted: 1, ends_at: day() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => ({ spent: eb(ref('rate_counters.spent'), '+', 1) })),
    )
    .execute();

test('of two that wait for each other both come through, and each is told of once', async () => {
  const meet = meetingOf(2);
  const told: string[] = [];
  let runs = 0;
  const both = (first: string, second: string) =>
    withTransaction(world.db, async (tx) => {
      runs++;
      afterCommit(tx, 'told', () => told.push(first));
      await spend(tx, first);
      await meet();
      await spend(tx, second);
    });
  await Promise.all([both('here', 'there'), both('there', 'here')]);
  expect([runs, told.sort()]).toEqual([3, ['here', 'there']]);
  const rows = await world.db
    .selectFrom('rate_counters')
    .select('spent')
    .where(
      'key',
      'in',
      ['here', 'there'].map((key) => Buffer.from(key)),
    )
    .execute();
  expect(rows).toEqual([{ spent: 2 }, { spent: 2 }]);
});

test('what cannot be run alone in five attempts counts as busy, and has left nothing', async () => {
  let runs = 0;
  const work = withTransaction(world.db, async (tx) => {
    runs++;
    await addHost(tx, 'left.behind.example');
    throw Object.assign(new Error('could not serialize access'), { code: '40001' });
  });
  const error = await work.catch((reason: unknown) => reason);
  expect([runs, isUnavailable(error)]).toEqual([5, true]);
  expect(await withTransaction(world.db, (tx) => hostsLike(tx, '.behind.example'))).toEqual([]);
});

test('any other error ends it at once', async () => {
  let runs = 0;
  const work = withTransaction(world.db, async () => {
    runs++;
    throw new Error('a mistake');
  });
  await expect(work).rejects.toThrow('a mistake');
  expect(runs).toBe(1);
});

test('a transaction does not take in work that wants to be better isolated', async () => {
  const within = (isolation: 'read committed' | 'serializable') =>
    withTransaction(
      world.db,
      (tx) => withTransaction(tx, () => Promise.resolve('done'), { isolation: 'repeatable read' }),
      { isolation },
    );
  await expect(within('read committed')).rejects.toThrow('cannot become repeatable read');
  expect(await within('serializable')).toBe('done');
});

test.each(['read committed', 'repeatable read', 'serializable'] as const)(
  'entries that %s transactions record at the same time make one chain',
  async (isolation) => {
    const verify = () => verifyAuditChain(world.db, anchorFileOf(world.settings));
    const before = (await verify()).head.sequence;
    const meet = meetingOf(3);
    const change = (id: number) =>
      withTransaction(
        world.db,
        async (tx) => {
          await hostsLike(tx, '.example');
          await meet();
          await recordAudit(tx, world.clock.now(), { action: 'raced', actorId: null, subject: { kind: 'thing', id } });
        },
        { isolation },
      );
    await Promise.all([change(1), change(2), change(3)]);
    expect(await verify()).toMatchObject({ head: { sequence: before + 3 }, damage: undefined });
  },
);
