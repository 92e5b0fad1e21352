import { expect } from 'vitest';
import { aFareharborBooking, aFollowedLink, tellOf, toldOf } from './platform-news.ts';
import type { World } from './world.ts';

/** An administrator's decision about what a platform has told, a minute later. */
export async function decideNews(
  world: World,
  pk: unknown,
  how: 'match' | 'dismiss' | 'unmatch',
  body: object = {},
): Promise<void> {
  world.clock.advance(60);
  const { id } = await toldOf(world, pk);
  const { cookie } = await world.aUser({ role: 'admin' });
  const request = { cookie, body: { reason: 'Asked on the phone', ...body } };
  expect((await world.call(`POST /api/admin/platform-bookings/${id}/${how}`, request)).status).toBe(200);
}
/** An administrator's confirmation of a booking, a minute later. */
export async function confirmBooking(world: World, id: string, booking_reference: string): Promise<void> {
  world.clock.advance(60);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', amount: 123.42, booking_reference, reason: 'The guest has shown it' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
}

/** A booking of a click of ours at reefwalk. */
export async function aClickedBooking(world: World): Promise<{ clickId: string; id: string }> {
  const { cookie } = await world.aUser();
  const { clickId, id } = await aFollowedLink(world, cookie);
  const ofReefwalk = { supplier: 'reefwalk', platform: 'fareharbor' };
  await world.db.updateTable('bookings').set(ofReefwalk).where('id', '=', id).execute();
  return { clickId, id };
}

/** Does to a sale, and to what it goes on as, one step after the other. @param link what names the click in what its platform tells */
export async function playSale(world: World, id: string, order: readonly string[], link: Record<string, unknown> = {}) {
  const sale = aFareharborBooking(link);
  const next = aFareharborBooking({ rebooked_from: sale.uuid, ...link });
  const third = aFareharborBooking({ rebooked_from: next.uuid, ...link });
  const steps: Record<string, () => Promise<void>> = {
    told: () => tellOf(world, sale),
    'put off': () => tellOf(world, { ...sale, status: 'rebooked', rebooked_to: next.uuid }),
    cancelled: () => tellOf(world, { ...sale, status: 'cancelled' }),
    next: () => tellOf(world, next),
    'next again': () => tellOf(world, { ...next, note: 'A window seat' }),
    'next otherwise': () => tellOf(world, { ...next, rebooked_from: sale.pk }),
    'next put off': () => tellOf(world, { ...next, status: 'rebooked', rebooked_to: third.uuid }),
    third: () => tellOf(world, third),
    'next cancelled': () => tellOf(world, { ...next, status: 'cancelled' }),
    confirmed: () => confirmBooking(world, id, String(sale.pk)),
    dismissed: () => decideNews(world, sale.pk, 'dismiss'),
  };
  for (const step of order) {
    world.clock.advance(60);
    await steps[step]!();
  }
  return { sale, next, third };
}
