import { cardsPerSponsored } from '../../../contract/campaign-form.ts';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { Random } from '../generated-random.ts';
import { Weighted } from '../generated-random.ts';
import { bookAdvertised, notice } from './advertised-guests.ts';
import { book } from './booked.ts';
import { browserOf } from './browsers.ts';
import { type Campaigns, shownAt } from './campaign-plans.ts';
import type { Guide, GuideListing, GuidePlace } from './guide.ts';
import { fullName } from './names.ts';
import type { Act } from './past.ts';
import { Person } from './person.ts';
import { dayMs, momentOf } from './rhythm.ts';
import { follow, join, look, save, scan } from './traveler.ts';

/** What visitors find: places with their lists, and what is sponsored in these. */
export interface Walked {
  guide: Guide;
  campaigns: Campaigns;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

const otherPlaceChance = 0.25;
const oldCardChance = 0.03;
const againChance = 0.1;
const looksChance = 0.8;
const travelerChance = 0.17;

/** What people are there for, by how much they like it: what stands first in a list is looked at most. */
const byPosition = (place: GuidePlace) => new Weighted(place.listings, (_, index) => 1 / (index + 2));

/** A visitor who arrives at a place at a moment: what they scan and look at over some days, and whether they book. */
export function stay(random: Random, walked: Walked, place: GuidePlace, arrival: number, number: number): Act[] {
  const { guide, campaigns } = walked;
  const person = new Person(`guest ${number}`, `guest-${number}@example.com`, browserOf(random, number, place));
  const acts = opening(random, walked, person, place, arrival);
  const firstDay = hawaiiDayStart(new Date(arrival)).getTime();
  const furtherScans = random.pick([0, 0, 0, 1, 1, 2, 3]);
  for (let scanned = 1; scanned <= furtherScans; scanned++) {
    const at = momentOf(random, place.kind, firstDay + scanned * dayMs);
    const near = guide.places.filter(({ island }) => island === place.island);
    acts.push(...opening(random, walked, person, random.chance(otherPlaceChance) ? random.pick(near) : place, at));
  }
  if (random.chance(travelerChance))
    acts.push(...travel(random, person, place, arrival + random.whole(3, 25) * minuteMs));
  else acts.push(...bookAdvertised(campaigns, person, place, arrival + 4 * minuteMs));
  return acts;
}

/** A card is opened, perhaps twice, and its list looked through. */
function opening(random: Random, { guide, campaigns }: Walked, person: Person, place: GuidePlace, at: number): Act[] {
  const isOld = place.oldCards.length > 0 && random.chance(oldCardChance * 4);
  const code = random.pick(isOld ? place.oldCards : place.cards);
  const way = random.chance(0.7) ? 'camera' : 'scanner';
  const acts = [scan(person, at, guide.place(place.key), code, way)];
  if (random.chance(againChance)) acts.push(scan(person, at + random.whole(15, 500) * secondMs, place, code, way));
  if (!isOld && random.chance(looksChance)) {
    const lookedAt = at + random.whole(20, 150) * secondMs;
    const events = eventsOf(random, place);
    acts.push(look(person, lookedAt, code, events));
    if (events.length > cardsPerSponsored && shownAt(campaigns, place, lookedAt).length > 0)
      acts.push(notice(person, lookedAt + 20 * secondMs, place));
  }
  return acts;
}

/** What a page reports of somebody who looks through a place's list, as it words it. */
function eventsOf(random: Random, { id, listings }: GuidePlace): object[] {
  const seen = listings.slice(0, random.whole(2, listings.length)).map((listing) => ({
    event_type: 'listing_impression',
    business_listing_id: listing.id,
    event_data: { list: `location/${id}` },
  }));
  const liked = random.pick(listings.slice(0, 5));
  const ofLiked = { business_listing_id: liked.id, event_data: { listing_name: liked.name, category: liked.category } };
  return [
    ...seen,
    ...(random.chance(0.25) ? mapEvents(random, listings) : []),
    ...(random.chance(0.3) ? [{ event_type: 'advertiser_content_view', ...ofLiked }] : []),
    ...(random.chance(0.08) ? [{ event_type: 'advertiser_external_navigation', ...ofLiked }] : []),
  ];
}

function mapEvents(random: Random, listings: readonly GuideListing[]): object[] {
  const isFound = random.chance(0.6);
  const pins_count = listings.length;
  return [
    isFound
      ? { event_type: 'location_permission_granted', event_data: { accuracy: random.whole(5, 80) } }
      : { event_type: 'location_permission_denied', event_data: { error: 'User denied Geolocation' } },
    {
      event_type: 'map_initialized',
      event_data: { pins_count, clusters_count: 0, has_user_location: isFound, map_mode: 'standard' },
    },
    { event_type: 'map_pin_clicked', business_listing_id: random.pick(listings).id, event_data: { zoom_level: 12 } },
  ];
}

/** Signs in, keeps what looks good, and books most of the time. */
function travel(random: Random, person: Person, place: GuidePlace, at: number): Act[] {
  const liked = byPosition(place);
  const name = random.chance(0.7) ? { name: fullName(random) } : {};
  const acts = [
    join(person, at, { ...name, interests: [random.pick(['Food & Dining', 'Outdoor Adventures', 'Local Events'])] }),
  ];
  if (random.chance(0.5)) {
    const notes = [undefined, undefined, 'For the last evening.', 'Ask about the early start.', 'Rainy day.'];
    acts.push(save(person, at + random.whole(1, 4) * minuteMs, liked.draw(random), random.pick(notes)));
  }
  const wanted = new Set([...Array(random.pick([0, 1, 1, 1, 2]))].map(() => liked.draw(random)));
  let later = at + random.whole(4, 15) * minuteMs;
  for (const listing of wanted) {
    if (listing.booking_url) acts.push(...book(random, person, listing, later, follow(person, later, place, listing)));
    later += random.whole(20, 1_500) * minuteMs;
  }
  return acts;
}
