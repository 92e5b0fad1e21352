import { type RawBuilder, sql } from 'kysely';
import { standsAs } from '../../platform/organisations/memberships.store.ts';
import type { CampaignContent } from './campaigns.store.ts';

/** What a campaign that is delivered is made of, with what was counted. */
export interface DeliveredCampaign extends Omit<CampaignContent, 'name'> {
  id: string;
  /** Of its listing. */
  category: string;
  open_months: number[] | null;
  places: number[];
  impressions: number;
  clicks: number;
  charged_cents: number;
}

/** That guests find the listing `l` of a campaign `c`, and that it is its advertiser's still. */
export const isShown = sql`(l.is_active and l.organisation_id is not distinct from c.organisation_id)`;

/** That the listing `l` is open in the month of a day of Hawaiʻi. */
export const isOpenOn = (day: string) =>
  sql`(l.open_months is null or extract(month from ${day}::date)::integer = any(l.open_months))`;

/** The columns of `DeliveredCampaign`. */
export const deliveredColumns = sql`c.id, c.pricing, c.budget_cents, c.click_cents, c.most_impressions, c.most_a_day, c.first_day::text,
  c.last_day::text, c.time_from, c.time_until, c.languages, c.categories, l.category, l.open_months, c.impressions, c.clicks, c.charged_cents,
  array(select w.location_id from campaign_places w where w.campaign_id = c.id) as places`;

/** The campaigns `c` that run, whose listing is shown and whose advertiser may advertise; of these, those that are asked for. */
export const delivered = (asked: RawBuilder<unknown>) => sql`
  campaigns c join listings l on l.id = c.listing_id join organisations o on o.id = c.organisation_id
  where c.state = 'running' and ${asked} and ${isShown} and ${standsAs} <> 'suspended'`;
