import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let partner: TestUser;
let organisation: string;
let path: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
  path = `/api/organisations/${organisation}/statements`;
});
afterAll(() => world.close());

const answers = async (month: string, by = partner) =>
  await Promise.all(
    [month, `${month}/file`, `${month}/file?format=pdf`].map(
      async (one) => (await world.call(`GET ${path}/${one}`, { cookie: by.cookie })).status,
    ),
  );

test('there is no statement of a month that has not begun in Hawaiʻi; the next one begins with what is owed', async () => {
  await aCommission(world, organisation);
  const admin = await world.aUser({ role: 'admin' });
  for (const by of [partner, admin]) {
    for (const month of ['2026-10', '2026-11']) expect(await answers(month, by)).toEqual([200, 200, 200]);
    for (const month of ['2026-12', '2099-01']) expect(await answers(month, by)).toEqual([404, 404, 404]);
  }
  const untilDecember = (Date.parse('2026-12-01T10:00:00Z') - world.clock.now().getTime()) / 1_000;
  world.clock.advance(untilDecember - 1);
  const later = await world.aUser({ role: 'admin' });
  expect(await answers('2026-12', later)).toEqual([404, 404, 404]);
  world.clock.advance(1);
  expect(await answers('2026-12', later)).toEqual([200, 200, 200]);
  const { body } = await world.call(`GET ${path}/2026-12`, { cookie: later.cookie });
  expect(body).toMatchObject({ opening: 60, earned: 0, closing: 60, lines: [], line_count: 0 });
});
