import { expect } from 'vitest';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { follow, scan } from './held-scene.ts';
import { again } from './reports-scene.ts';
import type { Reply, TestUser, World } from './world.ts';

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

export type FiguresScreen = 'overview' | 'revenue' | 'business-intelligence' | 'rows' | 'behavior' | 'performance';

/** Asks for figures in a session of this moment. */
export const askFigures = async (world: World, by: TestUser, screen: FiguresScreen, query = ''): Promise<Reply> =>
  await world.call(`GET /api/analytics/${screen}${query}`, { cookie: await again(world, by) });

/** Those that are told. */
export async function readFigures(
  world: World,
  by: TestUser,
  screen: FiguresScreen,
  query = '',
): Promise<Reply['body']> {
  const reply = await askFigures(world, by, screen, query);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
}

/** A traveler scans a code and follows a link, and an administrator says what was paid. @returns the booking's id */
export async function aSale(
  world: World,
  admin: TestUser,
  code: string,
  { dollars, listing, status = 'confirmed' }: { dollars: number; listing: number; status?: string },
): Promise<string> {
  const id = await follow(world, await scan(world, await world.aUser(), code), listing);
  const body = {
    ...{
      status,
      booking_reference: `R${id.slice(0, 8)}`,
      amount: dollars,
      check_in_date: hawaiiDay(world.clock.now()),
    },
    reason: 'Told by phone',
  };
  const cookie = await again(world, admin);
  const reply = await world.call(`PATCH /api/bookings/${id}`, { cookie, body });
  expect(reply.status, reply.raw).toBe(200);
  return id;
}
