import { sql } from 'kysely';
import type { Rollup } from '../server/features/analytics/analytics.ts';
import type { Db } from '../server/platform/database/database.ts';

type Figures = Omit<Rollup, 'key' | 'startsAt'>;

/** What the key of each dimension is in each table; tables that know nothing of a dimension are left out. */
const keys: Record<string, { scans?: string; sales?: string; events?: string }> = {
  total: { scans: `''`, sales: `''`, events: `''` },
  code: { scans: 'qr_code_id', sales: 'qr_code_id' },
  place: { scans: 'location_id', sales: 'location_id', events: 'location_id' },
  partner: { scans: 'partner_id', sales: 'partner_id', events: 'partner_id' },
  listing: { sales: 'listing_id', events: 'listing_id' },
  platform: { sales: 'platform' },
  event: { events: 'event_type' },
  partner_listing: {
    sales: `partner_id::text || '/' || listing_id::text`,
    events: `partner_id::text || '/' || listing_id::text`,
  },
  partner_platform: { sales: `partner_id::text || '/' || platform` },
};
/** Types of events that tell that somebody saw a listing, and that they asked to see more of it. */
const seen = `event_type = 'listing_impression' and listing_id is not null`;
const opened = `listing_id is not null and (event_type in ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view')
  or event_type = 'advertiser_external_navigation' and coalesce(data ->> 'source', '') <> 'in_app_browser')`;

/**
 * Figures counted a second time from the rows, by `key instant`, with statements that share nothing with those of the
 * rollups: a plain GROUP BY per table on local time, put together here.
 */
export async function recount(db: Db, dimension: string, grain: 'hour' | 'day'): Promise<Map<string, Figures>> {
  const found = new Map<string, Figures>();
  const figuresOf = ({ key, local }: { key: string; local: string }) => {
    // Hawaiʻi is ten hours behind.
    const name = `${key} ${new Date(Date.parse(`${local}Z`) + 10 * 3_600_000).toISOString()}`;
    const figures = found.get(name) ?? {
      ...{ scans: 0, scansRaw: 0, visits: 0, clicks: 0, estimatedCents: 0, confirmedCents: 0, events: 0 },
      ...{ impressions: 0, openings: 0, botViews: 0 },
      bookings: { pending: 0, confirmed: 0, completed: 0, cancelled: 0 },
    };
    found.set(name, figures);
    return figures;
  };
  const count = async <T>(key: string | undefined, table: string, time: string, figures: string) => {
    if (key === undefined) return [];
    const { rows } = await sql
      .raw<T & { key: string; local: string }>(`
      select ${key}::text as key, date_trunc('${grain}', ${time} at time zone 'Pacific/Honolulu')::text as local, ${figures}
      from ${table} where ${key} is not null
      group by ${key === `''` ? '' : `${key}, `} date_trunc('${grain}', ${time} at time zone 'Pacific/Honolulu')
        ${figures.startsWith('status') ? ', status, estimated' : ''}`)
      .execute(db);
    return rows;
  };

  const { scans, sales, events } = keys[dimension]!;
  const scanFigures = 'sum(counted::integer) as counted, count(*) as scanned, count(distinct visit_id) as visits';
  type Scans = { counted: number; scanned: number; visits: number };
  for (const row of await count<Scans>(scans, 'scans', 'scanned_at', scanFigures)) {
    Object.assign(figuresOf(row), { scans: row.counted, scansRaw: row.scanned, visits: row.visits });
  }
  for (const row of await count<{ clicks: number }>(sales, 'clicks', 'clicked_at', 'count(*) as clicks')) {
    figuresOf(row).clicks = row.clicks;
  }
  type Bookings = { status: keyof Figures['bookings']; estimated: boolean; bookings: number; cents: number };
  const bookingFigures = 'status, estimated, count(*) as bookings, sum(amount_cents) as cents';
  for (const row of await count<Bookings>(sales, 'bookings', 'booked_at', bookingFigures)) {
    const figures = figuresOf(row);
    figures.bookings[row.status] += row.bookings;
    if (row.status === 'cancelled') continue;
    if (row.status === 'pending' || row.estimated) figures.estimatedCents += row.cents;
    else figures.confirmedCents += row.cents;
  }
  type Events = Pick<Figures, 'events' | 'impressions' | 'openings' | 'botViews'>;
  const ofVisitors = `filter (where audience = 'visitor'`;
  const eventFigures = `count(*) ${ofVisitors}) as events, count(*) ${ofVisitors} and ${seen}) as impressions,
    count(*) ${ofVisitors} and ${opened}) as openings,
    count(*) filter (where audience = 'bot' and (${seen} or ${opened})) as "botViews"`;
  for (const row of await count<Events>(events, 'events', 'received_at', eventFigures)) {
    const { events, impressions, openings } = row;
    // What programs do is under no event's name.
    const botViews = dimension === 'event' ? 0 : row.botViews;
    if (events + botViews > 0) Object.assign(figuresOf(row), { events, impressions, openings, botViews });
  }
  return found;
}

/** Where the rollups differ from a recount, a line each, beginning with key and instant. */
export function differences(recounted: Map<string, Figures>, rollups: readonly Rollup[]): string[] {
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const { key, startsAt, ...figures } of rollups) {
    const name = `${key} ${startsAt.toISOString()}`;
    const again = recounted.get(name);
    if (seen.has(name)) lines.push(`${name} is there twice`);
    seen.add(name);
    for (const measure of Object.keys(figures) as (keyof Figures)[]) {
      const [one, other] = [figures[measure], again?.[measure]].map((value) => JSON.stringify(value));
      if (one !== other) lines.push(`${name} ${measure} ${one}, recounted ${other}`);
    }
  }
  for (const name of recounted.keys()) if (!seen.has(name)) lines.push(`${name} is missing`);
  return lines;
}
