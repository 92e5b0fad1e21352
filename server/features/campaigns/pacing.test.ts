import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCampaign, anAdvertiser, aVisit, countedOf, tell } from '../../../tests/campaigns-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Moves the clock on to a time of the clock in Hawaiʻi. */
const moveTo = (instant: string) =>
  world.clock.advance((Date.parse(`${instant}-10:00`) - world.clock.now().getTime()) / 1_000);

test('with more guests than a campaign asks for it is delivered evenly over its days and their hours, and to its cap', {
  timeout: 120_000,
}, async () => {
  const own = await Promise.all(Array.from({ length: 4 }, () => world.aListing()));
  const place = await world.aPlace({ listings: own });
  const { code } = await world.aCode({ location_id: place });
  const hours = { time_from: '08:00', time_until: '20:00' };
  const days = { first_day: '2026-11-22', last_day: '2026-11-23' };
  const id = await aCampaign(world, await anAdvertiser(world), { ...days, ...hours, most_impressions: 48 });
  const at = async (instant: string) => {
    moveTo(instant);
    // As many as come: each sees what every process has heard of, and tells of it.
    for (let guest = 0; guest < 6; guest++) {
      world.clock.advance(11);
      const { body } = await world.call(`GET /api/sponsored?location=${place}`);
      if (body.length > 0) await tell(world, await aVisit(world, code), [{ campaign: id, list: `location/${place}` }]);
    }
    return (await countedOf(world, id)).impressions;
  };
  const counted: number[] = [];
  for (const day of ['22', '23'])
    for (const hour of ['06', '08', '10', '12', '14', '16', '18', '19', '20', '22'])
      counted.push(await at(`2026-11-${day}T${hour}:${hour === '19' ? '50' : '00'}:00`));
  // Half of it on each day: four in two hours, and one ahead of that.
  const ofDay = [0, 1, 5, 9, 13, 17, 21, 24, 24, 24];
  expect(counted).toEqual([...ofDay, ...ofDay.map((one) => one + 24)]);
});
