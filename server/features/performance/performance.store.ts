import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { partnerEarned } from '../analytics/analytics.ts';

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

/**
 * What an organisation has earned by bookings of a span, by code and place: what is certain, not what is estimated.
 * @param span.changed its days that are not as they were added up; undefined where it has no whole days
 */
export async function findEarned(
  db: Db,
  organisation: string,
  span: { from: Date; until: Date; changed: readonly Date[] | undefined },
): Promise<Earned[]> {
  const { rows } = await sql<Earned>`
    select qr_code_id, location_id, sum(cents)::bigint as cents, sum(earning)::integer as earning, sum(told)::integer as told,
      sum(told_cents)::bigint as told_cents
    from (${partnerEarned({ ...span, organisation })}) as e group by qr_code_id, location_id`.execute(db);
  return rows;
}
