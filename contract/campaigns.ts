import { z } from 'zod';
import {
  campaignCents,
  campaignChoices,
  campaignFields,
  campaignLacks,
  campaignPricings,
  campaignStates,
  campaignWaits,
  isUnderpriced,
  leastPerThousand,
  mostCampaignDays,
  mostCampaignImpressions,
  mostCampaignPlaces,
  mostCampaigns,
} from './campaign-form.ts';
import { endpoint } from './endpoint.ts';
import { timeOfDay } from './list-rule-form.ts';
import { ruleLanguages } from './list-rules.ts';
import { experience } from './listings.ts';
import { listAnswer, listQuery } from './lists.ts';
import { auditHistory, calendarDay, category, dollars, line, reason, rowId, rowIdText, text, uuid } from './values.ts';

/** Dollars with whole cents, from one amount of cents to another. */
const amount = ({ least, most }: { least: number; most: number }) =>
  dollars
    .min(least / 100)
    .max(most / 100)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'must be whole cents');

const eachOnce = <T>(all: readonly T[]) => new Set(all).size === all.length;
const impressions = z.int().min(1).max(mostCampaignImpressions);

const form = {
  name: line(200, 1),
  listing_id: rowId,
  pricing: z.enum(campaignPricings),
  /** What it may cost in all: of `fixed` the fee for `most_impressions`. */
  budget: amount(campaignCents.budget),
  /** Of `click` alone. */
  click_price: amount(campaignCents.click).nullable(),
  /** In all; of `fixed` it must be told. */
  most_impressions: impressions.nullable(),
  most_a_day: impressions.nullable(),
  first_day: calendarDay,
  last_day: calendarDay,
  /** Hawaiʻi's time; both null: at all times. */
  time_from: timeOfDay.nullable(),
  time_until: timeOfDay.nullable(),
  /** None: of all languages, places and categories. Places and categories are lists it is shown in; with neither it is shown in all. */
  languages: z.array(z.enum(ruleLanguages)).max(ruleLanguages.length).refine(eachOnce, 'must name each once'),
  places: z.array(rowId).max(mostCampaignPlaces).refine(eachOnce, 'must name each once'),
  categories: z.array(category).max(5).refine(eachOnce, 'must name each once'),
};

type Told = Pick<
  z.output<z.ZodObject<typeof form>>,
  'pricing' | 'budget' | 'click_price' | 'most_impressions' | 'first_day' | 'last_day' | 'time_from' | 'time_until'
>;

/** What goes together in a campaign's fields. */
function holdTogether(given: Told, { addIssue }: z.core.$RefinementCtx): void {
  const fault = (path: keyof Told, message: string) => addIssue({ code: 'custom', path: [path], message });
  const { pricing, budget, click_price, most_impressions, first_day, last_day, time_from, time_until } = given;
  if ((pricing === 'click') !== (click_price !== null))
    fault('click_price', pricing === 'click' ? 'must be told' : 'is of campaigns that are paid by the click');
  if (click_price !== null && click_price > budget) fault('click_price', 'must not be more than the budget');
  if (pricing === 'fixed' && most_impressions === null) fault('most_impressions', 'must be told');
  if (pricing === 'fixed' && most_impressions !== null && isUnderpriced(Math.round(budget * 100), most_impressions))
    fault('budget', `must be at least $${leastPerThousand / 100} for each 1,000 impressions`);
  const days = (Date.parse(last_day) - Date.parse(first_day)) / 86_400_000 + 1;
  if (days < 1) fault('last_day', 'must not be before the first');
  else if (days > mostCampaignDays) fault('last_day', `must be within ${mostCampaignDays} days`);
  if ((time_from === null) !== (time_until === null))
    fault(time_from === null ? 'time_from' : 'time_until', 'must come with the other');
  else if (time_from !== null && time_from === time_until) fault('time_until', 'must be another than the first');
}

const campaignForm = z.strictObject(form).superRefine(holdTogether);
export type CampaignForm = z.output<typeof campaignForm>;

const { listing_id: _, ...changeable } = form;
/** A campaign stays of its listing. An administrator says why it is changed. */
const campaignChange = z
  .strictObject({ ...changeable, replaces: text(64, 1), reason: reason.optional() })
  .superRefine(holdTogether);
export type CampaignChange = z.output<typeof campaignChange>;

