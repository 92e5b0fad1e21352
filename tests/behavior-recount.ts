import { sql } from 'kysely';
import type { Db } from '../server/platform/database/database.ts';

/** All that visitors did of a span, counted again from the rows: by hour of the day, weekday from Monday, listing and type of event. */
export async function recountBehavior(db: Db, from: string, until: string) {
  const rows = async <Row>(text: string) =>
    (
      await sql<Row>`select ${sql.raw(text.replaceAll(':from', `'${from}'::timestamptz`).replaceAll(':until', `'${until}'::timestamptz`))}`.execute(
        db,
      )
    ).rows;
  const hst = (time: string) => `extract(hour from (${time} - interval '10 hours') at time zone 'UTC')::integer as hour,
    extract(isodow from (${time} - interval '10 hours') at time zone 'UTC')::integer - 1 as weekday`;
  const isOpening = `(event_type in ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view')
    or event_type = 'advertiser_external_navigation' and coalesce(data ->> 'source', '') <> 'in_app_browser')`;
  type Row = { hour: number; weekday: number; listing: number | null; what: string; type: string; count: number };
  const events = `from events where audience = 'visitor' and received_at >= :from and received_at < :until`;
  const all = [
    ...(await rows<Row>(`'scans' as what, ${hst('scanned_at')}, null as listing, '' as type, count(*)::integer as count
      from scans where counted and scanned_at >= :from and scanned_at < :until group by 2, 3`)),
    ...(await rows<Row>(`'clicks' as what, ${hst('clicked_at')}, listing_id as listing, '' as type, count(*)::integer as count
      from clicks where clicked_at >= :from and clicked_at < :until group by 2, 3, 4`)),
    ...(await rows<Row>(`'bookings' as what, 0 as hour, 0 as weekday, listing_id as listing, '' as type, count(*)::integer as count
      from bookings where status in ('confirmed', 'completed') and booked_at >= :from and booked_at < :until group by 4`)),
    ...(await rows<Row>(`case when listing_id is not null and event_type = 'listing_impression' then 'impressions'
        when listing_id is not null and ${isOpening} then 'openings' else 'others' end as what, ${hst('received_at')},
      listing_id as listing, event_type as type, count(*)::integer as count ${events} group by 1, 2, 3, 4, 5`)),
  ];
  return (what: string, where: Partial<Row> = {}) =>
    all
      .filter((row) => what === 'all' || row.what === what)
      .filter((row) => Object.entries(where).every(([name, value]) => row[name as keyof Row] === value))
      .reduce((sum, { count }) => sum + count, 0);
}
