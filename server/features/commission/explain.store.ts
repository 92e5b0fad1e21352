import { sql } from 'kysely';
import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { ClawbackReason, CommissionState, EntryKind, HoldState } from '../../../contract/commission-states.ts';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDoubted, toldDay } from './commissions.store.ts';

export interface ExplainedEntry {
  id: number;
  posted_at: Date;
  kind: EntryKind;
  /** The state of a partner's account, or the kind and state of another; null for one that is not there for the asker. */
  from: string | null;
  to: string | null;
  cents: number;
  reason: ClawbackReason | null;
  reverses: number | null;
  payout_id: string | null;
}

/** A commission with its entries and holds, as far as they are there for the asker: asked by a tenant, its own. */
export async function findCommission(db: Db, bookingId: string) {
  const { rows } = await sql<{
    organisation_id: string | null;
    rate_card_id: number | null;
    partner_share: number;
    state: CommissionState;
    amount_cents: number;
    partner_cents: number;
    paid_out_cents: number;
    travel_day: string | null;
    payable_on: string | null;
  }>`
    select organisation_id, rate_card_id, partner_share, state, amount_cents, partner_cents, paid_out_cents, travel_day, payable_on
    from commissions where booking_id = ${bookingId}`.execute(db);
  return rows[0];
}

export async function findEntries(db: Db, bookingId: string): Promise<ExplainedEntry[]> {
  const { rows } = await sql<ExplainedEntry>`
    select e.id, e.posted_at, e.kind, case f.kind when 'partner' then f.state else f.kind || ' ' || f.state end as from,
      case t.kind when 'partner' then t.state else t.kind || ' ' || t.state end as to, e.cents, e.reason, e.reverses, e.payout_id
    from ledger_entries e left join ledger_accounts f on f.id = e.from_account left join ledger_accounts t on t.id = e.to_account
    where e.booking_id = ${bookingId} order by e.id`.execute(db);
  return rows;
}

export async function findHoldsOf(db: Db, bookingId: string) {
  return await db
    .selectFrom('commission_holds')
    .select(['id', 'rule', 'state', 'opened_at', 'decided_at'])
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();
}

/** Where a booking came from: what was frozen when its code was scanned and its link followed, and what has been done to it since. */
export async function findOrigin(db: Db, bookingId: string) {
  const { rows } = await sql<{
    experience: string;
    platform: string;
    booked_at: Date;
    status: BookingStatus;
    amount_cents: number;
    told_day: string | null;
    estimated: boolean;
    is_doubted: boolean;
    clicked_at: Date | null;
    scanned_at: Date | null;
    code: string | null;
    place: string | null;
    organisation: string | null;
    tier: string;
    effective_from: string;
    holding_days: number;
    history: HistoryRow[];
  }>`
    select l.name as experience, b.platform, b.booked_at, b.status, b.amount_cents, ${toldDay} as told_day, b.estimated,
      ${isDoubted} as is_doubted,
      c.clicked_at, s.scanned_at, q.code, p.name as place,
      o.name as organisation, r.tier, r.effective_from::text, r.holding_days, to_json(${historyOf('booking', sql`b.id`)}) as history
    from bookings b join listings l on l.id = b.listing_id left join clicks c on c.id = b.click_id
      left join scans s on s.id = c.scan_id left join qr_codes q on q.id = s.qr_code_id left join locations p on p.id = s.location_id
      left join commissions k on k.booking_id = b.id left join organisations o on o.id = k.organisation_id
      left join rate_cards r on r.id = k.rate_card_id
    where b.id = ${bookingId}`.execute(db);
  return rows[0]!;
}

/** What administrators are told besides. */
export async function findInside(db: Db, bookingId: string) {
  const { rows } = await sql<{
    transaction_id: string;
    platform_rate: number;
    platform_cents: number;
    causes: Record<string, string>;
    holds: Record<string, { by: string | null; reason: string | null; details: Record<string, string | number> }>;
  }>`
    select b.transaction_id, c.platform_rate, c.platform_cents,
      coalesce((select jsonb_object_agg(e.id, e.cause) from ledger_entries e where e.booking_id = c.booking_id), '{}') as causes,
      coalesce((select jsonb_object_agg(h.id, jsonb_build_object('by', u.email, 'reason', h.decision_reason,
          'details', h.details))
        from commission_holds h left join users u on u.id = h.decided_by where h.booking_id = c.booking_id), '{}') as holds
    from commissions c join bookings b on b.id = c.booking_id where c.booking_id = ${bookingId}`.execute(db);
  return rows[0]!;
}
export type Inside = Awaited<ReturnType<typeof findInside>>;

/** Whether there is such a commission at all. */
export async function isCommission(db: Db, bookingId: string): Promise<boolean> {
  const row = db.selectFrom('commissions').select('booking_id').where('booking_id', '=', bookingId);
  return (await row.executeTakeFirst()) !== undefined;
}
export type HoldRow = Omit<Awaited<ReturnType<typeof findHoldsOf>>[number], 'state'> & { state: HoldState };
