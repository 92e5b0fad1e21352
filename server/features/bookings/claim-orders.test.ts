import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartnersCode, follow, type HeldScene, scan } from '../../../tests/held-scene.ts';
import { moneyOf } from '../../../tests/ledger-rows.ts';
import { permutations } from '../../../tests/permutations.ts';
import {
  aFareharborBooking,
  bookingOf,
  bring,
  claim,
  takeUp,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type World } from '../../../tests/world.ts';

const whole = process.env.PROVE === '1';
let world: World;
let partners: HeldScene[];
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  partners = [await aPartnersCode(world), await aPartnersCode(world), await aPartnersCode(world)];
});
afterAll(() => world.close());

/** Three travelers follow links, each after a scan of another partner's code, of whom each says that one booking is theirs. */
async function threeClaimers() {
  // Nobody is one of many that follow links by a code.
  world.clock.advance(60);
  const all = [];
  for (const { code } of partners) {
    const traveler = await world.aUser();
    const listing = await world.aListing({ commission_rate: 0.2 });
    all.push({ traveler, id: await follow(world, await scan(world, traveler, code), listing) });
  }
  return all;
}
type Claimers = Awaited<ReturnType<typeof threeClaimers>>;

/** Who of them has the booking and its commission, by their number: the others have what was assumed when they followed their link. */
async function winnersOf(claimers: Claimers, where: string): Promise<number[]> {
  const winners: number[] = [];
  for (const [at, { id }] of claimers.entries()) {
    const { status, amount_cents } = await bookingOf(world, id);
    const { 'partner pending': sure, 'partner estimated': assumed } = await moneyOf(world, id);
    const isWinner = status === 'confirmed';
    const found = { status, amount_cents, sure, assumed };
    if (isWinner) expect(found, where).toEqual({ status, amount_cents: 12_342, sure: 1_851, assumed: undefined });
    else expect(found, where).toEqual({ status: 'pending', amount_cents: 4_500, sure: undefined, assumed: 675 });
    if (isWinner) winners.push(at);
  }
  return winners;
}

const orders = permutations([0, 1, 2, 'news'] as const);
test.each<[string, (claimers: Claimers) => Record<string, unknown>, (order: readonly unknown[]) => number | undefined]>(
  [
    [
      'that was booked for one of them is theirs',
      ([first]) => ({ contact: { email: first!.traveler.email } }),
      () => 0,
    ],
    [
      'of which is not told for whom is theirs who alone had claimed it before the news, or a person decides',
      () => ({}),
      (order) => (order[1] === 'news' ? (order[0] as number) : undefined),
    ],
  ],
)('in all orders of three claims and the news, a booking %s', { timeout: 120_000 }, async (_, told, winnerOf) => {
  expect(orders).toHaveLength(24);
  // Also in every second any three of them come in each order.
  for (const order of whole ? orders : orders.filter((_, at) => at % 2 === 0)) {
    const claimers = await threeClaimers();
    const booking = aFareharborBooking(told(claimers));
    for (const one of order) {
      world.clock.advance(1);
      if (one === 'news') await tellOf(world, booking);
      else {
        const { traveler, id } = claimers[one]!;
        expect((await claim(world, traveler, id, String(booking.pk))).status, order.join()).toBe(200);
      }
    }
    const winner = winnerOf(order);
    expect(await winnersOf(claimers, order.join()), order.join()).toEqual(winner === undefined ? [] : [winner]);
    expect(await toldOf(world, booking.pk), order.join()).toMatchObject(
      winner === undefined
        ? { state: 'proposed', match_kind: 'evidence' }
        : { state: 'matched', match_kind: 'claim', booking_id: claimers[winner]!.id },
    );
  }
});

test.each([
  ['for one of them is theirs', true],
  ['for whom nobody tells is one’s at most', false],
])('of three claims and the news in one moment, a booking %s', { timeout: 120_000 }, async (_, isTold) => {
  for (let round = 0; round < (whole ? 12 : 4); round++) {
    const claimers = await threeClaimers();
    const booking = aFareharborBooking(isTold ? { contact: { email: claimers[0]!.traveler.email } } : {});
    await bring(world, { booking });
    const claims = claimers.map(({ traveler, id }) =>
      untilServed(() => claim(world, traveler, id, String(booking.pk))),
    );
    await Promise.all([...claims.slice(0, 1), takeUp(world), ...claims.slice(1)]);
    const winners = await winnersOf(claimers, `round ${round}`);
    if (isTold) expect(winners).toEqual([0]);
    else expect(winners.length).toBeLessThanOrEqual(1);
    expect((await toldOf(world, booking.pk)).state).toBe(winners.length > 0 ? 'matched' : 'proposed');
  }
});
