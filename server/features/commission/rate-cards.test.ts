import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { RateCard } from '../../../contract/rate-cards.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aCommission, follow } from '../../../tests/ledger-rows.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let second: TestUser;
/** Two administrators: one proposes, the other one confirms. */
const anew = async () => {
  [admin, second] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
};
beforeAll(async () => {
  world = await createWorld();
  await anew();
});
afterAll(() => world.close());

const ask = (
  request: `${string} ${string}`,
  body?: object,
  { key, by = admin }: { key?: string; by?: TestUser } = {},
) =>
  untilServed(() =>
    world.call(request, { cookie: by.cookie, body, ...(key && { headers: { 'idempotency-key': key } }) }),
  );
const propose = (card: object, key?: string) =>
  ask('POST /api/admin/rate-cards', { tier: 'standard', reason: 'Agreed with all', ...card }, key ? { key } : {});
const confirm = async (id: string) => {
  const confirmed = await ask(`POST /api/admin/rate-changes/${id}/confirm`, {}, { by: second });
  expect([confirmed.status, confirmed.body.state]).toEqual([200, 'confirmed']);
  return confirmed.body;
};
/** A card that was proposed and confirmed. */
const make = async (card: object) => {
  const proposed = await propose(card);
  expect(proposed.status).toBe(201);
  return (await ask(`GET /api/admin/rate-cards/${(await confirm(proposed.body.id)).card.id}`)).body;
};
const termsOf = async (organisation: string, tier: string, minimum_payout = 50) => {
  const body = { tier, minimum_payout, reason: 'Agreed with them' };
  const reply = await ask(`PUT /api/admin/organisations/${organisation}/terms`, body);
  if (reply.body.waits) await confirm(reply.body.waits.id);
  return reply;
};
const aPartner = async () => (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
const booked = (organisation: string) => aCommission(world, organisation, 'Reef walk', { status: 'pending' });
const shareOf = async (id: string) =>
  (await world.db
    .selectFrom('commissions')
    .select(['partner_share', 'partner_cents'])
    .where('booking_id', '=', id)
    .executeTakeFirst())!;
/** By which card a booking's entries say that they were reckoned. */
const cardsOf = async (id: string) => {
  const entries = world.db.selectFrom('ledger_entries').select('rate_card_id').distinct();
  return (await entries.where('booking_id', '=', id).execute()).map(({ rate_card_id }) => rate_card_id);
};
/** A day later; the administrators' sessions of the day before have ended. */
const nextDay = async () => {
  world.clock.advance(86_400);
  await anew();
};

// The clock stands at ten in the morning of 21 November in Hawaiʻi.
test('a card holds from tomorrow on at the earliest, for what is booked then, and changes nothing that is booked', async () => {
  const partner = await aPartner();
  const before = await booked(partner);
  for (const day of ['2026-11-20', '2026-11-21']) {
    const refused = await propose({ partner_share: 0.2, effective_from: day });
    expect([refused.status, refused.body.code]).toEqual([400, 'rate_card_retroactive']);
  }
  const [card, key] = [{ partner_share: 0.2, effective_from: '2026-11-22' }, 'a-rate-card-0123456789'];
  const proposed = await propose(card, key);
  expect((await propose(card, key)).body).toEqual(proposed.body);
  const { card: made } = await confirm(proposed.body.id);
  const seen = { partner_share: 0.2, in_force: false, created_by: admin.email, confirmed_by: second.email };
  expect((await ask(`GET /api/admin/rate-cards/${made.id}`)).body).toMatchObject(seen);
  expect(await auditContentOf(world, 'rate_card_made', String(made.id))).toMatchObject([
    { after: { partner_share: 0.2, proposal: proposed.body.id, proposed_by: admin.id } },
  ]);
  const same = await booked(partner);
  await nextDay();
  const later = await booked(partner);
  // Booked yesterday, and posted today alone.
  const late = await aCommission(world, partner, 'Reef walk', { booked_at: new Date('2026-11-22T09:59:59Z') });
  expect([await shareOf(before), await shareOf(same), await shareOf(late), await shareOf(later)]).toEqual([
    ...Array(3).fill({ partner_share: 0.15, partner_cents: 6_000 }),
    { partner_share: 0.2, partner_cents: 8_000 },
  ]);
  await world.db
    .updateTable('bookings')
    .set({ status: 'confirmed', amount_cents: 10_000 })
    .where('id', '=', before)
    .execute();
  await follow(world, before);
  expect(await shareOf(before)).toEqual({ partner_share: 0.15, partner_cents: 1_500 });
  // Each entry names the card that was frozen, also one that was written once another holds.
  expect([await cardsOf(before), await cardsOf(late), await cardsOf(later)]).toEqual([[1], [1], [made.id]]);
  // The listings of these bookings pay a quarter.
  await make({ partner_share: 0.3, effective_from: '2027-01-01' });
  const { body } = await ask('GET /api/admin/rate-cards');
  expect(body.map((card: { in_force: boolean; partner_share: number }) => [card.partner_share, card.in_force])).toEqual(
    [
      ...[
        [0.3, false],
        [0.2, true],
        [0.15, false],
      ],
    ],
  );
  expect(body[0].listings_below).toBeGreaterThan(body[1].listings_below);
});

test('a card names the experiences that pay less than its share, those that pay least first', async () => {
  const made = await make({ tier: 'modest', partner_share: 0.1, effective_from: '2030-01-01' });
  const below = async () => (await ask(`GET /api/admin/rate-cards/${made.id}`)).body;
  const before = await below();
  const [nine, eight, enough, hidden] = [
    await world.aListing({ name: 'Nine', commission_rate: 0.09 }),
    await world.aListing({ name: 'Eight', commission_rate: 0.08 }),
    await world.aListing({ name: 'Enough', commission_rate: 0.1 }),
    await world.aListing({ name: 'Hidden', commission_rate: 0.08, is_active: false }),
  ];
  const { below: now, listings_below } = await below();
  expect(listings_below).toBe(before.listings_below + 2);
  expect(now).toEqual([
    ...[{ listing_id: eight, name: 'Eight', commission_rate: 0.08, adds: 2 }, ...before.below],
    { listing_id: nine, name: 'Nine', commission_rate: 0.09, adds: 1 },
  ]);
  expect(now.map(({ listing_id }: { listing_id: number }) => listing_id)).not.toContain([enough, hidden]);
  expect((await ask('GET /api/admin/rate-cards/99999999')).status).toBe(404);
});

test('a listing whose rate does not carry a share tells of it where it is edited', async () => {
  const below = async (commission_rate: number) => {
    const id = await world.aListing({ commission_rate });
    return (await ask(`GET /api/admin/listings/${id}`)).body.shares_above;
  };
  const cards: RateCard[] = (await ask('GET /api/admin/rate-cards')).body;
  const inForce = cards.filter(({ in_force }) => in_force).map(({ tier, partner_share }) => ({ tier, partner_share }));
  const above = (rate: number) =>
    inForce.filter((one) => one.partner_share > rate).sort((one, other) => (one.tier < other.tier ? -1 : 1));
  for (const rate of [0.08, 0.19, 0.3]) expect(await below(rate)).toEqual(above(rate));
  expect(await below(0.08)).not.toEqual([]);
  expect(await below(0.3)).toEqual([]);
});

test('a tier is by what a partner earns on what is booked from then on, and needs a card', async () => {
  const [gold, plain] = [await aPartner(), await aPartner()];
  const before = await booked(gold);
  const refused = await termsOf(gold, 'gold');
  expect([refused.status, refused.body.code]).toEqual([409, 'rate_card_missing']);
  await make({ tier: 'gold', partner_share: 0.1234, effective_from: '2026-11-23' });
  await termsOf(gold, 'gold', 12.5);
  expect((await termsOf(gold, 'gold', 12.5)).body).toEqual({ tier: 'gold', minimum_payout: 12.5, waits: null });
  expect(await auditContentOf(world, 'organisation_terms_set', gold)).toMatchObject([
    { before: { tier: 'standard', minimum_payout_cents: 5_000 }, after: { tier: 'gold', minimum_payout_cents: 1_250 } },
  ]);
  // Until its card holds, the tier earns as all others do.
  const early = await booked(gold);
  await nextDay();
  const shares = [before, early, await booked(gold), await booked(plain)].map(
    async (id) => (await shareOf(id)).partner_share,
  );
  expect(await Promise.all(shares)).toEqual([0.2, 0.2, 0.1234, 0.2]);
  expect((await termsOf('00000000-0000-4000-8000-000000000000', 'gold')).status).toBe(404);
});

test('what is posted only later earns by the tier of when it was booked', async () => {
  const partner = await aPartner();
  await make({ tier: 'silver', partner_share: 0.11, effective_from: '2026-11-24' });
  while (world.clock.now() < new Date('2026-11-24T20:00:00Z')) await nextDay();
  const moments: Date[] = [];
  for (const tier of ['silver', 'standard', 'gold', 'standard']) {
    moments.push(world.clock.now());
    world.clock.advance(60);
    await termsOf(partner, tier);
    world.clock.advance(60);
  }
  moments.push(world.clock.now());
  const shares: number[] = [];
  for (const booked_at of moments) {
    const id = await aCommission(world, partner, 'Reef walk', { status: 'pending', booked_at });
    shares.push((await shareOf(id)).partner_share);
  }
  expect(shares).toEqual([0.2, 0.11, 0.2, 0.1234, 0.2]);
});

test('where a listing pays less than the share, the house adds what is missing, and the partner reads nothing of it', async () => {
  const partner = await aPartner();
  const id = await aCommission(world, partner, 'Reef walk', {
    listing_id: await world.aListing({ commission_rate: 0.08 }),
    status: 'confirmed',
  });
  const { body } = await ask(`GET /api/bookings/${id}/explanation`);
  expect(body).toMatchObject({ share: 80, platform_pays: 32, margin: -48 });
  expect(body.entries.map(({ from, to, amount }: Record<string, unknown>) => [from, to, amount])).toEqual([
    ['platform pending', 'pending', 80],
    ['house pending', 'platform pending', 48],
  ]);
});

test('nobody sets the terms of an organisation that they are of', async () => {
  const organisation_id = await aPartner();
  const membership = { organisation_id, kind: 'partner', standing: 'staff', permissions: [] };
  const own = await world.aUser({ role: 'admin' });
  await world.db
    .insertInto('members')
    .values({ ...membership, user_id: own.id })
    .execute();
  const body = { tier: 'gold', minimum_payout: 1, reason: 'We deserve it' };
  const reply = await world.call(`PUT /api/admin/organisations/${organisation_id}/terms`, { cookie: own.cookie, body });
  expect([reply.status, reply.body.code]).toEqual([403, 'own_account']);
});

test('of two cards of one tier and day the one holds that was confirmed last', async () => {
  const partner = await aPartner();
  await termsOf(partner, 'gold');
  const effective_from = hawaiiDay(new Date(world.clock.now().getTime() + 86_400_000));
  for (const partner_share of [0.21, 0.24, 0.22])
    expect((await make({ tier: 'gold', partner_share, effective_from })).partner_share).toBe(partner_share);
  await nextDay();
  expect((await shareOf(await booked(partner))).partner_share).toBe(0.22);
});
