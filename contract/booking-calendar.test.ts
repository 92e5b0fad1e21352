import { expect, test } from 'vitest';
import { bookingCalendar, type CalendarBooking } from './booking-calendar.ts';

const now = new Date('2026-11-21T20:00:00Z');
const booking: CalendarBooking = {
  id: '0b0f7a1e-1111-4222-8333-444455556666',
  business_listing_name: 'Reef Walk',
  booking_reference: 'FH-1',
  status: 'confirmed',
  check_in_date: '2026-12-24',
  check_in_time: '15:30',
  check_out_date: null,
  guest_count: 2,
  location_address: null,
};
const fileOf = (change: Partial<CalendarBooking> = {}, productName = 'Holoholo') =>
  bookingCalendar({ ...booking, ...change }, productName, now)!;

/** Reads a file as RFC 5545 says: unfolds, splits at the first colon, takes the escapes away. */
function read(file: string): Record<string, string> {
  expect(file.endsWith('\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = file.replaceAll('\r\n ', '').split('\r\n').slice(0, -1);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = line.match(/^([A-Z;=-]+):(.*)$/)!;
      return [name!, value!.replace(/\\([\\;,n])/g, (_, sign) => (sign === 'n' ? '\n' : sign))];
    }),
  );
}

test('a booking with a time begins at that instant of Hawaiʻi, in UTC', () => {
  expect(read(fileOf())).toMatchObject({
    BEGIN: 'VEVENT',
    UID: booking.id,
    DTSTAMP: '20261121T200000Z',
    DTSTART: '20261225T013000Z',
    SUMMARY: 'Reef Walk',
    DESCRIPTION: 'Reference: FH-1\nParty of 2',
    STATUS: 'CONFIRMED',
    VERSION: '2.0',
    PRODID: '-//Holoholo//Bookings//EN',
  });
});

test('a booking without a time takes the day, a stay its days', () => {
  const day = read(fileOf({ check_in_time: null }));
  expect([day['DTSTART;VALUE=DATE'], day['DTEND;VALUE=DATE']]).toEqual(['20261224', '20261225']);
  const stay = read(fileOf({ check_out_date: '2026-12-31' }));
  expect([stay['DTSTART;VALUE=DATE'], stay['DTEND;VALUE=DATE']]).toEqual(['20261224', '20270101']);
  expect(bookingCalendar({ ...booking, check_in_date: null }, 'Holoholo', now)).toBeUndefined();
});

test.each([
  'Surf; Sand, Sun \\ Salt',
  'Two\nlines\r\nBEGIN:VALARM\rEND:VCALENDAR',
  'Hāʻena '.repeat(40),
  '🌺🐢🏄‍♀️'.repeat(30),
  'x'.repeat(300),
  'A\u0000B\u0007C\u2028D',
  ' leading and trailing ',
])('a name such as %j stays a name', (name) => {
  const file = fileOf({ business_listing_name: name, location_address: name }, name);
  const plain = name.replace(/\r\n?|\u2028/g, '\n').replace(/[^\P{Cc}\n]/gu, '');
  const fields = read(file);
  expect(fields.SUMMARY).toBe(plain);
  expect(fields.LOCATION).toBe(plain);
  expect(file.match(/^BEGIN:/gm)).toHaveLength(2);
  expect(file.match(/^END:/gm)).toHaveLength(2);
});
