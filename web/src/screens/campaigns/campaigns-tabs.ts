import type { Campaign } from '../../../../contract/campaigns.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { campaignTabs as words } from '../../messages/en/campaign-results-desk.ts';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { withQuery } from '../../with-query.ts';

/** Each with what its readers must have been allowed. */
const desks = {
  campaigns: { to: '/campaigns', label: words.campaigns, needs: 'campaign_management' },
  results: { to: '/campaigns/results', label: words.results, needs: 'advertiser_analytics' },
  invoices: { to: '/campaigns/invoices', label: words.invoices, needs: 'revenue_analytics' },
} as const;

/**
 * Links to the desks of campaigns, for those who may.
 * @param current null where it is none of them
 * @param may what the reader may do; null may do all
 */
export const campaignDesks = (current: keyof typeof desks | null, may: readonly Permission[] | null) =>
  Object.entries(desks).flatMap(([desk, { to, label, needs }]) =>
    !may || may.includes(needs) ? [{ to, label, current: desk === current }] : [],
  );

/** The tabs of one of them: first the listings that it is about, of an advertiser who may keep them. */
export function campaignsTabs(current: keyof typeof desks, may: readonly Permission[] | null) {
  const listings = { to: '/dashboard', label: ownListingsDesk.tab, current: false };
  return { tabs: [...(may?.includes('content_management') ? [listings] : []), ...campaignDesks(current, may)] };
}

/** The address of the editor, which keeps what the list was asked; without a campaign it makes one. */
export function toCampaignEditor(list: URLSearchParams, campaign: string | null): string {
  const query = new URLSearchParams(list);
  query.delete('open');
  if (campaign !== null) query.set('campaign', campaign);
  return withQuery('/campaigns/editor', query);
}

/** The days that results are told of, in order. */
const lengths = [
  ['30d', 30],
  ['90d', 90],
] as const;

/** The address of what came of a campaign, with as many days as it takes to see all of it. */
export function toCampaignResults({ id, first_day }: Pick<Campaign, 'id' | 'first_day'>, today: string): string {
  const days = (Date.parse(today) - Date.parse(first_day)) / 86_400_000 + 1;
  const range = lengths.find(([, most]) => days <= most)?.[0] ?? '1y';
  return withQuery(desks.results.to, new URLSearchParams({ campaign: id, ...(range !== '30d' && { range }) }));
}

/** The address where a campaign of a listing is made. */
export const toCampaignOf = (listing: number): string => `/campaigns/editor?of=${listing}`;

/** Back from there to the list as it was asked, with a campaign open, or none. */
export function toCampaignList(editor: URLSearchParams, open: string | null): string {
  const query = new URLSearchParams(editor);
  for (const name of ['campaign', 'of']) query.delete(name);
  if (open !== null) query.set('open', open);
  return withQuery('/campaigns', query);
}
