import { hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { iphone, pixel } from './browsers.ts';
import type { Guide } from './guide.ts';
import type { Act } from './past.ts';
import { Person } from './person.ts';
import { dayMs } from './rhythm.ts';
import { follow, look, review, save, scan, tellDetails, tellNews } from './traveler.ts';

/** Moments told from the end of the history: `(3, '16:20')` is the afternoon three days ago, in Hawaiʻi. */
export const daysBefore = (until: Date) => {
  const today = hawaiiDayStart(until).getTime();
  return (days: number, time: string): number => {
    const [hours, minutes] = time.split(':').map(Number) as [number, number];
    return today - days * dayMs + (hours * 60 + minutes) * 60_000;
  };
};

/** What Maya of the demo has done on Oʻahu: two trips behind her, of which she has reviewed one, and one before her. */
export function mayasDays({ place, listing }: Guide, until: Date): Act[] {
  const at = daysBefore(until);
  const on = (days: number) => hawaiiDay(new Date(at(days, '12:00')));
  const maya = new Person('maya', 'traveler@example.com', { address: '2001:db8:a:1::7', userAgent: iphone });
  maya.memberFrom = at(12, '17:42');
  const [hotel, lodge] = [place('kaiona-waikiki'), place('kaiona-turtle-shore')];
  const [walk, kapa, music] = [
    listing('leahi-first-light-walk'),
    listing('kaimuki-kapa-studio'),
    listing('slack-key-sundown'),
  ];
  const [kayaks, supper] = [listing('kahana-bay-kayaks'), listing('kalaeloa-luau')];
  const news = (days: number, time: string, ...told: [typeof walk, Parameters<typeof tellNews>[3]]) =>
    tellNews(at(days, time), maya.email, ...told);
  return [
    scan(maya, at(12, '17:40'), hotel, hotel.cards[0]!),
    look(maya, at(12, '17:41'), seenIn(hotel, 9)),
    save(maya, at(12, '17:44'), listing('manoa-valley-rain-walk'), 'Take the small umbrellas.'),
    save(maya, at(12, '17:45'), listing('kapahulu-poke-counter')),
    follow(maya, at(12, '18:05'), hotel, walk),
    tellDetails(maya, at(12, '18:12'), walk, { reference: 'LFL-20418', day: on(10), time: '05:30', guests: 2 }),
    news(12, '19:02', walk, { status: 'confirmed', booking_reference: 'LFL-20418', amount: 98 }),
    scan(maya, at(11, '08:10'), hotel, hotel.cards[1]!, 'scanner'),
    follow(maya, at(11, '08:21'), hotel, kapa),
    tellDetails(maya, at(11, '08:27'), kapa, { reference: 'FH-77120364', day: on(7), time: '13:30', guests: 2 }),
    news(11, '08:40', kapa, { status: 'confirmed', booking_reference: 'FH-77120364', amount: 190 }),
    news(10, '11:00', walk, { status: 'completed' }),
    review(
      maya,
      at(9, '20:15'),
      walk,
      5,
      'Started in the dark with a thermos and came down with a sunrise. Our guide knew every turn.',
    ),
    follow(maya, at(9, '20:30'), hotel, music),
    news(9, '21:10', music, { status: 'confirmed', booking_reference: 'FH-77125518', amount: 116 }),
    news(8, '09:30', music, { status: 'cancelled' }),
    news(7, '17:00', kapa, { status: 'completed' }),
    scan(maya, at(3, '16:20'), lodge, lodge.cards[0]!),
    look(maya, at(3, '16:22'), seenIn(lodge, 7)),
    save(maya, at(3, '16:25'), listing('haleiwa-shave-ice'), 'After the beach, before four.'),
    follow(maya, at(3, '16:31'), lodge, kayaks),
    tellDetails(maya, at(3, '16:38'), kayaks, { reference: 'FH-77190042', day: on(-4), time: '08:30', guests: 2 }),
    news(3, '16:55', kayaks, { status: 'confirmed', booking_reference: 'FH-77190042', amount: 136 }),
    scan(maya, at(1, '19:25'), lodge, lodge.cards[1]!),
    follow(maya, at(1, '19:30'), lodge, supper),
  ];
}

/** What Kenji of the demo has done on Maui. */
export function kenjisDays({ place, listing }: Guide, until: Date): Act[] {
  const at = daysBefore(until);
  const on = (days: number) => hawaiiDay(new Date(at(days, '12:00')));
  const kenji = new Person('kenji', 'traveler2@example.com', { address: '2001:db8:b:1::4', userAgent: pixel });
  kenji.memberFrom = at(20, '15:10');
  const [hotel, cafe] = [place('kaiona-wailea'), place('morning-paia')];
  const [lei, road, wood] = [listing('wailea-lei-hour'), listing('hana-slow-road'), listing('makawao-woodturners')];
  const [bites, sail] = [listing('wailuku-market-street-bites'), listing('napili-sunset-sail')];
  const news = (days: number, time: string, ...told: [typeof lei, Parameters<typeof tellNews>[3]]) =>
    tellNews(at(days, time), kenji.email, ...told);
  return [
    scan(kenji, at(20, '15:05'), hotel, hotel.cards[0]!),
    look(kenji, at(20, '15:07'), seenIn(hotel, 8)),
    follow(kenji, at(20, '15:20'), hotel, lei),
    tellDetails(kenji, at(20, '15:26'), lei, { reference: 'FH-76901177', day: on(18), time: '10:00', guests: 1 }),
    news(20, '15:45', lei, { status: 'confirmed', booking_reference: 'FH-76901177', amount: 52 }),
    news(18, '13:00', lei, { status: 'completed' }),
    review(kenji, at(17, '21:40'), lei, 4, 'Quiet hands, patient teaching. The room was a little warm.'),
    scan(kenji, at(16, '07:35'), cafe, cafe.cards[0]!),
    look(kenji, at(16, '07:37'), seenIn(cafe, 6)),
    save(kenji, at(16, '07:39'), listing('upcountry-saturday-market'), 'Saturday, before nine.'),
    save(kenji, at(16, '07:40'), wood),
    follow(kenji, at(16, '07:52'), cafe, road),
    news(16, '09:10', road, { status: 'confirmed', booking_reference: 'VI-31882904', amount: 219 }),
    news(14, '19:30', road, { status: 'completed' }),
    review(kenji, at(13, '12:10'), road, 5, 'Twelve hours, no hurry, and banana bread twice.'),
    follow(kenji, at(6, '18:15'), cafe, bites),
    news(6, '18:40', bites, { status: 'confirmed', booking_reference: 'VI-31940777', amount: 88 }),
    news(5, '07:00', bites, { status: 'cancelled' }),
    scan(kenji, at(2, '17:10'), hotel, hotel.cards[1]!, 'scanner'),
    follow(kenji, at(2, '17:22'), hotel, sail),
    tellDetails(kenji, at(2, '17:28'), sail, { reference: 'FH-77201533', day: on(-2), time: '16:30', guests: 2 }),
    news(2, '18:00', sail, { status: 'confirmed', booking_reference: 'FH-77201533', amount: 340 }),
    follow(kenji, at(1, '20:05'), hotel, wood),
  ];
}

/** What was in sight of a place's list. */
const seenIn = ({ id, listings }: { id: number; listings: readonly { id: number }[] }, count: number) =>
  listings.slice(0, count).map((one) => ({
    event_type: 'listing_impression',
    business_listing_id: one.id,
    event_data: { list: `location/${id}` },
  }));
