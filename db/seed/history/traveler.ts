import type { GuideListing, GuidePlace } from './guide.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';

/** Opens a printed card: with the phone's own camera, whose browser then shows the place, or in the guide's scanner. */
export function scan(
  person: Person,
  at: number,
  place: GuidePlace,
  code: string,
  way: 'camera' | 'scanner' = 'camera',
): Act {
  return {
    at,
    do: async (past) => {
      await person.beThemselves(past);
      if (way === 'camera')
        return await person.ask(past, `GET /location/${place.id}?qr=${code}`, { headers: fromCamera });
      // The card may be one that credits nobody any more.
      const body = { qr_code_id: code, device_info: { type: 'mobile' } };
      return await person.ask(past, 'POST /api/qr/scan', { body, key: `scan ${at}`, mayBe: [404, 409, 410] });
    },
  };
}
const fromCamera = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** What a page tells of what was looked at, with the code that the browser has scanned. */
export const look = (person: Person, at: number, qr_code_id: string, events: readonly object[]): Act => ({
  at,
  do: async (past) => {
    await person.beThemselves(past);
    const body = { events: events.map((event) => ({ ...event, qr_code_id })) };
    await person.ask(past, 'POST /api/analytics/events', { body, key: `events ${at}` });
  },
});

/** Signs in for the first time, and answers the first questions. */
export function join(person: Person, at: number, { name, ...answers }: { name?: string; interests: string[] }): Act {
  person.memberFrom = at;
  return {
    at,
    do: async (past) => {
      await person.signIn(past);
      await person.ask(past, 'POST /api/profiles', { body: answers, key: 'profile' });
      if (name) await person.ask(past, 'PUT /api/profiles', { body: { displayName: name } });
    },
  };
}

/** Keeps a listing for later. */
export const save = (person: Person, at: number, { id }: GuideListing, note?: string): Act => ({
  at,
  do: async (past) => {
    await person.signIn(past);
    await person.ask(past, `PUT /api/saved/${id}`, { body: { note } });
  },
});

/** Follows the booking link that a place shows of a listing. */
export const follow = (person: Person, at: number, place: GuidePlace, listing: GuideListing): Act => ({
  at,
  do: async (past) => {
    await person.signIn(past);
    const { body } = await person.ask(past, `GET /api/locations/${place.id}`);
    const shown = (body.experiences as { id: number; booking_url: string }[]).find(({ id }) => id === listing.id)!;
    await reachBooking(past, person, at, listing, shown.booking_url);
  },
});

/** Comes to a booking page by its link, as a page tells of it. */
export async function reachBooking(
  past: Past,
  person: Person,
  at: number,
  { id, name, category }: GuideListing,
  booking_url: string,
): Promise<void> {
  await person.ask(past, 'POST /api/qr/booking-conversion', {
    body: { business_listing_id: id, booking_url },
    key: `click ${at}`,
  });
  const event = { event_type: 'booking_initiated', business_listing_id: id };
  await person.ask(past, 'POST /api/analytics/events', {
    body: { ...event, event_data: { listing_name: name, category } },
    key: `booking ${at}`,
  });
}

export interface Trip {
  reference: string;
  /** Of Hawaiʻi, as `2026-11-21` and `08:30`. */
  day: string;
  time?: string;
  untilDay?: string;
  guests: number;
}

/** "I booked this": what the platform has told them. */
export const tellDetails = (person: Person, at: number, listing: GuideListing, trip: Trip): Act => ({
  at,
  do: async (past) => {
    const { id } = await bookingOf(past, person, listing);
    await person.ask(past, `PUT /api/bookings/${id}/details`, {
      body: {
        ...{ booking_reference: trip.reference, guest_count: trip.guests },
        ...{ check_in_date: trip.day, check_in_time: trip.time, check_out_date: trip.untilDay },
      },
    });
  },
});

/** Says how it was, once it is over. */
export const review = (
  person: Person,
  at: number,
  listing: GuideListing,
  rating: number,
  words: string | null,
): Act => ({
  at,
  do: async (past) => {
    const { id } = await bookingOf(past, person, listing);
    await person.ask(past, 'POST /api/reviews', { body: { booking_id: id, rating, words }, key: `review ${at}` });
  },
});

/** Somebody's newest booking of a listing, as their own list has it. */
async function bookingOf(past: Past, person: Person, listing: GuideListing): Promise<{ id: string }> {
  await person.signIn(past);
  const { body } = await person.ask(past, 'GET /api/bookings');
  return (body as { id: string; business_listing_id: number }[]).find((one) => one.business_listing_id === listing.id)!;
}
