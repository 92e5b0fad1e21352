import { anInvitation } from '../../access-world.ts';
import { aMember, organisationOf } from '../../an-organisation.ts';
import type { GoogleWorld } from '../../google-flow.ts';
import type { TestUser } from '../../world.ts';

/** What one person's requests may name and another's may not. */
export interface Belongings {
  bookings: string[];
  organisation: string | undefined;
  staff: string[];
  staffInvitations: string[];
  places: number[];
  codes: string[];
}

const some = 8;

/**
 * Brings a person what their role has: a traveler bookings with a day, a partner a place with a code, an owner an organisation with staff,
 * present and invited.
 */
export async function bringBelongings(world: GoogleWorld, user: TestUser, listing_id: number): Promise<Belongings> {
  const belongings: Belongings = {
    bookings: [],
    organisation: await organisationOf(world, user.id),
    staff: [],
    staffInvitations: [],
    places: [],
    codes: [],
  };
  if (user.role === 'traveler')
    belongings.bookings.push(await world.aBooking({ user_id: user.id, listing_id, check_in_date: '2026-12-20' }));
  if (user.role === 'partner') {
    const location_id = await world.aPlace({ partner_id: user.id, listings: [listing_id] });
    belongings.places.push(location_id);
    belongings.codes.push((await world.aCode({ location_id })).code);
  }
  for (let at = 0; at < some; at++) await bringStaff(world, belongings);
  return belongings;
}

/** One more of the staff of an owner's organisation, and one who is invited. */
export async function bringStaff(world: GoogleWorld, { organisation, staff, staffInvitations }: Belongings) {
  if (!organisation) return;
  const member = await aMember(world, organisation);
  staff.push(member.id);
  const { id } = await anInvitation(world, `clerk-${member.id}@hotel.example`);
  const mark = { organisation_id: organisation, closed_at: world.clock.now() };
  await world.db.updateTable('invitations').set(mark).where('id', '=', id).execute();
  staffInvitations.push(id);
}
