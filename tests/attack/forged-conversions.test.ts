import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeTravelled } from '../../server/features/bookings/bookings.ts';
import { releasePayable } from '../../server/features/commission/commission.ts';
import { aPartnersCode, follow, scan } from '../held-scene.ts';
import { untilServed } from '../until-served.ts';
import { createWorld, type TestUser, type World } from '../world.ts';

const whole = process.env.PROVE === '1';
const accounts = whole ? 50 : 10;
const conversions = whole ? 10_000 : 500;
const atOnce = 8;

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

/** Again where the server was busy, as the product's own pages do. */
const call = (request: `${string} ${string}`, body?: object, cookie = admin.cookie) =>
  untilServed(() => world.call(request, { cookie, body }));
const balances = async (organisation: string) =>
  (await call(`GET /api/organisations/${organisation}/earnings`)).body.balances;
const complete = async (id: string, told: object) => {
  const body = { status: 'completed', booking_reference: `F-${id.slice(0, 18)}`, reason: 'Told so', ...told };
  expect((await call(`PATCH /api/bookings/${id}`, body)).status).toBe(200);
};
/** Does it for each, several at once. */
async function each<T, R>(all: readonly T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < all.length; at += atOnce)
    results.push(...(await Promise.all(all.slice(at, at + atOnce).map((one, n) => work(one, at + n)))));
  return results;
}

test(`${conversions} forged conversions by ${accounts} accounts, all of them completed: nothing is payable, and the queue shows each`, {
  timeout: 1_800_000,
}, async () => {
  const honest = await aPartnersCode(world);
  const forger = await aPartnersCode(world);
  await complete(await follow(world, await scan(world, await world.aUser(), honest.code)), { amount: 45 });
  const assumed = await aPartnersCode(world);
  await complete(await follow(world, await scan(world, await world.aUser(), assumed.code)), {});
  const listings = await each([...Array(20).keys()], () => world.aListing());
  const cookies = await each([...Array(accounts).keys()], async () =>
    scan(world, await world.aUser(), forger.code, 'A rack of phones'),
  );
  const begun = world.clock.now().getTime();
  const forged = await each([...Array(conversions).keys()], async (n) => {
    if (n % atOnce === 0) world.clock.advance(atOnce);
    const { status, body } = await call(
      'POST /api/qr/booking-conversion',
      {
        business_listing_id: listings[n % listings.length],
        conversion_timestamp: new Date(begun + n).toISOString(),
      },
      cookies[n % accounts],
    );
    // One that was done and not answered is known when it is sent again.
    expect([200, 201]).toContain(status);
    return body.booking_id as string;
  });
  expect(new Set(forged).size).toBe(conversions);
  // Meanwhile the administrator's session has ended.
  admin = await world.aUser({ role: 'admin' });
  // Whatever a platform or an administrator may be made to believe.
  await each(forged, (id) => complete(id, { amount: 45 }));
  for (const days of [1, 14]) {
    world.clock.advance(days * 86_400);
    await completeTravelled(world, world.clock.now());
    await releasePayable(world, world.clock.now());
  }
  admin = await world.aUser({ role: 'admin' });
  const theirs = await balances(forger.organisation);
  expect(theirs).toMatchObject({ estimated: 0, pending: 0, payable: 0 });
  expect(theirs.held).toBeGreaterThan(0);
  // What nobody forged has gone its way.
  expect(await balances(honest.organisation)).toMatchObject({ held: 0, payable: 6.75 });
  // But not by an amount that nobody has told.
  expect(await balances(assumed.organisation)).toMatchObject({ held: 0, pending: 6.75, payable: 0 });
  const { body: counts } = await call('GET /api/admin/holds/rules');
  expect(counts).toMatchObject({ bookings: conversions, held: theirs.held });
  const burst = counts.rules.find(({ rule }: { rule: string }) => rule === 'burst');
  expect(burst).toMatchObject({ held: conversions, open: conversions });
  const { body: queue } = await call('GET /api/admin/holds?state=open&rule=burst&limit=1');
  expect(queue.total).toBe(conversions);
  const rules = counts.rules.map(({ rule, held }: { rule: string; held: number }) => `${rule} ${held}`).join(', ');
  process.stdout.write(`${conversions} forged: ${theirs.payable} payable, ${theirs.held} held; ${rules}\n`);
});
