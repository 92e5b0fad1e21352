import { type RawBuilder, sql } from 'kysely';
import type { BookingPlatform, BookingStatus } from '../../../contract/booking-states.ts';
import type { FigureRows, SummedRows } from '../../../contract/figure-rows.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

export interface FigureRow {
  id: string;
  order_value: string | null;
  at: Date;
  count: number;
  booking: string | null;
  code: string | null;
  location_id: number | null;
  place: string | null;
  partner: string | null;
  listing_id: number | null;
  listing: string | null;
  platform: BookingPlatform | null;
  status: BookingStatus | null;
  amount_cents: number | null;
}

const nothing = {
  ...{ booking: sql`null::uuid`, listing_id: sql`null::integer`, platform: sql`null::text`, status: sql`null::text` },
  amount_cents: sql`null::bigint`,
};

const bookingsThat = (counted: RawBuilder<unknown>) => ({
  ...{ table: sql`bookings`, time: sql`r.booked_at`, id: 'uuid', counted },
  columns: {
    ...{ booking: sql`r.id`, listing_id: sql`r.listing_id`, platform: sql`r.platform`, status: sql`r.status` },
    amount_cents: sql`case when not r.estimated then r.amount_cents end`,
  },
});

/** Which rows each figure counts, as server/features/analytics/rollup-figures.store.ts counts them. */
const kinds = {
  scans: { table: sql`scans`, time: sql`r.scanned_at`, id: 'bigint', counted: sql`r.counted`, columns: nothing },
  clicks: {
    ...{ table: sql`clicks`, time: sql`r.clicked_at`, id: 'bigint', counted: sql`true` },
    columns: { ...nothing, listing_id: sql`r.listing_id`, platform: sql`r.platform` },
  },
  bookings: bookingsThat(sql`r.status in ('confirmed', 'completed')`),
  pending: bookingsThat(sql`r.status = 'pending'`),
  completed: bookingsThat(sql`r.status = 'completed'`),
} as const;

/** Rows of [from, until) that a figure counts, newest first. @param page.since before which none of the page's can be */
export async function findRows(
  db: Db,
  of: Exclude<FigureRows, SummedRows>,
  { from, until }: { from: Date; until: Date },
  { after, limit, platform, since }: Page & { platform: BookingPlatform | undefined; since: Date },
): Promise<FigureRow[]> {
  const { table, time, id, counted, columns } = kinds[of];
  const order = byInstant(time);
  // One end alone: of two the index is entered at the first, and all that lies between them is passed.
  const isWithin = after && Number(after.value) < until.getTime() * 1000;
  const end = isWithin
    ? sql`(${time}, r.id) < (${order.read(after.value)}, ${after.id}::${sql.raw(id)})`
    : sql`${time} < ${until}::timestamptz`;
  const ofPlatform = platform && of !== 'scans' ? sql`and r.platform = ${platform}` : sql``;
  const { rows } = await sql<FigureRow>`
    with page as materialized (
      select r.id, ${order.value} as order_value, ${time} as at, r.qr_code_id, r.location_id, r.partner_id, ${sql.join(
        Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
        sql`, `,
      )}
      from ${table} r where ${time} >= greatest(${from}::timestamptz, ${since}::timestamptz) and ${end}
        and ${counted} ${ofPlatform}
      order by ${time} desc, r.id desc limit ${limit})
    select page.id::text, page.order_value, page.at, 1 as count, page.booking, q.code, page.location_id, p.name as place, o.name as partner,
      page.listing_id, l.name as listing, page.platform, page.status, page.amount_cents
    from page left join qr_codes q on q.id = page.qr_code_id left join locations p on p.id = page.location_id
      left join organisations o on o.owner_id = page.partner_id and o.kind = 'partner' left join listings l on l.id = page.listing_id
    order by page.at desc, page.id desc`.execute(db);
  return rows;
}

/** What experiences are called, by their number, the deleted ones too. */
export async function findListingNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
