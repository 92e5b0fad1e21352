/** What a campaign's editor, its endpoints and its slots share. */

export const campaignStates = ['draft', 'running', 'paused', 'ended'] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Why a running one is not shown: of its own, of its listing, its organisation and its lists, or as its caps are reached, for good or for today. */
export const campaignWaits = [
  'suspended',
  'listing_hidden',
  'listing_closed',
  'no_place',
  'no_room',
  'used_up',
  'not_begun',
  'out_of_hours',
  'used_up_today',
  'ahead',
] as const;
export type CampaignWait = (typeof campaignWaits)[number];

/** Of these why none of its lists can show it, at any time to anybody: known before it is started. */
export const campaignLacks = ['no_place', 'no_room'] as const satisfies readonly CampaignWait[];
export type CampaignLack = (typeof campaignLacks)[number];

/** fixed: a fee for so many impressions, owed as they are delivered. click: so much for each click, up to the budget. */
export const campaignPricings = ['fixed', 'click'] as const;
export type CampaignPricing = (typeof campaignPricings)[number];

/** What of a campaign is edited, in the editor's order. */
export const campaignFields = [
  'name',
  'listing_id',
  'pricing',
  'budget',
  'click_price',
  'most_impressions',
  'most_a_day',
  'first_day',
  'last_day',
  'time_from',
  'time_until',
  'languages',
  'places',
  'categories',
] as const;
export type CampaignField = (typeof campaignFields)[number];

/** In cents: what a thousand impressions cost at least, whatever they are paid by. */
export const leastPerThousand = 100;
/** So many impressions are planned for a click that is paid for. */
export const impressionsPerClick = 50;
/** In cents: what a campaign may cost at least and at most, and a click, which costs no less than the impressions that are planned for it. */
export const campaignCents = {
  budget: { least: 100, most: 100_000_000 },
  click: { least: (leastPerThousand * impressionsPerClick) / 1_000, most: 100_000 },
} as const;

/** Whether a fee is too low for so many impressions. @param cents of the fee */
export const isUnderpriced = (cents: number, impressions: number): boolean =>
  cents * 1_000 < leastPerThousand * impressions;
export const mostCampaignImpressions = 10_000_000;
/** A campaign names so many places at most; one that names none is shown at all. */
export const mostCampaignPlaces = 500;
/** So many campaigns an organisation has at most, drafts among them; those that have ended are not counted. */
export const mostCampaigns = 100;
/** So many listings and places an editor offers at once. */
export const campaignChoices = { listings: 500, places: 20 } as const;
/** It runs for so many days at most. */
export const mostCampaignDays = 366;

/** Of so many cards of a list one is sponsored at most, and so many in all. */
export const cardsPerSponsored = 5;
export const mostSponsored = 3;

/** So many cards Explore begins with; what follows comes as one goes on. A listing among these is not sponsored beside them. */
export const exploreBeginning = 24;

/**
 * After how many cards of a list, in its own order, its sponsored ones stand: each the fifth of five, so that none stands before the
 * list's own first choice. A list of fewer than four has none.
 * @param count how many cards the list has of its own.
 */
export const sponsoredAfter = (count: number): number[] =>
  Array.from(
    { length: Math.min(mostSponsored, Math.floor(count / (cardsPerSponsored - 1))) },
    (_, at) => (at + 1) * (cardsPerSponsored - 1),
  );