const listed = z.object({
  id: uuid,
  name: z.string(),
  /** The advertiser's name. */
  advertiser: z.string(),
  listing_id: rowId,
  listing: z.string(),
  state: z.enum(campaignStates),
  /** Why a running one is not shown now; null where it is, or is not running. */
  waits: z.enum(campaignWaits).nullable(),
  /** Whether an administrator paused it: until one releases it its advertiser starts neither it nor another of its listing. */
  held: z.boolean(),
  pricing: z.enum(campaignPricings),
  budget: dollars,
  first_day: calendarDay,
  last_day: calendarDay,
  impressions: z.int(),
  most_impressions: z.int().nullable(),
  clicks: z.int(),
  /** What it has cost: its charges, less what was credited; null for those who may not see money. */
  cost: dollars.nullable(),
  updated_at: z.string(),
});
export type ListedCampaign = z.output<typeof listed>;

/** What a field held. */
const held = z.union([z.string(), z.number(), z.array(z.string())]).nullable();

const campaign = z.object({
  ...listed.shape,
  ...form,
  /** One of before there was a least price may have a lower one. */
  click_price: dollars.nullable(),
  most_impressions: listed.shape.most_impressions,
  most_a_day: z.int().nullable(),
  /** A place that is deleted since is named still, and the campaign is not shown there. */
  places: z.array(z.object({ id: rowId, name: z.string(), is_deleted: z.literal(true).optional() })),
  /** What of its charges an administrator has taken back; null for those who may not see money. */
  credited: dollars.nullable(),
  /** Another campaign of its listing that an administrator holds, so that its advertiser cannot start this one; null where there is none. */
  listing_held: z.object({ id: uuid, name: z.string() }).nullable(),
  /** Why none of its lists can show it, whether it runs or not; null where one can, and of one that has ended. */
  lacks: z.enum(campaignLacks).nullable(),
  /** Of its categories those whose lists never show it: all but that of its listing; none of one that has ended. */
  never_in: z.array(category),
  /** Its impressions of today. */
  today: z.int(),
  /**
   * Of one that is shown now the others of its listing that are, too, and for some of the same lists and readers, by name: a list shows one
   * card of a listing, by lots that are drawn anew each minute.
   */
  turns_with: z.array(z.object({ id: uuid, name: z.string(), today: z.int() })),
  /** Names what its fields hold: a change says from which it was made. */
  version: z.string(),
  /** Credits for those alone who may see money. */
  history: z.array(
    auditHistory.element.extend({
      /** What a change has made of which fields: amounts in dollars, places by their names. */
      changes: z.array(z.object({ field: z.enum(campaignFields), before: held, after: held })),
      /** Whether an administrator did it, who is not named to advertisers. */
      by_administrator: z.boolean(),
      /** Whether an administrator held it from then on; null of what says nothing about that. */
      held: z.boolean().nullable(),
    }),
  ),
});
export type Campaign = z.output<typeof campaign>;
export type CampaignEntry = Campaign['history'][number];

/** An advertiser sees and changes its own; administrators all. */
const ofCampaigns = {
  access: ['advertiser', 'admin'],
  permission: 'campaign_management',
} as const;
const id = z.object({ id: uuid });
const changed = { ...ofCampaigns, params: id, reply: campaign, limit: 'change' } as const;

/** What is named in a query, with commas between. */
const someOf = <T extends z.ZodType<unknown, string>>(one: T, most: number) =>
  z
    .string()
    .transform((all) => all.split(','))
    .pipe(z.array(one).max(most));

export const campaignSorts = ['-updated', 'updated', 'name', '-name'] as const;

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/api/campaigns',
  ...ofCampaigns,
  summary:
    "Campaigns: an advertiser's own, all for administrators; found by a part of their name, or, by administrators, of the advertiser's",
  query: listQuery(campaignSorts, {
    state: z.enum(campaignStates).optional(),
    listing: rowIdText.optional(),
  }),
  reply: listAnswer(listed).extend({
    counts: z.object({ draft: z.int(), running: z.int(), paused: z.int(), ended: z.int() }),
  }),
});

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/campaigns/{id}',
  ...ofCampaigns,
  summary: 'One campaign with what was counted, and who changed it',
  params: id,
  reply: campaign,
});

