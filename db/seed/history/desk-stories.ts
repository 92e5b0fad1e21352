import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { desktop, iphone, pixel } from './browsers.ts';
import { daysBefore } from './demo-travelers.ts';
import type { Guide } from './guide.ts';
import type { Act, Past } from './past.ts';
import { Person } from './person.ts';
import { sell } from './sold.ts';
import { follow, join, review, scan, tellDetails } from './traveler.ts';

/** Does something as the administrator, signed in. */
export type ByAdmin = (days: number, time: string, act: (past: Past, admin: Person) => Promise<unknown>) => Act;

const aTraveler = (name: string, number: number, userAgent = iphone) =>
  new Person(name, `${name}@example.com`, { address: `2001:db8:c:${number}::1`, userAgent });

/** Travelers who miss a booking, and what they are told; one still waits. */
export function inquiries({ listing }: Guide, until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const ask = (person: Person, days: number, time: string, question: object): Act => ({
    at: at(days, time),
    do: async (past) => {
      await person.signIn(past);
      await person.ask(past, 'POST /api/bookings/inquiries', { body: question, key: 'inquiry' });
    },
  });
  const answer = (days: number, time: string, person: Person, status: string, note: string) =>
    byAdmin(days, time, async (past, admin) => {
      const { body } = await admin.ask(past, 'GET /api/bookings/inquiries?limit=100');
      const asked = (body.rows as { id: string; traveler: { email: string } }[]).find(
        (one) => one.traveler.email === person.email,
      )!;
      await admin.ask(past, `PATCH /api/bookings/inquiries/${asked.id}`, { body: { status, note } });
    });
  const [dana, felix, kenji] = [
    aTraveler('dana.whitlock', 1),
    aTraveler('felix.brandt', 2, pixel),
    new Person('kenji at home', 'traveler2@example.com', { address: '2001:db8:b:2::4', userAgent: pixel }),
  ];
  return [
    join(dana, at(34, '12:10'), { name: 'Dana Whitlock', interests: ['Outdoor Adventures'] }),
    ask(dana, 34, '12:20', {
      ...{ business_listing_id: listing('koolau-bay-sails').id, booking_platform: 'fareharbor' },
      ...{ booking_reference: 'FH-76655012', note: 'Paid on Tuesday, and it is not on my list.' },
    }),
    answer(
      33,
      '10:20',
      dana,
      'resolved',
      'We found it: it was booked without our link, and your place on the boat is safe.',
    ),
    join(felix, at(19, '20:05'), { name: 'Felix Brandt', interests: ['Food & Dining'] }),
    ask(felix, 19, '20:11', { experience_name: 'A dinner in Līhuʻe', booking_platform: 'external' }),
    answer(18, '09:35', felix, 'dismissed', 'That restaurant is not in our guide. It takes bookings by telephone.'),
    ask(kenji, 4, '21:30', {
      ...{ business_listing_id: listing('makawao-woodturners').id, booking_platform: 'fareharbor' },
      note: 'I paid for the bowl class last week, and I cannot see it here.',
    }),
  ];
}

/** A review that advertises is hidden, and a booking that only the traveler can tell of is confirmed by hand. */
export function decisions({ place, listing }: Guide, until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const [rick, owen] = [aTraveler('rick.sunset', 3), aTraveler('owen.pike', 4, desktop)];
  const hotel = place('kaiona-waikiki');
  const [reef, dinner] = [listing('kaimana-reef-swims'), listing('laukani-dining-room')];
  const on = (days: number) => hawaiiDay(new Date(at(days, '12:00')));
  const table = { reference: 'LKN 0417', day: on(26), time: '18:30', guests: 4 };
  const loud = 'Nice, but my cousin goes to the same reef for half. Call 808-555-0199!';
  return [
    scan(rick, at(53, '09:10'), hotel, hotel.cards[0]!),
    join(rick, at(53, '09:14'), { name: 'Rick', interests: ['Nightlife'] }),
    follow(rick, at(53, '09:20'), hotel, reef),
    ...sell(at(53, '09:25'), rick, reef, { reference: '75210087', day: on(52), time: '08:30', guests: 1 }),
    review(rick, at(50, '22:40'), reef, 3, loud),
    byAdmin(49, '09:05', async (past, admin) => {
      const { body } = await admin.ask(past, 'GET /api/reviews?limit=100');
      const found = (body.rows as { id: string; words: string | null }[]).find(({ words }) => words === loud)!;
      const decision = { hidden: true, reason: 'An advertisement with a telephone number.' };
      await admin.ask(past, `PATCH /api/reviews/${found.id}`, { body: decision });
    }),
    scan(owen, at(28, '10:30'), hotel, hotel.cards[1]!),
    join(owen, at(28, '10:36'), { name: 'Owen Pike', interests: ['Food & Dining'] }),
    follow(owen, at(28, '10:41'), hotel, dinner),
    ...sell(at(28, '10:50'), owen, dinner, table),
    tellDetails(owen, at(28, '11:02'), dinner, table),
    byAdmin(28, '16:10', async (past, admin) => {
      const { body } = await admin.ask(past, 'GET /api/bookings?status=pending&limit=500');
      const told = (body as { id: string; traveler: { email: string } }[]).find(
        (one) => one.traveler.email === owen.email,
      )!;
      const sale = past.books.sales.find(({ reference }) => reference === table.reference)!;
      const reason = 'The restaurant has confirmed it by telephone.';
      const decision = { status: 'confirmed', amount: sale.cents / 100, reason };
      await admin.ask(past, `PATCH /api/bookings/${told.id}`, { body: decision });
    }),
  ];
}

