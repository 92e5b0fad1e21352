import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aCommission, follow } from '../../../tests/ledger-rows.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { releasePayable } from './daily.ts';

let world: World;
let admin: TestUser;
let second: TestUser;
/** Administrators' sessions end within the day. */
const anew = async () => {
  [admin, second] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
};
beforeAll(async () => {
  world = await createWorld();
  await anew();
});
afterAll(() => world.close());

const ask = (request: `${string} ${string}`, body?: object, by = admin) =>
  untilServed(() => world.call(request, { cookie: by.cookie, body }));
const dayAfter = (days: number) => hawaiiDay(new Date(world.clock.now().getTime() + days * 86_400_000));
const propose = (card: object) =>
  ask('POST /api/admin/rate-cards', { partner_share: 0.2, effective_from: dayAfter(1), reason: 'Agreed', ...card });
const confirm = (id: string) => ask(`POST /api/admin/rate-changes/${id}/confirm`, {}, second);
/** A card that was proposed and confirmed. */
const make = async (card: object) => {
  const proposed = await propose(card);
  const confirmed = await confirm(proposed.body.id);
  expect([proposed.status, confirmed.status]).toEqual([201, 200]);
  return (await ask(`GET /api/admin/rate-cards/${confirmed.body.card.id}`)).body;
};
const onOwner = async (statements: string) => onServer(await ownerOf(world), statements);
const pass = async (days: number) => {
  world.clock.advance(days * 86_400);
  await releasePayable(world, world.clock.now());
  await anew();
};
const standingOf = async (id: string) => {
  const { state, payable_on, rate_card } = (await ask(`GET /api/bookings/${id}/explanation`)).body;
  return [state, payable_on, rate_card?.holding_days];
};

// The clock stands at ten in the morning of 21 November in Hawaiʻi.
test('what is booked under a card becomes payable after its days, and what was booked under the one before after that one’s', async () => {
  const partner = (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
  const check_in_date = '2026-11-25';
  const booked = () => aCommission(world, partner, 'Reef walk', { check_in_date });
  const made = await make({ tier: 'standard', holding_days: 30 });
  expect([made.holding_days, made.in_force]).toEqual([30, false]);
  expect(await auditContentOf(world, 'rate_card_made', String(made.id))).toMatchObject([
    { after: { holding_days: 30 } },
  ]);
  const former = await booked();
  await pass(1);
  const later = await booked();
  // A booking that nobody is credited with has no card.
  const nobodys = await world.aBooking({ status: 'completed', estimated: false, amount_cents: 40_000, check_in_date });
  await follow(world, nobodys);
  expect(await standingOf(nobodys)).toEqual(['pending', '2026-12-09', undefined]);
  expect(await standingOf(former)).toEqual(['pending', '2026-12-09', 14]);
  expect(await standingOf(later)).toEqual(['pending', '2026-12-25', 30]);
  await pass(16);
  expect([(await standingOf(former))[0], (await standingOf(later))[0]]).toEqual(['pending', 'pending']);
  await pass(1);
  expect([(await standingOf(former))[0], (await standingOf(later))[0]]).toEqual(['payable', 'pending']);
  await pass(15);
  expect((await standingOf(later))[0]).toBe('pending');
  await pass(1);
  expect([(await standingOf(former))[0], (await standingOf(later))[0]]).toEqual(['payable', 'payable']);
});

test('a card that is proposed without days has those of its tier’s card in force, or 14', async () => {
  const daysOf = async (card: object) => {
    const { body } = await propose(card);
    return [body.card.holding_days, body.card.holding_days_in_force];
  };
  expect(await daysOf({ tier: 'fresh' })).toEqual([14, null]);
  await make({ tier: 'fresh', holding_days: 0 });
  // It holds from tomorrow on.
  expect(await daysOf({ tier: 'fresh' })).toEqual([14, null]);
  await pass(1);
  expect(await daysOf({ tier: 'fresh' })).toEqual([0, 0]);
  expect(await daysOf({ tier: 'fresh', holding_days: 180 })).toEqual([180, 0]);
  const made = await make({ tier: 'fresh', holding_days: 45 });
  expect(made.holding_days).toBe(45);
  const { body } = await ask('GET /api/admin/rate-cards');
  const listed = body.filter(({ tier }: { tier: string }) => tier === 'fresh');
  expect(listed.map(({ holding_days }: { holding_days: number }) => holding_days)).toEqual([45, 0]);
});

test.each([-1, 181, 1.5, '14', null])('days that are no whole number from 0 to 180 are refused: %j', async (days) => {
  const refused = await propose({ tier: 'standard', holding_days: days });
  expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request']);
});

test('what a process proposed that knew no days is confirmed with those of its tier’s card in force', async () => {
  const proposed = await propose({ tier: 'older', holding_days: 60 });
  const forget = (id: string) =>
    onOwner(`alter table rate_changes disable trigger user;
      update rate_changes set holding_days = null where id = '${id}';
      alter table rate_changes enable trigger user`);
  await forget(proposed.body.id);
  expect((await confirm(proposed.body.id)).body.card).toMatchObject({ holding_days: 14, holding_days_in_force: null });
  await make({ tier: 'older', holding_days: 7 });
  await pass(1);
  const next = await propose({ tier: 'older', holding_days: 60 });
  await forget(next.body.id);
  expect((await confirm(next.body.id)).body.card).toMatchObject({ holding_days: 7, holding_days_in_force: 7 });
});

test('a process that knows no days confirms no card for others than were proposed', async () => {
  const proposed = async (holding_days: number) => (await propose({ tier: 'rolled', holding_days })).body.id;
  const confirmedByOlder = (id: string) =>
    sql`with made as (insert into rate_cards (tier, partner_share, effective_from, created_at, reason)
        values ('rolled', 0.2, '2099-01-01', ${world.clock.now()}, 'Agreed') returning id)
      update rate_changes set state = 'confirmed', settled_by = ${second.id}, settled_at = ${world.clock.now()},
        rate_card_id = (select id from made) where id = ${id}`.execute(world.db);
  await confirmedByOlder(await proposed(14));
  await expect(confirmedByOlder(await proposed(30))).rejects.toThrow('another holding period');
});
