import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type DeliveredCampaign, delivered, deliveredColumns, isOpenOn } from './delivered.store.ts';
import type { Paced } from './pacing.ts';

/** A campaign that may be shown now or later today, with what was counted for it. */
export interface RunningCampaign extends DeliveredCampaign, Pick<Paced, 'today'> {
  listing_id: number;
  organisation_id: string;
}

/** The campaigns that run on a day of Hawaiʻi, or begin on the next, whose listing is its own and guests find it, and whose advertiser may advertise. */
export async function findRunning(db: Db, day: string): Promise<RunningCampaign[]> {
  const { rows } = await sql<RunningCampaign>`
    select ${deliveredColumns}, c.listing_id, c.organisation_id,
      (select json_build_object('impressions', coalesce(sum(d.impressions), 0), 'cents', coalesce(sum(d.cents), 0))
        from campaign_days d where d.campaign_id = c.id and d.day = ${day}::date) as today
    from ${delivered(sql`c.first_day <= ${day}::date + 1 and c.last_day >= ${day}::date and ${isOpenOn(day)}`)}
    order by c.id`.execute(db);
  return rows;
}
