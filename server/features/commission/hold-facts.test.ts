import type { OperationNode, RawNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartnersCode, follow, scan } from '../../../tests/held-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { findFacts } from './hold-facts.store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Whether facts of a booking are found, and how many statements were read for them, of which the whole one is raw SQL. */
async function found(bookingId: string) {
  const asked: OperationNode[] = [];
  const recording = {
    transformQuery: <Node extends OperationNode>({ node }: { node: Node }) => {
      asked.push(node);
      return node;
    },
    transformResult: async <Result>({ result }: { result: Result }) => result,
  };
  const facts = await withTransaction(world.db, (tx) =>
    findFacts(tx.withPlugin(recording as never) as never, bookingId),
  );
  const isWhole = (node: OperationNode) =>
    node.kind === 'RawNode' && (node as RawNode).sqlFragments.join('').includes('lag(');
  return { isFound: facts !== undefined, statements: asked.length, whole: asked.filter(isWhole).length };
}

test('of a booking that credits nobody one row is read, and all that rules know only where somebody is credited', async () => {
  const { cookie } = await world.aUser();
  expect(await found(await follow(world, cookie, await world.aListing()))).toEqual({
    isFound: false,
    statements: 1,
    whole: 0,
  });
  const { code } = await aPartnersCode(world);
  const credited = await follow(world, await scan(world, await world.aUser(), code));
  expect(await found(credited)).toEqual({ isFound: true, statements: 2, whole: 1 });
});
