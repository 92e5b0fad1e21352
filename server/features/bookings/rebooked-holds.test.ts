import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartnersCode, type HeldScene, scan } from '../../../tests/held-scene.ts';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingsOfClick,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let at: HeldScene;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  at = await aPartnersCode(world);
});
afterAll(() => world.close());

const holds = async (bookingId: string) =>
  await world.db
    .selectFrom('commission_holds')
    .select(['id', 'rule', 'details', 'state', 'decided_by', 'decision_reason', 'opened_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('rule')
    .execute();
const stateOf = async (bookingId: string) =>
  (
    await world.db
      .selectFrom('commissions')
      .select('state')
      .where('booking_id', '=', bookingId)
      .executeTakeFirstOrThrow()
  ).state;

/** A booking that the platform has made for the partner's own address, and is held for that. */
async function aHeldBooking() {
  const link = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
  const contact = { name: 'Kai', email: at.partner.email };
  const before = aFareharborBooking({ voucher_number: link.clickId, contact });
  await tellOf(world, before);
  expect(await holds(link.id)).toMatchObject([{ rule: 'own_email', state: 'open' }]);
  return { ...link, before };
}
async function decide(bookingId: string, decision: string): Promise<void> {
  const ids = (await holds(bookingId)).map(({ id }) => id);
  const body = { ids, decision, reason: 'They book for themselves' };
  const { status } = await world.call('POST /api/admin/holds/decide', { cookie: admin.cookie, body });
  expect(status).toBe(200);
}
/** The platform puts a booking off; it says for whom no more. @returns the booking of ours that this makes */
async function rebook({ before, clickId }: Awaited<ReturnType<typeof aHeldBooking>>): Promise<string> {
  world.clock.advance(60);
  const after = aFareharborBooking({ voucher_number: clickId, rebooked_from: before.uuid });
  await tellOf(world, { ...before, status: 'rebooked', rebooked_to: after.uuid });
  await tellOf(world, after);
  const made = (await bookingsOfClick(world, clickId))[1]!;
  expect(made).toMatchObject({ reference: String(after.pk), status: 'confirmed' });
  expect(await toldOf(world, after.pk)).toMatchObject({ match_kind: 'rebooking', booking_id: made.id });
  return made.id;
}

test('what is held is held still when its platform has put it off', async () => {
  const held = await aHeldBooking();
  const made = await rebook(held);
  const [{ id: _, ...before } = { id: '' }] = await holds(held.id);
  expect(await holds(made)).toMatchObject([before]);
  expect(await stateOf(made)).toBe('held');
  const [{ id: hold } = { id: '' }] = await holds(made);
  const after = { hold, rule: 'own_email', state: 'open', of: held.id };
  expect(await auditContentOf(world, 'hold_taken_over', made)).toMatchObject([{ after }]);
});

test('what was voided stays so, by whom and why it was', async () => {
  const held = await aHeldBooking();
  await decide(held.id, 'voided');
  const made = await rebook(held);
  const voided = { rule: 'own_email', state: 'voided', decided_by: admin.id };
  expect(await holds(made)).toMatchObject([{ ...voided, decision_reason: 'They book for themselves' }]);
  expect(await stateOf(made)).toBe('voided');
});

test('what was released is held no more', async () => {
  const held = await aHeldBooking();
  await decide(held.id, 'released');
  const made = await rebook(held);
  expect(await holds(made)).toEqual([]);
  expect(await stateOf(made)).toBe('pending');
});

test('what is put off while it is held is held once, also where both of its holds are decided', async () => {
  const count = async () => {
    const { body } = await world.call('GET /api/admin/holds/rules', { cookie: admin.cookie });
    return body.rules.find(({ rule }: { rule: string }) => rule === 'own_email');
  };
  const { false_alarms: _, ...before } = await count();
  const moved = (by: object) =>
    Object.fromEntries(Object.entries(before).map(([name, was]) => [name, name in by ? (was as number) + 1 : was]));
  const held = await aHeldBooking();
  expect(await count()).toMatchObject(moved({ held: 1, open: 1 }));
  const made = await rebook(held);
  expect(await count()).toMatchObject(moved({ held: 1, open: 1 }));
  await decide(made, 'released');
  expect(await count()).toMatchObject(moved({ held: 1, released: 1 }));
  await decide(held.id, 'released');
  expect(await count()).toMatchObject(moved({ held: 1, released: 1 }));
});
