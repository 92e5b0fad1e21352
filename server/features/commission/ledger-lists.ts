import type { AdminPayout, LedgerAccount, Payout } from '../../../contract/commission.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import {
  type AccountRow,
  type AdminPayoutRow,
  countWaiting,
  findAccountPage,
  findPayoutPage,
  findPayoutsOf,
  findReleasedAmong,
  findTerms,
  type PayoutFilter,
  type PayoutRow,
  sumOfAll,
} from './ledger-lists.store.ts';
import { forPartner } from './statements.ts';

/** What an account is called, without what stands on it. */
export const nameAccount = ({ organisation_id, organisation, ...row }: Omit<AccountRow, 'cents'>) => ({
  ...row,
  organisation: organisation_id === null ? null : { id: organisation_id, name: organisation ?? '' },
});

/** An account as administrators see it. */
export const showAccount = ({ cents, ...row }: AccountRow): LedgerAccount => ({
  ...nameAccount(row),
  balance: cents / 100,
});

/** The ledger's accounts, each with its balance, and what all of them come to. @throws Refusal `invalid_request` for no cursor */
export async function trialBalance(db: Db, query: ListQuery) {
  const page = readPage(query, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findAccountPage(db, query.search, page);
  const sum = (await sumOfAll(db)) / 100;
  return { rows: rows.map(showAccount), total, next: nextOf(query.sort, page, rows), sum };
}

const showPayout = ({ organisation_id, organisation, cents, prepared_at, settled_at, ...row }: PayoutRow): Payout => ({
  ...row,
  organisation: { id: organisation_id, name: organisation },
  amount: cents / 100,
  prepared_at: prepared_at.toISOString(),
  settled_at: settled_at?.toISOString() ?? null,
});

const showToAdmin = ({ tier, minimum_payout_cents, ...row }: AdminPayoutRow): AdminPayout => ({
  ...row,
  ...showPayout(row),
  terms: { tier, minimum_payout: minimum_payout_cents / 100 },
});

/** A page of all payouts, and all that waits to be released. @throws Refusal `invalid_request` for no cursor */
export async function listPayouts(db: Db, query: ListQuery & PayoutFilter) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const { rows, total } = await findPayoutPage(db, query, page);
  const { partners, cents } = await countWaiting(db);
  const waiting = { partners, amount: cents / 100 };
  return { rows: rows.map(showToAdmin), total, next: nextOf(query.sort, page, rows), waiting };
}

/** A partner's terms. @throws Refusal `not_found` */
export async function getTerms(db: Db, organisationId: string) {
  const found = await findTerms(db, organisationId);
  if (!found) throw new Refusal('not_found');
  const { id, name, tier, minimum_payout_cents } = found;
  return { organisation: { id, name }, terms: { tier, minimum_payout: minimum_payout_cents / 100 } };
}

/** Where more of these payouts are released than a request has released of them, all that are: they are to be paid, each once. */
export async function releasedByNow(db: Db, ids: readonly string[], released: number) {
  const found = await findReleasedAmong(db, ids);
  const shown = found.map(({ cents, settled_at, ...row }) => ({
    ...row,
    amount: cents / 100,
    at: settled_at!.toISOString(),
  }));
  return shown.length > released ? { all_released: shown } : {};
}

/** A partner's payouts, newest first, at most 200. @throws Refusal `not_found` */
export async function listOwnPayouts(db: Db, own: string | null, id: string): Promise<Payout[]> {
  return await forPartner(db, own, id, async (tx) => (await findPayoutsOf(tx, id)).map(showPayout));
}
