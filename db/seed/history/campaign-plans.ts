import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { starCanoe } from '../advertised.ts';
import { daysBefore } from './demo-travelers.ts';
import type { Guide, GuideListing, GuidePlace } from './guide.ts';

/** A campaign of the demo's advertiser: what it is, and when it is shown; null where it never was. */
export interface PlannedCampaign {
  name: string;
  listing: GuideListing;
  /** Of the campaign as its editor sends it; what is not told has no limits. */
  content: object;
  /** The places it names; none: every list. */
  places: readonly GuidePlace[];
  shown: { from: number; until: number } | null;
}

export type Campaigns = ReturnType<typeof campaignsOf>;

/** The advertiser's campaigns, in each state that there is. */
export function campaignsOf(guide: Guide, until: Date) {
  const at = daysBefore(until);
  const day = (days: number) => hawaiiDay(new Date(at(days, '12:00')));
  const on = (island: string) => guide.places.filter((place) => place.island === island);
  const days = (first: number, last: number) => ({ first_day: day(first), last_day: day(last) });
  const fixed = (budget: number, most_impressions: number) => ({ pricing: 'fixed', budget, most_impressions });
  const byClick = (budget: number, click_price: number) => ({ pricing: 'click', budget, click_price });
  const end = until.getTime();
  return {
    canoe: {
      ...{ name: 'The canoe that calls at every island', listing: guide.advertised(starCanoe), places: [] },
      content: { ...fixed(2_400, 12_000), ...days(74, -200) },
      shown: { from: at(74, '10:00'), until: end },
    },
    swims: {
      ...{ name: 'Before the wind turns', listing: guide.listing('kaimana-reef-swims'), places: on('Oʻahu') },
      content: { ...fixed(150, 1_000), ...days(74, 40), most_a_day: 40 },
      shown: { from: at(74, '10:10'), until: at(39, '00:00') },
    },
    mantas: {
      ...{ name: 'Mantas after dark', listing: guide.listing('kona-manta-night'), places: on('Hawaiʻi Island') },
      content: { ...byClick(600, 2.5), ...days(58, -60), time_from: '12:00', time_until: '23:00' },
      shown: { from: at(58, '10:00'), until: end },
    },
    humpbacks: {
      ...{ name: 'The humpbacks are back', listing: guide.listing('maalaea-humpback-listening'), places: on('Maui') },
      content: { ...byClick(400, 2), ...days(36, -90) },
      shown: { from: at(36, '10:00'), until: at(6, '18:30') },
    },
    lessons: {
      ...{ name: 'First lessons, windy weeks', listing: guide.listing('kanaha-wing-school'), places: on('Maui') },
      content: { ...byClick(250, 3), ...days(66, 5) },
      shown: { from: at(66, '10:00'), until: at(20, '09:45') },
    },
    turtles: {
      ...{ name: 'Turtles in winter light', listing: guide.listing('poipu-turtle-snorkel'), places: on('Kauaʻi') },
      content: { ...fixed(300, 2_000), ...days(-12, -60) },
      shown: null,
    },
    sails: {
      ...{ name: 'Sunset sails', listing: guide.listing('koolau-bay-sails'), places: on('Oʻahu') },
      content: { ...byClick(200, 2), ...days(-20, -80), languages: ['ja'] },
      shown: null,
    },
  } satisfies Record<string, PlannedCampaign>;
}

/** What a place may show of them at a moment: nothing that its list has itself. */
export const shownAt = (campaigns: Campaigns, place: GuidePlace, at: number): PlannedCampaign[] =>
  Object.values<PlannedCampaign>(campaigns).filter(
    ({ shown, places, listing }) =>
      shown &&
      at >= shown.from &&
      at < shown.until &&
      (places.length === 0 || places.includes(place)) &&
      !place.listings.includes(listing),
  );
