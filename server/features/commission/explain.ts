import type { WaitsFor } from '../../../contract/commission-states.ts';
import type { Explanation } from '../../../contract/explanation.ts';
import type { HistoryRow } from '../../platform/audit/audit.store.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { missing } from '../organisations/organisations.ts';
import {
  type ExplainedEntry,
  findCommission,
  findEntries,
  findHoldsOf,
  findInside,
  findOrigin,
  type HoldRow,
  type Inside,
  isCommission,
} from './explain.store.ts';

/**
 * Why a booking earns what it does, from the scan to the ledger's entries.
 * @param own the caller's organisation, which is told of its own bookings alone, and nothing of the platform's rate, the house and who
 * decided; null for an admin
 * @throws Refusal `not_found`
 */
export async function explainBooking(db: Db, own: string | null, bookingId: string): Promise<Explanation> {
  const read = async (tx: Db) => {
    const commission = await findCommission(tx, bookingId);
    if (!commission) return undefined;
    const holds = (await findHoldsOf(tx, bookingId)) as HoldRow[];
    return { commission, entries: await findEntries(tx, bookingId), holds };
  };
  // What is one's own is found behind the wall; of that alone the rest is asked.
  const found = own === null ? await withTransaction(db, read) : await withTenant(db, { organisation: own }, read);
  if (!found) throw missing(own !== null && (await isCommission(db, bookingId)));
  const { commission, entries, holds } = found;
  const origin = await findOrigin(db, bookingId);
  const inside = own === null ? await findInside(db, bookingId) : undefined;
  const { organisation_id, rate_card_id, partner_share, partner_cents, paid_out_cents } = commission;
  // Of a cancelled booking the ledger has nothing any more; what it was stays with the booking.
  const { amount_cents, travel_day } =
    commission.state === 'none' ? { amount_cents: origin.amount_cents, travel_day: origin.told_day } : commission;
  return {
    booking_id: bookingId,
    experience: origin.experience,
    platform: origin.platform,
    organisation: organisation_id === null ? null : { id: organisation_id, name: origin.organisation ?? '' },
    state: commission.state,
    status: origin.status,
    amount: amount_cents / 100,
    estimated: origin.estimated,
    waits_for: commission.state === 'pending' ? waitsFor(origin) : null,
    share: partner_cents / 100,
    paid_out: paid_out_cents / 100,
    paid: paidBy(entries) / 100,
    travel_day,
    payable_on: commission.payable_on,
    rate_card:
      rate_card_id === null
        ? null
        : {
            ...{ id: rate_card_id, partner_share, tier: origin.tier },
            ...{ effective_from: origin.effective_from, holding_days: origin.holding_days },
          },
    scan: origin.scanned_at && {
      at: origin.scanned_at.toISOString(),
      code: origin.code ?? '',
      place: origin.place ?? '',
    },
    click: origin.clicked_at && { at: origin.clicked_at.toISOString() },
    booked_at: origin.booked_at.toISOString(),
    changes: origin.history
      .filter(({ action }) => action.startsWith('booking_'))
      .reverse()
      .map((row) => changeOf(row, inside)),
    holds: holds.map((row) => holdOf(row, inside)),
    entries: entries.map((entry) => entryOf(entry, inside)),
    ...(inside && {
      transaction_id: inside.transaction_id,
      platform_rate: inside.platform_rate,
      platform_pays: inside.platform_cents / 100,
      margin: (inside.platform_cents - partner_cents) / 100,
    }),
  };
}

/** What released payouts have paid, in cents; what they took back of others is less by it. */
const paidBy = (entries: readonly ExplainedEntry[]): number =>
  entries
    .filter(({ kind }) => kind === 'paid')
    .reduce((sum, { to, cents }) => sum + (to === 'paid' ? cents : -cents), 0);

/** What has to be known before a commission that is earned becomes payable. */
export function waitsFor({ estimated, is_doubted }: { estimated: boolean; is_doubted: boolean }): WaitsFor | null {
  if (is_doubted) return 'decision';
  return estimated ? 'amount' : null;
}

interface Told {
  status?: string;
  amount_cents?: number;
  reason?: string;
}

/** A change of the booking. Of its reason others than administrators learn whose news it was, and nothing else. */
function changeOf({ at, action, by, content }: HistoryRow, inside: Inside | undefined) {
  const told = (JSON.parse(content ?? '{}') as { after?: Told }).after ?? {};
  return {
    at: new Date(at).toISOString(),
    action,
    status: told.status ?? null,
    amount: told.amount_cents === undefined ? null : told.amount_cents / 100,
    told_by:
      /^(?:news \d+|row \d+ of statement \d+|booking .+) of ([a-z-]+)$/.exec(
        action === 'booking_told_of' ? (told.reason ?? '') : '',
      )?.[1] ?? null,
    ...(inside && { by, reason: told.reason ?? null }),
  };
}

function holdOf({ id, rule, state, opened_at, decided_at }: HoldRow, inside: Inside | undefined) {
  return {
    rule,
    state,
    opened_at: opened_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    ...(inside && { id, ...insideOf(inside.holds[id]) }),
  };
}

const insideOf = (hold: Inside['holds'][string] | undefined) => ({
  details: hold?.details ?? {},
  decided_by: hold?.by ?? null,
  decision_reason: hold?.reason ?? null,
});

function entryOf({ posted_at, cents, ...entry }: ExplainedEntry, inside: Inside | undefined) {
  const cause = inside?.causes[entry.id];
  return { ...entry, at: posted_at.toISOString(), amount: cents / 100, ...(cause !== undefined && { cause }) };
}
