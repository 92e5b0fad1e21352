import type { RawNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { rangeOf } from '../figures/compared.ts';
import { findStakeholders } from './stakeholders.store.ts';

/** Partners, and advertisers of a listing each. */
const many = 60;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (let made = 0; made < many; made++) {
    await world.aUser({ role: 'partner' });
    const { id } = await world.aUser({ role: 'advertiser' });
    await world.aListing({ advertiser_id: id });
  }
  await onServer(
    await ownerOf(world),
    `insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
         bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
       select 'day', dimension, key, timestamptz '2026-11-20 10:00Z', 3, 3, 1, 2, 0, 1, 0, 0, 0, 500, 0 from (
         select 'listing' as dimension, id::text as key from listings union all
         select 'partner', owner_id::text from organisations where kind = 'partner') as of_key;
     update rollup_state set closed_until = '2026-11-21 20:00Z';
     analyze`,
  );
}, 120_000);
afterAll(() => world.close());

/** Explains what finds organisations, with the sums by key that were read before it. */
class ExplainingOrganisations extends Explaining {
  #isTheirs = false;

  override transformQuery(given: Parameters<Explaining['transformQuery']>[0]) {
    this.#isTheirs = (given.node as RawNode).sqlFragments.join().includes('from organisations o');
    return this.#isTheirs ? super.transformQuery(given) : (given.node as never);
  }

  override async transformResult(given: Parameters<Explaining['transformResult']>[0]) {
    return this.#isTheirs ? await super.transformResult(given) : (given.result as { rows: never[] });
  }
}

test.each(['partner', 'advertiser'] as const)(
  'what came of each %s is found without going through all others for it',
  async (kind) => {
    const range = rangeOf('30d', world.clock.now());
    const found = await findStakeholders(world.db, kind, range);
    expect(found).toHaveLength(many);
    expect(
      new Set(found.map(({ clicks, bookings, revenue_cents }) => [clicks, bookings, revenue_cents].join())),
    ).toEqual(new Set(['2,1,500']));

    const explaining = new ExplainingOrganisations({ analyze: true });
    await findStakeholders(world.db.withPlugin(explaining), kind, range);
    const passed = explaining.plans
      .flatMap(({ plan }) => nodesOf(plan))
      .filter((node) => ['CTE Scan', 'Function Scan'].includes(node['Node Type']))
      .map(
        (node) => ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
      );
    expect(Math.max(...passed)).toBeLessThanOrEqual(2 * many);
  },
);
