import { campaignTabs as words } from '../../messages/en/campaign-results-desk.ts';
import { withQuery } from '../../with-query.ts';

const desks = {
  campaigns: { to: '/campaigns', label: words.campaigns },
  results: { to: '/campaigns/results', label: words.results },
  invoices: { to: '/campaigns/invoices', label: words.invoices },
};

/** The desks of campaigns, as links from each to the others; null where it is none of them. */
export const campaignsTabs = (current: keyof typeof desks | null) => ({
  tabs: Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current })),
});

/** The address of the editor, which keeps what the list was asked; without a campaign it makes one. */
export function toCampaignEditor(list: URLSearchParams, campaign: string | null): string {
  const query = new URLSearchParams(list);
  query.delete('open');
  if (campaign !== null) query.set('campaign', campaign);
  return withQuery('/campaigns/editor', query);
}

/** The address of what came of a campaign. */
export const toCampaignResults = (campaign: string): string =>
  withQuery(desks.results.to, new URLSearchParams({ campaign }));

/** Back from there to the list as it was asked, with a campaign open, or none. */
export function toCampaignList(editor: URLSearchParams, open: string | null): string {
  const query = new URLSearchParams(editor);
  for (const name of ['campaign', 'of']) query.delete(name);
  if (open !== null) query.set('open', open);
  return withQuery('/campaigns', query);
}
