import {
  type CampaignField,
  type CampaignPricing,
  campaignCents,
  campaignFields,
  isUnderpriced,
  mostCampaignImpressions,
} from '../../../../contract/campaign-form.ts';
import type { Campaign, createCampaign } from '../../../../contract/campaigns.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import type { Faults } from '../../use-submit.ts';

/** What stands in the editor, by field, as text: money in whole cents, what there is any number of as JSON. */
export type CampaignValues = Record<CampaignField, string>;

/** A place as the editor holds it. */
export interface ChosenPlace {
  id: number;
  name: string;
  /** Since it was chosen. */
  is_deleted?: true | undefined;
}

const cents = (dollars: number | null) => (dollars === null ? '' : String(Math.round(dollars * 100)));

/** A campaign as its editor shows it. */
export function valuesOf(campaign: Campaign | null): CampaignValues {
  const text = (field: CampaignField) => String(campaign?.[field] ?? '');
  return {
    ...(Object.fromEntries(campaignFields.map((field) => [field, text(field)])) as CampaignValues),
    pricing: campaign?.pricing ?? 'fixed',
    budget: cents(campaign?.budget ?? null),
    click_price: cents(campaign?.click_price ?? null),
    languages: JSON.stringify([...(campaign?.languages ?? [])].sort()),
    places: placesText(campaign?.places ?? []),
    categories: JSON.stringify([...(campaign?.categories ?? [])].sort()),
  };
}

/** Chosen places in an order of their own, so that the same ones are the same text. */
export const placesText = (places: readonly ChosenPlace[]): string =>
  JSON.stringify(
    places.map(({ id, name, is_deleted }) => ({ id, name, is_deleted })).sort((one, other) => one.id - other.id),
  );

export const placesIn = (text: string): ChosenPlace[] => JSON.parse(text || '[]');

/** A whole number as it is typed, with commas or without; undefined for what is none, or more than there can be. */
function wholeIn(typed: string): number | null | undefined {
  if (typed === '') return null;
  const number = Number(typed.replaceAll(',', ''));
  const isOne = /^(?:\d{1,3}(?:,\d{3})+|\d{1,8})$/.test(typed) && number >= 1 && number <= mostCampaignImpressions;
  return isOne ? number : undefined;
}

/** The fee for so many impressions, each at the price of before; null where that is no whole number of cents, or none are told. */
export function feeFor({ budget, most_impressions }: Pick<Campaign, 'budget' | 'most_impressions'>, typed: string) {
  const most = wholeIn(typed);
  if (!most || !most_impressions) return null;
  const all = (Math.round(budget * 100) * most) / most_impressions;
  return { most, fee: Number.isInteger(all) ? all / 100 : null };
}

/** What is wrong with it before it is sent, at its fields. */
export function faultsOf(values: CampaignValues): Faults {
  const { pricing, budget, click_price, most_impressions, most_a_day, time_from, time_until } = values;
  const { faults } = words;
  const [fee, most] = [Number(budget), wholeIn(most_impressions)];
  const isTooLow = pricing === 'fixed' && fee > 0 && !!most && isUnderpriced(fee, most);
  const isTooDear = pricing === 'click' && budget !== '' && Number(click_price) > Number(budget);
  return {
    ...(wholeIn(most_impressions) === undefined && { most_impressions: faults.whole }),
    ...(wholeIn(most_a_day) === undefined && { most_a_day: faults.whole }),
    ...(isTooLow && { budget: faults.tooLow }),
    ...(isTooDear && { click_price: faults.clickPrice }),
    ...(time_until && !time_from && { time_from: faults.time }),
    ...(time_from && !time_until && { time_until: faults.time }),
    ...(time_from && time_from === time_until && { time_until: faults.sameTime }),
  };
}

type Body = Request<typeof createCampaign>['body'];

/** The same as it is sent. */
export function bodyOf(values: CampaignValues): Body {
  const { pricing, click_price, time_from, time_until } = values;
  return {
    ...{ name: values.name, listing_id: Number(values.listing_id), pricing: pricing as CampaignPricing },
    budget: Number(values.budget) / 100,
    click_price: pricing === 'click' ? Number(click_price) / 100 : null,
    most_impressions: wholeIn(values.most_impressions) ?? null,
    most_a_day: wholeIn(values.most_a_day) ?? null,
    ...{ first_day: values.first_day, last_day: values.last_day },
    ...{ time_from: time_from || null, time_until: time_until || null },
    languages: JSON.parse(values.languages || '[]'),
    places: placesIn(values.places).map(({ id }) => id),
    categories: JSON.parse(values.categories || '[]'),
  };
}

/** What it may cost at most, in words. */
export function mostCost(values: CampaignValues): string {
  const { pricing, budget, click_price, most_impressions } = values;
  const { preview } = words;
  const [all, each, most] = [Number(budget), Number(click_price), wholeIn(most_impressions)];
  if (!(all > 0) || ['budget', 'click_price'].some((name) => faultsOf(values)[name])) return preview.mostUnknown;
  if (pricing === 'fixed') return most ? preview.mostFixed(all / 100, most) : preview.mostUnknown;
  if (each < campaignCents.click.least) return preview.mostUnknown;
  const count = Math.floor(all / each);
  return preview.mostClicks((count * each) / 100, count, each / 100);
}
