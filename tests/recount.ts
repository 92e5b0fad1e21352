import { sql } from 'kysely';
import type { Rollup } from '../server/features/analytics/analytics.ts';
import type { Db } from '../server/platform/database/database.ts';

type Figures = Omit<Rollup, 'key' | 'startsAt'>;

/** What the key of each dimension is in each table; tables that know nothing of a dimension are left out. */
const keys: Record<string, { scans?: string; sales?: string; events?: string }> = {
  total: { scans: `''`, sales: `''`, events: `''` },
  code: { scans: 'qr_code_id', sales: 'qr_code_id' },
  place: { scans: 'location_id', sales: 'location_id' },
  partner: { scans: 'partner_id', sales: 'partner_id' },
  listing: { sales: 'listing_id', events: 'listing_id' },
  platform: { sales: 'platform' },
  event: { events: 'event_type' },
};
const withPartner = 'left join (select id as place_id, partner_id from locations) place on place_id = location_id';

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
      from ${table} ${key === 'partner_id' ? withPartner : ''} where ${key} is not null
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
  for (const row of await count<{ events: number }>(
    events,
    'events',
    'received_at',
    `count(*) filter (where audience = 'visitor') as events`,
  )) {
    if (row.events > 0) figuresOf(row).events = row.events;
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