export const getCampaignEditor = endpoint({
  method: 'GET',
  path: '/api/campaign-editor',
  ...ofCampaigns,
  summary: `What a campaign can be of and where it can be shown: an advertiser's own listings, and ${campaignChoices.places} places, the first by name of those with a part of it`,
  query: z.object({
    place: text(100).optional(),
    /** Of which listing, on which places and in which categories it would be, to be told what it lacks. */
    listing: rowIdText.optional(),
    places: someOf(rowIdText, mostCampaignPlaces).optional(),
    categories: someOf(category, 5).optional(),
  }),
  reply: z.object({
    /** Those that guests find, with the name of a campaign of theirs that an administrator holds, where there is one. */
    listings: z.array(z.object({ id: rowId, name: z.string(), held_by: z.string().nullable() })),
    places: z.array(z.object({ id: rowId, name: z.string(), island: z.string() })),
    /** How many places there are like that, of which these are the first. */
    places_found: z.int(),
    /** Why none of the lists that are asked for can show the listing; null where one can, and where none is asked for. */
    lacks: z.enum(campaignLacks).nullable(),
    /** Of the categories that are asked for those whose lists never show the listing; none where none is asked for. */
    never_in: z.array(category),
  }),
});

export const createCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns',
  access: ['advertiser'],
  permission: 'campaign_management',
  summary: `Makes a campaign, a draft until it is started, of one of the organisation’s own listings; of drafts and campaigns that have not ended it has ${mostCampaigns} at most`,
  body: campaignForm,
  status: 201,
  reply: campaign.omit({ history: true }),
  errors: ['campaigns_full', 'listing_held'],
  idempotent: true,
  limit: 'change',
});

export const updateCampaign = endpoint({
  method: 'PUT',
  path: '/api/campaigns/{id}',
  ...changed,
  summary:
    'Gives a campaign its content anew, its listing aside. Of one that has begun no cap can be set below what was counted, nor the pricing changed; an administrator tells the reason, which the advertiser is mailed',
  body: campaignChange,
  errors: ['changed_meanwhile', 'campaign_begun', 'campaign_ended', 'listing_held'],
});

const steps = z.enum(['start', 'pause', 'end', 'release']);
export type CampaignStep = z.output<typeof steps>;

export const stepCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/{id}/state',
  ...changed,
  summary:
    'Starts a campaign (a draft, or a paused one), pauses or ends it; what is so already stays so. An ended one stays ended. What an administrator pauses is held, whatever becomes of it, until one starts or releases it: its advertiser starts neither it nor another of its listing. An administrator tells the reason, which the advertiser is mailed',
  body: z.strictObject({ step: steps, reason: reason.optional() }),
  errors: ['campaign_ended', 'campaign_held', 'campaign_over', 'listing_held', 'listing_not_shown'],
});

export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/api/campaigns/{id}',
  ...ofCampaigns,
  summary:
    'Deletes a draft; a campaign that has begun is ended, not deleted. An administrator tells the reason, which the advertiser is mailed',
  params: id,
  body: z.strictObject({ reason: reason.optional() }).optional(),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['campaign_begun'],
  limit: 'change',
});

export const creditCampaign = endpoint({
  method: 'POST',
  path: '/api/campaigns/{id}/credits',
  access: ['admin'],
  summary:
    'Takes back some of what a campaign was charged, with a reason; its budget is not the larger for it. Never more than it has cost. What is credited until now is told as it was seen, so that the same is not credited twice',
  params: id,
  body: z.strictObject({
    amount: amount({ least: 1, most: campaignCents.budget.most }),
    /** What was credited before, as it was answered. */
    credited: amount({ least: 0, most: campaignCents.budget.most }),
    reason,
  }),
  status: 201,
  reply: campaign.omit({ history: true }),
  errors: ['changed_meanwhile', 'credit_too_high', 'step_up_required'],
  idempotent: true,
});

/** A place of the guide's lists: of a printed place, or Explore's, all or of a category. */
export const sponsoredQuery = z
  .object({ location: rowIdText.optional(), category: category.optional() })
  .refine(({ location, category }) => !(location && category), 'name a place or a category');

export const getSponsored = endpoint({
  method: 'GET',
  path: '/api/sponsored',
  access: 'anyone',
  summary:
    "What is sponsored in a place's list, or in Explore's: at most one card in five, none before the list's own first four, none that the list itself has",
  query: sponsoredQuery,
  reply: z.array(
    z.object({
      campaign_id: uuid,
      /** After so many of the list's own cards. */
      after: z.int(),
      experience,
    }),
  ),
});
export type Sponsored = z.output<typeof getSponsored.reply>[number];
