import type { ClawbackReason } from '../../../contract/commission-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  type AccountKey,
  findAccounts,
  findOpenEntries,
  insertEntries,
  type NewEntry,
  type OpenEntry,
} from './ledger.store.ts';
import type { Position } from './position.ts';

/** Who or what money moves for: `cause` names the request, the news or the work. */
export interface Cause {
  actorId: string | null;
  cause: string;
}

/** Whose a booking's money is. */
export interface Parties {
  booking_id: string;
  organisation_id: string | null;
  platform: string;
  rate_card_id: number | null;
}

interface Transfer {
  from: AccountKey;
  to: AccountKey;
  cents: number;
}

/**
 * The transfers that a position is: the partner's whole share from the platform in one, so that it tells nothing of the platform's
 * rate, and the rest between platform and house. A booking has two at most.
 */
function transfersOf(position: Position, { organisation_id, platform }: Parties): Transfer[] {
  const { state, basis, partner_cents, platform_cents } = position;
  if (state === 'none' || basis === 'none') return [];
  const payer: AccountKey = { kind: 'platform', platform, state: basis };
  const house: AccountKey = { kind: 'house', state: basis };
  const partner: AccountKey = { kind: 'partner', organisation_id, state };
  const margin = platform_cents - partner_cents;
  return [
    { from: payer, to: partner, cents: partner_cents },
    margin < 0 ? { from: house, to: payer, cents: -margin } : { from: payer, to: house, cents: margin },
  ].filter(({ cents }) => cents > 0);
}

/** What the rows of a change are called. */
function kindOf(before: Position['state'], { state }: Position, isFirst: boolean): NewEntry['kind'] {
  if (state === 'voided') return 'void';
  if (state === 'held') return before === 'held' ? 'true_up' : 'hold';
  if (before === 'held') return 'release';
  if (before === state) return state === 'payable' ? 'correction' : 'true_up';
  const isForward = { none: isFirst, estimated: true, pending: state === 'payable', payable: false, voided: false };
  if (!isForward[before]) return 'correction';
  return state === 'estimated' ? 'estimate' : state === 'pending' ? 'confirm' : 'earn';
}

export interface Posting {
  parties: Parties;
  before: Position['state'];
  position: Position;
  /** Why money is asked back, where a payout has taken it out; otherwise null. */
  clawback: ClawbackReason | null;
}

/**
 * Makes a booking's open entries those of its position, the least that differs: what no longer holds is reversed, what is missing is posted.
 * Entries of payouts stay, so that what was paid out and no longer is owed leaves payable below zero. The caller holds the booking's
 * commission.
 * @returns whether anything was posted
 */
export async function post(tx: Tx, now: Date, by: Cause, { parties, before, position, clawback }: Posting) {
  const transfers = transfersOf(position, parties);
  const accounts = await findAccounts(
    tx,
    transfers.flatMap(({ from, to }) => [from, to]),
  );
  const wanted = transfers.map(({ from, to, cents }) => ({
    from_account: accounts(from),
    to_account: accounts(to),
    cents,
  }));
  const { open, isFirst } = await findOpenEntries(tx, parties.booking_id);
  const kept = open.filter((entry) => wanted.some((one) => isSame(one, entry)));
  const gone = open.filter((entry) => !kept.includes(entry));
  const missing = wanted.filter((one) => !kept.some((entry) => isSame(one, entry)));
  const kind = kindOf(before, position, isFirst);
  const rows = [
    ...gone.map((entry) => reversalOf(entry, clawback)),
    ...missing.map((one) => ({ ...one, kind, reverses: null, reason: null })),
  ];
  if (rows.length === 0) return false;
  await insertEntries(tx, { posted_at: now, ...parties, actor_id: by.actorId, cause: by.cause, payout_id: null }, rows);
  return true;
}

const isSame = (one: Omit<OpenEntry, 'id' | 'is_payable'>, other: Omit<OpenEntry, 'id' | 'is_payable'>) =>
  one.from_account === other.from_account && one.to_account === other.to_account && one.cents === other.cents;

function reversalOf(entry: OpenEntry, clawback: ClawbackReason | null): NewEntry {
  const reason = entry.is_payable ? clawback : null;
  return {
    kind: reason ? 'clawback' : 'reversal',
    from_account: entry.to_account,
    to_account: entry.from_account,
    cents: entry.cents,
    reverses: entry.id,
    reason,
  };
}
