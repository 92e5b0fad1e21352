import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findDoubted } from './commissions.store.ts';

const proposed = 5_000;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id: userId } = await world.aUser();
  const listing = await world.aListing();
  await onServer(
    await ownerOf(world),
    `insert into bookings (id, transaction_id, user_id, listing_id, platform, amount_cents, booked_at, reference)
       select md5(n::text)::uuid, gen_random_uuid(), '${userId}', ${listing}, 'fareharbor', 4500, now(), 'R' || n
       from generate_series(1, ${2 * proposed}) n;
     insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
         last_news_at, state, match_kind, confidence, booking_id)
       select 'fareharbor', 'reefwalk', 'R' || n, array['R' || n], 'confirmed', now(), 'x', now(), now(),
         case when n <= ${proposed} then 'proposed' else 'matched' end,
         case when n <= ${proposed / 2} then 'evidence' else 'click' end, 50, md5(n::text)::uuid
       from generate_series(1, ${2 * proposed}) n;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

test('whether a person is asked about a booking is found without reading what is proposed of others', async () => {
  const bookings = [1, proposed, 2 * proposed];
  const rows = await world.db
    .selectFrom('bookings')
    .select(['id', 'reference'])
    .where(
      'reference',
      'in',
      bookings.map((n) => `R${n}`),
    )
    .execute();
  const ids = rows.map(({ id }) => id);
  const asked = rows.filter(({ reference }) => reference !== `R${2 * proposed}`).map(({ id }) => id);
  expect(await findDoubted(world.db, ids)).toEqual(new Set(asked));
  const explaining = new Explaining({ analyze: true });
  await findDoubted(world.db.withPlugin(explaining) as Db, ids).catch(() => undefined);
  expect(rowsReadBy(explaining.plans.map(({ plan }) => plan)).platform_bookings).toBeLessThan(10);
});
