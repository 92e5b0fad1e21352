import { randomUUID } from 'node:crypto';
import { preparePayout } from '../../server/features/commission/payouts.ts';
import { findBalances } from '../../server/features/commission/statements.store.ts';
import { withClient } from '../../server/platform/database/database-client.ts';
import { aCommission } from '../ledger-rows.ts';
import { aDoneWork } from '../work-rows.ts';
import type { World } from '../world.ts';
import { ownerOf } from './owner.ts';
import { aHouse } from './walls-world.ts';

export const houseRoles = ['traveler', 'partner', 'advertiser', 'staff'] as const;

/**
 * A house in which everything that others may not read has this word in it, and a file of each of its people. What it has earned has no
 * words: there its figures tell, which are nobody else's.
 */
export async function aMarkedHouse(world: World, word: string) {
  const house = await aHouse(world);
  const people = houseRoles.map((role) => house[role].id);
  const mark = (table: string, set: string, where: string, values: unknown[] = [people]) =>
    world.database.pool.query(`update ${table} set ${set} where ${where}`, [word, ...values]);
  const ofPeople = 'user_id = any ($2)';
  await mark('users', `name = $1, given_name = $1, email = $1 || '-' || email`, 'id = any ($2)');
  await mark(
    'profiles',
    `organization_name = $1, phone = $1, location = $1, preferences = jsonb_build_object('word', $1::text)`,
    ofPeople,
  );
  await mark('sessions', 'user_agent = $1', ofPeople);
  await mark('passkeys', 'name = $1', ofPeople);
  // The application itself changes no name of a file.
  await withClient(await ownerOf(world), { application_name: 'marks' }, (owner) =>
    owner.query('update uploads set name = $1 where user_id = any ($2)', [word, people]),
  );
  await mark('saved_listings', 'note = $1', ofPeople);
  await mark(
    'bookings',
    `reference = $1, claimed_reference = $1, contact_info = $1, transaction_id = $1 || transaction_id`,
    ofPeople,
  );
  await mark('booking_inquiries', 'listing_text = $1, reference = $1, note = $1, answer = $1', ofPeople);
  await mark('organisations', 'name = $1', 'id = any ($2)', [[house.hotel, house.agency]]);
  await mark('invitations', `organization_name = $1, notes = $1, invited_email = $1 || '@hotel.example'`, 'id = $2', [
    house.invitation,
  ]);
  const earned = await anEarning(world, house.hotel, word);
  const files = await Promise.all(people.map((id) => aDoneWork(world, id, word)));
  const idsOf = async (table: 'sessions' | 'passkeys') =>
    (await world.db.selectFrom(table).select('id').where('user_id', 'in', people).execute()).map(({ id }) => id);
  const [sessions, passkeys] = [await idsOf('sessions'), await idsOf('passkeys')];
  return {
    ...house,
    word,
    words: [word, ...earned.figures],
    earned: earned.booking,
    people,
    files,
    sessions,
    passkeys,
  };
}
export type MarkedHouse = Awaited<ReturnType<typeof aMarkedHouse>>;

let houses = 0;

/** A commission of an experience of this name, that a payout has taken, and one that none has; with the figures they are told in. */
async function anEarning(world: World, organisation: string, word: string) {
  const earned = { amount_cents: 81_234_560 + 1_111_200 * houses++ };
  const booking = await aCommission(world, organisation, word, earned);
  const actor = { userId: (await world.aUser()).id, requestId: 'test' };
  const payout = await preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisation);
  const { listing_id } = await world.db
    .selectFrom('bookings')
    .select('listing_id')
    .where('id', '=', booking)
    .executeTakeFirstOrThrow();
  // No longer in the guide, where everybody would read its name.
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', listing_id).execute();
  const { partner_cents } = await world.db
    .selectFrom('commissions')
    .select('partner_cents')
    .where('booking_id', '=', booking)
    .executeTakeFirstOrThrow();
  const balances = [...(await findBalances(world.db, organisation)).values()].filter((cents) => cents > 1_000_000);
  const figures = [earned.amount_cents, partner_cents, payout!.cents, ...balances].map((cents) => String(cents / 100));
  return { booking, figures: [...new Set(figures)] };
}

/** What an answer has of a house's that was not in what was asked. */
export const toldOf = ({ words }: MarkedHouse, told: string, asked: string): string[] =>
  words.filter((word) => told.includes(word) && !asked.includes(word));
