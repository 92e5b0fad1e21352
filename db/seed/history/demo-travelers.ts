import { hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { iphone, pixel } from './browsers.ts';
import type { Guide } from './guide.ts';
import type { Act } from './past.ts';
import { Person } from './person.ts';
import { dayMs } from './rhythm.ts';
import { callOff, sell } from './sold.ts';
import { follow, look, review, save, scan, type Trip, tellDetails } from './traveler.ts';

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
  const [toWalk, toDye, toSail] = [
    trip('BR-318204187', on(10), '05:30', 2),
    trip('77120364', on(7), '13:30', 2),
    trip('77190042', on(-4), '08:30', 2),
  ];
  return [
    scan(maya, at(12, '17:40'), hotel, hotel.cards[0]!),
    look(maya, at(12, '17:41'), hotel.cards[0]!, seenIn(hotel, 9)),
    save(maya, at(12, '17:44'), listing('manoa-valley-rain-walk'), 'Take the small umbrellas.'),
    save(maya, at(12, '17:45'), listing('kapahulu-poke-counter')),
    follow(maya, at(12, '18:05'), hotel, walk),
    ...sell(at(12, '18:09'), maya, walk, { ...toWalk, isSilent: true }),
    tellDetails(maya, at(12, '18:12'), walk, toWalk),
    scan(maya, at(11, '08:10'), hotel, hotel.cards[1]!, 'scanner'),
    follow(maya, at(11, '08:21'), hotel, kapa),
    ...sell(at(11, '08:25'), maya, kapa, { ...toDye, isSilent: true }),
    tellDetails(maya, at(11, '08:27'), kapa, toDye),
    review(
      maya,
      at(9, '20:15'),
      walk,
      5,
      'Started in the dark with a thermos and came down with a sunrise. Our guide knew every turn.',
    ),
    follow(maya, at(9, '20:30'), hotel, music),
    ...sell(at(9, '20:34'), maya, music, trip('77125518', on(5), '17:00', 2)),
    ...callOff(at(8, '09:30'), music, '77125518'),
    scan(maya, at(3, '16:20'), lodge, lodge.cards[0]!),
    look(maya, at(3, '16:22'), lodge.cards[0]!, seenIn(lodge, 7)),
    save(maya, at(3, '16:25'), listing('haleiwa-shave-ice'), 'After the beach, before four.'),
    follow(maya, at(3, '16:31'), lodge, kayaks),
    ...sell(at(3, '16:35'), maya, kayaks, { ...toSail, isSilent: true }),
    tellDetails(maya, at(3, '16:38'), kayaks, toSail),
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
  const [toLei, toSail] = [trip('76901177', on(18), '10:00', 1), trip('77201533', on(-2), '16:30', 2)];
  return [
    scan(kenji, at(20, '15:05'), hotel, hotel.cards[0]!),
    look(kenji, at(20, '15:07'), hotel.cards[0]!, seenIn(hotel, 8)),
    follow(kenji, at(20, '15:20'), hotel, lei),
    ...sell(at(20, '15:24'), kenji, lei, { ...toLei, isSilent: true }),
    tellDetails(kenji, at(20, '15:26'), lei, toLei),
    review(kenji, at(17, '21:40'), lei, 4, 'Quiet hands, patient teaching. The room was a little warm.'),
    scan(kenji, at(16, '07:35'), cafe, cafe.cards[0]!),
    look(kenji, at(16, '07:37'), cafe.cards[0]!, seenIn(cafe, 6)),
    save(kenji, at(16, '07:39'), listing('upcountry-saturday-market'), 'Saturday, before nine.'),
    save(kenji, at(16, '07:40'), wood),
    follow(kenji, at(16, '07:52'), cafe, road),
    ...sell(at(16, '07:56'), kenji, road, trip('BR-318829041', on(14), '07:30', 1)),
    review(kenji, at(13, '12:10'), road, 5, 'Twelve hours, no hurry, and banana bread twice.'),
    follow(kenji, at(6, '18:15'), cafe, bites),
    ...sell(at(6, '18:20'), kenji, bites, trip('BR-319407772', on(4), '17:30', 1)),
    ...callOff(at(5, '07:00'), bites, 'BR-319407772'),
    scan(kenji, at(2, '17:10'), hotel, hotel.cards[1]!, 'scanner'),
    follow(kenji, at(2, '17:22'), hotel, sail),
    ...sell(at(2, '17:26'), kenji, sail, { ...toSail, isSilent: true }),
    tellDetails(kenji, at(2, '17:28'), sail, toSail),
    follow(kenji, at(1, '20:05'), hotel, wood),
  ];
}

const trip = (reference: string, day: string, time: string, guests: number): Trip & { time: string } => ({
  ...{ reference, day, time, guests },
});

/** What was in sight of a place's list. */
const seenIn = ({ id, listings }: { id: number; listings: readonly { id: number }[] }, count: number) =>
  listings.slice(0, count).map((one) => ({
    event_type: 'listing_impression',
    business_listing_id: one.id,
    event_data: { list: `location/${id}` },
  }));
