import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { type DeliveredCampaign, delivered, deliveredColumns, isOpenOn } from './delivered.store.ts';
import type { Paced } from './pacing.ts';

/**
 * So long after its days, and after its last change, a campaign counts for where its advertiser stands among others: nobody stays behind them
 * for ever, nor is anything forgotten by giving it earlier days.
 */
const rememberedDays = 90;

/** What was counted of an advertiser's campaigns that are paid by the click, in all and whatever became of them, unless their days were over long ago. */
export interface AdvertiserCounts {
  impressions: number;
  clicks: number;
}

/** A campaign that may be shown now or later today, with what was counted for it. */
export interface RunningCampaign extends DeliveredCampaign, Pick<Paced, 'today'> {
  listing_id: number;
  organisation_id: string;
  advertiser: AdvertiserCounts;
}

/** The campaigns that run on a day of Hawaiʻi, or begin on the next, whose listing is its own and guests find it, and whose advertiser may advertise. */
export async function findRunning(db: Db, day: string): Promise<RunningCampaign[]> {
  const since = sql`${day}::date - ${rememberedDays}::integer`;
  // Each by an index of its own, so that what is forgotten is not read, however much there is. What was counted today is among them.
  const remembered = sql.join(
    [sql`c.last_day > ${since}`, sql`c.updated_at > (${since})::timestamp at time zone ${sql.lit(hawaiiZone)}`].map(
      (isRemembered) => sql`select c.id, c.organisation_id, c.pricing, c.impressions, c.clicks from campaigns c
        where c.organisation_id = any(array(select r.organisation_id from running r)) and ${isRemembered}`,
    ),
    sql` union `,
  );
  const { rows } = await sql<RunningCampaign>`
    with running as materialized (
      select ${deliveredColumns}, c.listing_id, c.organisation_id
      from ${delivered(sql`c.first_day <= ${day}::date + 1 and c.last_day >= ${day}::date and ${isOpenOn(day)}`)}
    ), today as materialized (
      select d.campaign_id, sum(d.impressions)::integer as impressions, sum(d.cents)::bigint as cents
      from campaign_days d where d.day = ${day}::date group by d.campaign_id
    ), advertisers as (
      select c.organisation_id, json_build_object(
        'impressions', coalesce(sum(c.impressions) filter (where c.pricing = 'click'), 0),
        'clicks', coalesce(sum(c.clicks) filter (where c.pricing = 'click'), 0)) as counts
      from (${remembered}) as c group by c.organisation_id
    )
    select r.*, a.counts as advertiser,
      json_build_object('impressions', coalesce(t.impressions, 0), 'cents', coalesce(t.cents, 0)) as today
    from running r join advertisers a on a.organisation_id = r.organisation_id left join today t on t.campaign_id = r.id
    order by r.id`.execute(db);
  return rows;
}
