import { clockOf } from '../../../contract/list-rules.ts';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type CountedCampaign, findCounting, findPlaces } from './counting.store.ts';
import { countTouches, isShownIn, isTouch, placeNamed, type TouchEvent } from './counting.ts';
import type { SlotList } from './ranking.ts';
import type { SiteShares } from './site-shares.ts';
import type { SponsoredSlots } from './slots.ts';

/** What a browser told, with the day of its guest's stay, which rules of lists may be about. */
type ToldTouch = TouchEvent & { stayDay?: (now: Date) => Promise<number> };

/**
 * Counts what browsers tell of sponsored cards. Of an impression, and of what programs and staff tell, their word is not enough: it counts where the list that it names may show
 * the listing. That is known from the lists that this process keeps, before the transaction.
 */
export function touchCounter({
  db,
  limits,
  sponsored,
  shares,
}: Pick<Services, 'db' | 'limits'> & { sponsored: SponsoredSlots; shares: SiteShares }) {
  return {
    isCounted: isTouch,
    prepare: async (events: readonly ToldTouch[]) => {
      // What is no place is looked for once, and not in the lists.
      const named = events.filter(isTouch).flatMap(({ data }) => placeNamed(data?.list) ?? []);
      const places = await findPlaces(db, [...new Set(named)]);
      // A guest follows what was counted as seen; of all others nothing else says that it was shown there.
      const views = events.filter(
        (one) => isTouch(one) && (one.eventType === 'listing_impression' || one.audience !== 'visitor'),
      );
      const possible = new Set(await findPossible({ db, sponsored }, views, places));
      return async (tx: Tx, kept: readonly ToldTouch[]) =>
        await countTouches(
          tx,
          { limits, shares },
          kept.filter(
            (one) => possible.has(one) || (one.eventType !== 'listing_impression' && one.audience === 'visitor'),
          ),
          places,
        );
    },
  };
}

/** Those impressions whose list may have shown the card. */
async function findPossible(
  { db, sponsored }: Pick<Services, 'db'> & { sponsored: SponsoredSlots },
  views: readonly ToldTouch[],
  places: ReadonlySet<number>,
): Promise<ToldTouch[]> {
  if (views.length === 0) return [];
  const now = new Date(Math.max(...views.map(({ receivedAt }) => receivedAt.getTime())));
  const ids = [...new Set(views.map(({ data }) => data!.campaign!))];
  const campaigns = new Map((await findCounting(db, ids, clockOf(now).day)).map((one) => [one.id, one]));
  const asked = views.flatMap((view) => {
    const campaign = campaigns.get(view.data!.campaign!);
    const place = placeNamed(view.data?.list);
    if (!campaign || place === undefined || !isShownIn(campaign, place)) return [];
    if (place !== null && !places.has(place)) return [];
    return [{ view, listing: campaign.listing_id, lists: listsMeant(place, campaign), look: lookOf(view) }];
  });
  if (asked.length === 0) return [];
  const answers = await sponsored.mayShow(asked);
  return asked.flatMap(({ view }, at) => (answers[at] ? [view] : []));
}

const lookOf = ({ receivedAt, language = '', stayDay }: ToldTouch) => ({
  ...{ now: receivedAt, language },
  stayDay: async () => (await stayDay?.(receivedAt)) ?? 1,
});

/** The lists that an event may mean: of Explore's, whose categories browsers do not tell, that of the listing's own, and that of all. */
const listsMeant = (place: number | null, { categories, category }: CountedCampaign): SlotList[] => {
  if (place !== null) return [{ location: place }];
  return categories.length > 0 ? [{ category }] : [{}, { category }];
};
