import type { Page } from '@playwright/test';
import { addDays, hawaiiDay } from '../../contract/hawaii-time.ts';
import { ask } from './database.ts';
import { expect } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

export const advertiser = 'advertiser@example.com';

/** What is sent as the page's own script would. */
export async function send(page: Page, product: Product, path: string, data: object, headers = {}) {
  const reply = await page.request.post(path, { data, headers: { origin: product.url, ...headers } });
  expect(reply.ok(), await reply.text()).toBe(true);
  return await reply.json();
}

export interface RunningCampaign {
  id: string;
  listing: number;
  organisation: string;
}

/** Signs an advertiser in, gives it a listing of the guide that does not stand at the beginning of Explore, and starts a campaign of that: a click is half a dollar. */
export async function aRunningCampaign(page: Page, product: Product, name: string): Promise<RunningCampaign> {
  await signIn(page, product, advertiser);
  const [own] = await ask<{ organisation: string; listing: number }>(
    product,
    `update listings l set organisation_id = o.id from organisations o join users u on u.id = o.owner_id
     where u.email = $1 and l.id = (select id from listings where is_active and booking_url is not null
       and not exists (select from campaigns c where c.listing_id = listings.id)
       order by is_featured, rating nulls first, review_count, id desc limit 1)
     returning o.id as organisation, l.id as listing`,
    [advertiser],
  );
  const today = hawaiiDay(new Date());
  const { id } = await send(page, product, '/api/campaigns', {
    ...{ name, listing_id: own!.listing, pricing: 'click', budget: 50, click_price: 0.5, most_impressions: null },
    ...{ most_a_day: null, first_day: today, last_day: addDays(today, 30), time_from: null, time_until: null },
    ...{ languages: [], places: [], categories: [] },
  });
  await send(page, product, `/api/campaigns/${id}/state`, { step: 'start' });
  return { id, ...own! };
}

/** Tells, as a page of Explore does, what was seen and done of a sponsored card. */
export const tell = (page: Page, product: Product, campaign: string, event_type: string, headers = {}) =>
  send(
    page,
    product,
    '/api/analytics/events',
    { events: [{ event_type, event_data: { campaign, list: 'explore' } }] },
    headers,
  );

/** A figure by its name. */
export const figure = (page: Page, name: string) =>
  page
    .locator('dl > div', { has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')
    .first();
