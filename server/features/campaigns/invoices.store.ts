import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byCount, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** A campaign on an invoice, as it was then; money in cents. */
export interface InvoiceLine {
  campaign_id: string;
  campaign: string;
  listing: string;
  impressions: number;
  clicks: number;
  charged_cents: number;
  credited_cents: number;
}

const endOf = (month: string) => sql`((${sql.raw(month)} + interval '1 month') at time zone ${sql.lit(hawaiiZone)})`;

/** Up to when an organisation has been invoiced. */
const invoicedUntil = (organisation: string) => sql`coalesce((select max(${endOf('i.month')}) from campaign_invoices i
  where i.organisation_id = ${sql.raw(organisation)}), '-infinity')`;

/** Advertisers that a closed month may have charged, or credited, and that have no invoice of that yet. */
export async function findUninvoiced(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.organisation_id as id from campaigns c
    where c.organisation_id > ${after} and exists (select from ledger_entries e where e.campaign_id = c.id
      and e.posted_at >= ${invoicedUntil('c.organisation_id')}
      and e.posted_at < (select max(${endOf('m.month')}) from statement_months m where m.closed_at is not null))
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The closed months after an advertiser's last invoice, the first of all on. */
export async function findUninvoicedMonths(tx: Tx, organisation: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select m.month::text from statement_months m where m.closed_at is not null
      and m.month > coalesce((select max(i.month) from campaign_invoices i where i.organisation_id = ${organisation}), '-infinity')
    order by m.month`.execute(tx);
  return rows.map(({ month }) => month);
}

/** What was charged and credited since an advertiser's last invoice up to the end of a month, campaign by campaign. */
export async function sumCampaigns(tx: Tx, organisation: string, month: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    with since as (select ${invoicedUntil('o.id')} as from_then from organisations o where o.id = ${organisation}),
      months as (select from_then, ${endOf('d.month')} as until, (from_then at time zone ${sql.lit(hawaiiZone)})::date as first_day,
        (d.month + interval '1 month')::date as day_after from since, (select ${month}::date as month) d)
    select c.id as campaign_id, c.name as campaign, l.name as listing, sum(case e.kind when 'charge' then e.cents else 0 end)::bigint as charged_cents,
      sum(case e.kind when 'credit' then e.cents else 0 end)::bigint as credited_cents, max(counted.impressions)::integer as impressions,
      max(counted.clicks)::integer as clicks
    from months, campaigns c join listings l on l.id = c.listing_id join ledger_entries e on e.campaign_id = c.id
      cross join lateral (select coalesce(sum(d.impressions), 0) as impressions, coalesce(sum(d.clicks), 0) as clicks from campaign_days d, months n
        where d.campaign_id = c.id and d.day >= n.first_day and d.day < n.day_after) counted
    where c.organisation_id = ${organisation} and e.posted_at >= months.from_then and e.posted_at < months.until
    group by c.id, c.name, l.name order by c.name, c.id`.execute(tx);
  return rows;
}

export async function findAdvertiserName(tx: Tx, organisation: string): Promise<string> {
  const of = tx.selectFrom('organisations').select('name').where('id', '=', organisation);
  return (await of.executeTakeFirstOrThrow()).name;
}

/**
 * Keeps an invoice, which the database numbers after the last one (db/migrations/0150_invoice_numbers.sql): what is done in this transaction
 * after it keeps all others waiting. @returns its number and id; undefined where the month has one, which another process has made meanwhile
 */
export async function insertInvoice(
  tx: Tx,
  given: {
    organisation_id: string;
    month: string;
    name: string;
    cents: number;
    lines: readonly InvoiceLine[];
    made_at: Date;
  },
): Promise<{ id: string; number: number } | undefined> {
  return await tx
    .insertInto('campaign_invoices')
    .values({ ...given, lines: JSON.stringify(given.lines) })
    .returning(['id', 'number'])
    .executeTakeFirst();
}

export interface InvoiceRow {
  id: string;
  number: number;
  organisation_id: string;
  name: string;
  month: string;
  cents: number;
  made_at: Date;
  paid_at: Date | null;
}

const columns = sql`i.id, i.number, i.organisation_id, i.name, to_char(i.month, 'YYYY-MM') as month, i.cents, i.made_at,
  p.posted_at as paid_at`;
const from = sql`campaign_invoices i left join ledger_entries p on p.invoice_id = i.id`;

export interface InvoiceFilter {
  search?: string | undefined;
  state?: 'open' | 'paid' | undefined;
}

/** A page of an organisation's invoices, or of all. */
export async function findInvoicePage(
  db: Db,
  organisation: string | null,
  { search, state }: InvoiceFilter,
  page: Page,
) {
  const matching = [];
  if (organisation) matching.push(sql`i.organisation_id = ${organisation}::uuid`);
  if (search) matching.push(contains(sql`i.name`, search));
  if (state) matching.push(state === 'paid' ? sql`p.id is not null` : sql`p.id is null`);
  return await findPage<InvoiceRow>(
    db,
    { from, id: sql`i.id`, matching, order: byCount(sql`i.number`), columns },
    page,
  );
}

export interface InvoiceSums {
  open: number;
  open_cents: number;
  paid: number;
  paid_cents: number;
}

/** What is open, and what is paid, of an organisation or of all. */
export async function sumInvoices(db: Db, organisation: string | null): Promise<InvoiceSums> {
  const { rows } = await sql<InvoiceSums>`
    select count(*) filter (where p.id is null)::integer as open, coalesce(sum(i.cents) filter (where p.id is null), 0)::bigint as open_cents,
      count(p.id)::integer as paid, coalesce(sum(i.cents) filter (where p.id is not null), 0)::bigint as paid_cents
    from ${from} ${organisation ? sql`where i.organisation_id = ${organisation}::uuid` : sql``}`.execute(db);
  return rows[0]!;
}

/** Who has invoices, by name. */
export async function findInvoiced(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from organisations o where exists (select from campaign_invoices i where i.organisation_id = o.id)
    order by o.name, o.id limit 200`.execute(db);
  return rows;
}

/** One invoice with its lines. */
export async function findInvoice(
  db: Db,
  organisation: string | null,
  id: string,
): Promise<(InvoiceRow & { lines: InvoiceLine[] }) | undefined> {
  const { rows } = await sql<InvoiceRow & { lines: InvoiceLine[] }>`
    select ${columns}, i.lines from ${from}
    where i.id = ${id} ${organisation ? sql`and i.organisation_id = ${organisation}::uuid` : sql``}`.execute(db);
  return rows[0];
}

/** Whether there is an invoice, whosever it is. */
export async function isInvoice(db: Db, id: string): Promise<boolean> {
  const found = db.selectFrom('campaign_invoices').select('id').where('id', '=', id);
  return (await found.executeTakeFirst()) !== undefined;
}

/** What was done to it, newest first. */
export async function findInvoiceHistory(db: Db, id: string): Promise<HistoryRow[]> {
  const { rows } = await sql<{ history: HistoryRow[] }>`
    select to_json(${historyOf('campaign_invoice', sql`${id}`)}) as history`.execute(db);
  return rows[0]!.history;
}
