import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { desktop, iphone } from './browsers.ts';
import { daysBefore } from './demo-travelers.ts';
import type { ByAdmin } from './desk-stories.ts';
import type { Guide, GuidePlace } from './guide.ts';
import type { Act } from './past.ts';
import { Person } from './person.ts';
import { sell } from './sold.ts';
import { follow, join, scan } from './traveler.ts';

/** Bookings that a rule holds: of one the commission is voided, of another it is released. */
export function holds({ place, listing }: Guide, until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const on = (days: number) => hawaiiDay(new Date(at(days, '12:00')));
  const [brooke, celia] = [
    new Person('brooke.tanner', 'brooke.tanner@example.com', { address: '2001:db8:c:40::1', userAgent: desktop }),
    new Person('celia.moreno', 'celia.moreno@example.com', { address: '2001:db8:c:41::1', userAgent: iphone }),
  ];
  const [hire, hotel, far] = [place('windward-lihue'), place('kaiona-waikiki'), place('kaiona-wailea')];
  const [boat, lei] = [listing('napali-morning-boat'), listing('wailea-lei-hour')];
  const decide = (days: number, time: string, person: Person, decision: string, reason: string) =>
    byAdmin(days, time, async (past, admin) => {
      const { body } = await admin.ask(past, `GET /api/admin/holds?state=open&search=${person.email}`);
      const ids = (body.rows as { id: string }[]).map(({ id }) => id);
      // Where the present has made a passkey, it is asked for: the hold then waits for the present.
      const asked = { body: { ids, decision, reason }, key: `${decision} ${person.name}`, mayBe: [403] };
      if (ids.length > 0) await admin.ask(past, 'POST /api/admin/holds/decide', asked);
    });
  return [
    openAdvertised(brooke, at(44, '20:10'), hire, hire.cards[0]!),
    join(brooke, at(44, '20:14'), { name: 'Brooke Tanner', interests: ['Outdoor Adventures'] }),
    follow(brooke, at(44, '20:20'), hire, boat),
    ...sell(at(44, '20:24'), brooke, boat, { reference: '75810342', day: on(41), time: '07:30', guests: 2 }),
    decide(
      42,
      '09:50',
      brooke,
      'voided',
      'Whoever clicked a paid advertisement was led to this code. Our terms pay nothing for that.',
    ),
    scan(celia, at(38, '10:05'), hotel, hotel.cards[0]!),
    scan(celia, at(38, '10:21'), far, far.cards[0]!, 'scanner'),
    join(celia, at(38, '10:24'), { name: 'Celia Moreno', interests: ['Cultural Experiences'] }),
    follow(celia, at(38, '10:30'), far, lei),
    ...sell(at(38, '10:34'), celia, lei, { reference: '76120881', day: on(35), time: '10:00', guests: 2 }),
    decide(
      37,
      '09:20',
      celia,
      'released',
      'Her sister in Wailea sent her a photo of the card, and they went together.',
    ),
  ];
}

/** Whoever is taken on soon after was a guest before: no rule can see it until the trip is over. What is held then waits for a decision. */
export function guestBefore({ place, listing }: Guide, until: Date, person: Person): Act[] {
  const at = daysBefore(until);
  const [hotel, sail] = [place('kaiona-waikiki'), listing('koolau-bay-sails')];
  const day = hawaiiDay(new Date(at(27, '12:00')));
  return [
    scan(person, at(33, '17:05'), hotel, hotel.cards[1]!),
    join(person, at(33, '17:09'), { name: 'Ikaika Palakiko', interests: ['Outdoor Adventures'] }),
    follow(person, at(33, '17:15'), hotel, sail),
    ...sell(at(33, '17:19'), person, sail, { reference: '76355120', day, time: '08:30', guests: 2 }),
  ];
}

/** Opens the address of a card from an advertisement, whose network has added to it who clicked. */
const openAdvertised = (person: Person, at: number, { id }: GuidePlace, code: string): Act => ({
  at,
  do: (past) =>
    person.ask(past, `GET /location/${id}?qr=${code}&gclid=EAIaIQobChMI7demo&utm_source=google`, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    }),
});
