import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { standsAs } from '../../platform/organisations/memberships.store.ts';
import type { Paced } from './pacing.ts';

/** A campaign that may be shown now or later today, with what was counted for it. */
export interface RunningCampaign extends Paced {
  id: string;
  listing_id: number;
  first_day: string;
  languages: string[];
  categories: string[];
  places: number[];
}

/** The campaigns that run on a day of Hawaiʻi, or begin on the next, whose listing is its own and guests find it, and whose advertiser may advertise. */
export async function findRunning(db: Db, day: string): Promise<RunningCampaign[]> {
  const { rows } = await sql<RunningCampaign>`
    select c.id, c.listing_id, c.pricing, c.budget_cents, c.click_cents, c.most_impressions, c.most_a_day, c.first_day::text,
      c.last_day::text, c.time_from, c.time_until, c.languages, c.categories, c.impressions, c.charged_cents,
      array(select w.location_id from campaign_places w where w.campaign_id = c.id) as places,
      (select json_build_object('impressions', coalesce(sum(d.impressions), 0), 'cents', coalesce(sum(d.cents), 0))
        from campaign_days d where d.campaign_id = c.id and d.day = ${day}::date) as today
    from campaigns c join listings l on l.id = c.listing_id join organisations o on o.id = c.organisation_id
    where c.state = 'running' and c.first_day <= ${day}::date + 1 and c.last_day >= ${day}::date and l.is_active and l.organisation_id = c.organisation_id
      and ${standsAs} <> 'suspended'
    order by c.id`.execute(db);
  return rows;
}