/** Accounts that were made to send junk, suspended one by one and all together; the host of an operator's pages, allowed. */
export function accounts(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const junk = ['win-a-trip', 'lottery-desk-1', 'lottery-desk-2', 'lottery-desk-3'].map((name, index) =>
    aTraveler(name, 10 + index, desktop),
  );
  return [
    ...junk.map((person, index) => join(person, at(22, `03:1${index}`), { interests: ['Shopping'] })),
    byAdmin(21, '09:00', async (past, admin) => {
      const { body } = await admin.ask(past, `GET /api/admin/users?search=${junk[0]!.email}`);
      const state = { state: 'suspended', reason: 'Writes to other guests about prizes.' };
      await admin.ask(past, `PUT /api/admin/users/${body.rows[0].id}/state`, { body: state });
    }),
    byAdmin(21, '09:06', async (past, admin) => {
      const search = 'lottery-desk';
      const { body } = await admin.ask(past, `GET /api/admin/users?search=${search}`);
      await admin.ask(past, 'POST /api/admin/users/suspend-matching', {
        body: { search, seen: body.digest, reason: 'The same sender under three addresses.' },
        key: 'lottery',
      });
    }),
    byAdmin(33, '10:30', (past, admin) =>
      // Where somebody of the present has been quicker, theirs stay.
      admin.ask(past, 'PUT /api/embed-hosts', {
        body: { hosts: ['morningtable.example'], replaces: [] },
        mayBe: [409],
      }),
    ),
  ];
}

/** What pages reported that failed, and what became of it. */
export function faults(until: Date, byAdmin: ByAdmin): Act[] {
  const at = daysBefore(until);
  const page = (number: number) => aTraveler(`page ${number}`, 30 + number, number % 3 ? iphone : pixel);
  const report = (fault: Fault, number: number, days: number, time: string): Act => ({
    at: at(days, time),
    do: (past) => {
      const { message, path, stack, severity } = fault(past.settings.publicUrl);
      const error = { message, stack, severity, url: `${past.settings.publicUrl}${path}` };
      return page(number).ask(past, 'POST /api/errors/track', {
        body: { ...error, error_id: `E${number}-${days}-DEMO`, error_type: 'react_error_boundary' },
      });
    },
  });
  const settle = (days: number, time: string, word: string, state: string, reason: string) =>
    byAdmin(days, time, async (past, admin) => {
      const { body } = await admin.ask(past, `GET /api/admin/faults?search=${word}`);
      await admin.ask(past, `PUT /api/admin/faults/${body.rows[0].id}/state`, { body: { state, reason } });
    });
  return [
    ...[70, 61, 44, 38, 22, 9, 3].map((days, index) => report(notFetched, index, days, `1${index}:25`)),
    ...[57, 56, 55].map((days, index) => report(noMap, 10 + index, days, '11:48')),
    settle(54, '10:05', 'getCenter', 'resolved', 'The map is asked only once it is there.'),
    report(noMap, 14, 16, '18:31'),
    ...[36, 27].map((days, index) => report(fullDevice, 20 + index, days, '08:02')),
    settle(26, '09:45', 'quota', 'ignored', 'The phone is full; the guide goes on without.'),
    {
      at: at(9, '15:27'),
      do: (past) =>
        page(5).ask(past, 'POST /api/errors/report', {
          body: {
            error_id: 'E5-9-DEMO',
            user_report: true,
            additional_context: 'On the ferry, between two bars of signal.',
          },
          key: 'words',
        }),
    },
  ];
}

type Fault = (publicUrl: string) => { message: string; path: string; stack: string; severity: string };

const notFetched: Fault = (publicUrl) => ({
  message: `Failed to fetch dynamically imported module: ${publicUrl}/assets/explore-B7c2dQ1x.js`,
  path: '/explore',
  stack: `TypeError: Failed to fetch dynamically imported module\n    at ${publicUrl}/assets/first-Dk29fLmz.js:2:4410`,
  severity: 'low',
});
const noMap: Fault = (publicUrl) => ({
  message: "undefined is not an object (evaluating 'map.getCenter')",
  path: '/explore',
  stack: `moved@${publicUrl}/assets/explore-map-Qx81hJ0v.js:1:2204`,
  severity: 'high',
});
const fullDevice: Fault = (publicUrl) => ({
  message: 'The quota has been exceeded.',
  path: '/location/1',
  stack: `keep@${publicUrl}/assets/parts-Zt40sWc9.js:1:918`,
  severity: 'medium',
});
