import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isEarning } from '../commission/commission.ts';

export interface OwnCode {
  id: number;
  code: string;
  label: string | null;
  location_id: number;
  location_name: string;
}

/** An organisation's codes, those that were replaced among them. */
export async function findOwnCodes(db: Db, organisationId: string): Promise<OwnCode[]> {
  const { rows } = await sql<OwnCode>`
    select c.id, c.code, c.label, c.location_id, p.name as location_name from qr_codes c join locations p on p.id = c.location_id
    where p.organisation_id = ${organisationId} order by p.name, p.id, c.created_at, c.id`.execute(db);
  return rows;
}

/** When anything of an organisation's first happened, if ever: its first scan where that day is not rolled up yet. */
export async function findFirstDay(db: Db, ownerId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ first: Date | null }>`
    select least(
      (select starts_at from rollups where grain = 'day' and dimension = 'partner' and key = ${ownerId}::text order by starts_at limit 1),
      (select scanned_at from scans where partner_id = ${ownerId}::uuid order by scanned_at limit 1)) as first`.execute(
    db,
  );
  return rows[0]?.first ?? undefined;
}

/** Of bookings whose amount is told. */
export interface Earned {
  qr_code_id: number | null;
  location_id: number | null;
  /** What they earn, and how many of them do. */
  cents: number;
  earning: number;
  /** All of them, and what was paid for them. */
  told: number;
  told_cents: number;
}

/** What an organisation has earned by bookings of a span, by code and place: what is certain, not what is estimated. */
export async function findEarned(db: Db, organisationId: string, from: Date, until: Date): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    select b.qr_code_id, b.location_id, coalesce(sum(c.partner_cents) filter (where ${isEarning}), 0)::bigint as cents,
      count(*) filter (where ${isEarning} and c.partner_cents > 0)::integer as earning,
      count(*)::integer as told, sum(b.amount_cents)::bigint as told_cents
    from commissions c join bookings b on b.id = c.booking_id
    where c.organisation_id = ${organisationId} and c.booked_at >= ${from} and c.booked_at < ${until}
      and b.status in ('confirmed', 'completed') and not b.estimated
    group by b.qr_code_id, b.location_id`.execute(db);
  return rows;
}
