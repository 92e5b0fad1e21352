import { Random } from '../generated-random.ts';
import { book } from './booked.ts';
import { type Campaigns, shownAt } from './campaign-plans.ts';
import type { GuideListing, GuidePlace } from './guide.ts';
import { fullName } from './names.ts';
import type { Act, Past } from './past.ts';
import type { Person } from './person.ts';
import { join, reachBooking } from './traveler.ts';

const openChance = 0.16;
const clickChance = 0.07;
const bookingChance = 0.045;
const islandChance = 0.5;
const minuteMs = 60_000;

interface Card {
  campaign_id: string;
  experience: { id: number; name: string; booking_url: string | null };
}

/** What a place's page shows as sponsored. Their order is by ids, which each demo has its own of. */
async function cardsOf(past: Past, person: Person, place: GuidePlace): Promise<Card[]> {
  const { body } = await person.ask(past, `GET /api/sponsored?location=${place.id}`);
  return (body as Card[]).sort((one, other) => (one.experience.name < other.experience.name ? -1 : 1));
}

const told = ({ campaign_id, experience }: Card, place: GuidePlace, event_type: string) => ({
  ...{ event_type, business_listing_id: experience.id },
  event_data: { campaign: campaign_id, list: `location/${place.id}` },
});

/** Comes to the sponsored cards of a place's list: they are in sight, and one of them is perhaps opened, or followed. */
export const notice = (person: Person, at: number, place: GuidePlace): Act => ({
  at,
  do: async (past) => {
    await person.beThemselves(past);
    const cards = await cardsOf(past, person, place);
    if (cards.length === 0) return;
    const random = new Random(at);
    const liked = random.pick(cards);
    const events = [
      ...cards.map((card) => told(card, place, 'listing_impression')),
      ...(random.chance(openChance) ? [told(liked, place, 'sponsored_open')] : []),
      ...(random.chance(clickChance) ? [told(liked, place, 'sponsored_click')] : []),
    ];
    await person.ask(past, 'POST /api/analytics/events', { body: { events }, key: `sponsored ${at}` });
  },
});

/** Whoever likes a sponsored card signs in for it and books, most of the time. */
export function bookAdvertised(campaigns: Campaigns, person: Person, place: GuidePlace, at: number): Act[] {
  const random = new Random(at);
  const shown = shownAt(campaigns, place, at);
  if (shown.length === 0 || !random.chance(bookingChance)) return [];
  // What is of the island is what most came for.
  const { listing } = random.chance(islandChance) ? shown.at(-1)! : random.pick(shown);
  const name = fullName(random);
  return [
    join(person, at, { name, interests: ['Cultural Experiences'] }),
    ...book(random, person, listing, at + 3 * minuteMs, followCard(person, at + 3 * minuteMs, place, listing)),
  ];
}

/** Follows the booking link of a sponsored card; one that is not shown just now is found in Explore. */
const followCard = (person: Person, at: number, place: GuidePlace, listing: GuideListing): Act => ({
  at,
  do: async (past) => {
    await person.signIn(past);
    const card = (await cardsOf(past, person, place)).find(({ experience }) => experience.id === listing.id);
    if (card) {
      const events = ['listing_impression', 'sponsored_click'].map((type) => told(card, place, type));
      await person.ask(past, 'POST /api/analytics/events', { body: { events }, key: `sponsored ${at}` });
    }
    const { body } = card
      ? { body: card.experience }
      : await person.ask(past, `GET /api/business-listings/${listing.id}`);
    await reachBooking(past, person, at, listing, body.booking_url);
  },
});
