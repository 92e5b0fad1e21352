import { type RawBuilder, sql } from 'kysely';
import { eventSources } from '../../../contract/analytics.ts';
import { bookingPlatforms } from '../../../contract/booking-states.ts';
import type { RawSource } from '../../../contract/export-limits.ts';
import { categories } from '../../../contract/values.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CellType } from '../../platform/tables/cells.ts';

/** `person`: what tells who a row is of, or which booking, which its reader writes under another name. */
export type RawColumnType = CellType | 'person';

interface Column {
  type: RawColumnType;
  is: RawBuilder<unknown>;
}

interface Source {
  /** When a row came, by which it is found. */
  time: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  columns: Readonly<Record<string, Column>>;
}

const column = (type: RawColumnType, is: RawBuilder<unknown>): Column => ({ type, is });

const placed = sql`left join qr_codes q on q.id = r.qr_code_id left join locations p on p.id = r.location_id
  left join organisations o on o.kind = 'partner' and o.owner_id = r.partner_id`;
const ofPlace = {
  code: column('text', sql`q.code`),
  place_id: column('integer', sql`r.location_id`),
  place: column('text', sql`p.name`),
  // The organisation: what stands beside a row is the id of its owner then.
  partner: column('text', sql`o.id::text`),
};
const listed = sql`left join listings l on l.id = r.listing_id`;
const ofListing = { listing_id: column('integer', sql`r.listing_id`), listing: column('text', sql`l.name`) };
const told = (name: string) => column('text', sql`r.data ->> ${sql.lit(name)}`);
/** Of what any caller may write the words that we know; all else is other. */
const toldOf = (name: string, known: readonly string[]) => {
  const value = sql`r.data ->> ${sql.lit(name)}`;
  return column(
    'text',
    sql`case when ${value} in (${sql.join(known.map((one) => sql.lit(one)))}) then ${value} when ${value} is not null then 'other' end`,
  );
};

/**
 * What each source has of a row. Left out is what tells of a person and answers no question about many: where somebody was, what they or
 * their browser wrote, contacts, and references by which a platform knows them.
 */
const sources: Record<RawSource, Source> = {
  events: {
    time: sql`r.received_at`,
    from: sql`events r ${listed} ${placed}`,
    columns: {
      received_at: column('instant', sql`r.received_at`),
      occurred_at: column('instant', sql`r.occurred_at`),
      event_type: column('text', sql`r.event_type`),
      audience: column('text', sql`r.audience`),
      visit: column('person', sql`r.visit_id::text`),
      account: column('person', sql`r.user_id::text`),
      ...ofListing,
      ...ofPlace,
      list: told('list'),
      campaign: told('campaign'),
      category: toldOf('category', categories),
      price_range: told('price_range'),
      platform: toldOf('platform', bookingPlatforms),
      source: toldOf('source', eventSources),
    },
  },
  scans: {
    time: sql`r.scanned_at`,
    from: sql`scans r ${placed}`,
    columns: {
      scanned_at: column('instant', sql`r.scanned_at`),
      counted: column('flag', sql`r.counted`),
      source: column('text', sql`r.source`),
      device: column('text', sql`r.device_class`),
      visit: column('person', sql`r.visit_id::text`),
      ...ofPlace,
    },
  },
  clicks: {
    time: sql`r.clicked_at`,
    from: sql`clicks r ${listed} ${placed}`,
    columns: {
      clicked_at: column('instant', sql`r.clicked_at`),
      platform: column('text', sql`r.platform`),
      visit: column('person', sql`r.visit_id::text`),
      account: column('person', sql`r.user_id::text`),
      ...ofListing,
      ...ofPlace,
      commission_rate: column('number', sql`r.commission_rate`),
      price_range: column('text', sql`r.price_range`),
    },
  },
  bookings: {
    time: sql`r.booked_at`,
    from: sql`bookings r ${listed} ${placed}`,
    columns: {
      booked_at: column('instant', sql`r.booked_at`),
      booking: column('person', sql`r.id::text`),
      platform: column('text', sql`r.platform`),
      status: column('text', sql`r.status`),
      amount_cents: column('integer', sql`r.amount_cents`),
      estimated: column('flag', sql`r.estimated`),
      account: column('person', sql`r.user_id::text`),
      ...ofListing,
      ...ofPlace,
      check_in: column('day', sql`r.check_in_date`),
      check_out: column('day', sql`r.check_out_date`),
      guests: column('integer', sql`r.guest_count`),
      language: column('text', sql`r.language`),
    },
  },
};

/** The columns of a source in their order, by the type of what stands in them. */
export const rawColumnsOf = (source: RawSource): Record<string, RawColumnType> =>
  Object.fromEntries(Object.entries(sources[source].columns).map(([name, { type }]) => [name, type]));

/** Instants as dates, days as `YYYY-MM-DD`. */
export type RawRow = Record<string, string | number | boolean | Date | null>;

/**
 * Rows of a span by when they came. Those of the same instant come together, however many: events have no number by which to go on
 * between them. All that a span has is found before any of it is told, so that a long span of very many is to be asked for in short ones.
 * @param after where to go on: the text of what was read `upTo`
 */
export async function findRawRows(
  db: Db,
  source: RawSource,
  { from, until, after, most }: { from: Date; until: Date; after: string | undefined; most: number },
): Promise<{ rows: RawRow[]; upTo: { text: string; at: Date } | undefined }> {
  const { time, columns, from: tables } = sources[source];
  const cells = Object.entries(columns).map(([name, { is }]) => sql`${is} as ${sql.ref(name)}`);
  const begins = after === undefined ? sql`${time} >= ${from}` : sql`${time} > ${after}::timestamptz`;
  // As text an instant keeps its microseconds.
  const { rows } = await sql<RawRow & { up_to: string; up_to_at: Date }>`
    select ${sql.join(cells)}, ${time}::text as up_to, ${time} as up_to_at from ${tables}
    where ${begins} and ${time} < ${until} order by ${time} fetch first (${most}) rows with ties`.execute(db);
  const last = rows.at(-1);
  return { rows, upTo: last && { text: last.up_to, at: last.up_to_at } };
}
