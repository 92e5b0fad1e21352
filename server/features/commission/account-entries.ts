import { z } from 'zod';
import type { AccountEntry } from '../../../contract/ledger-entries.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { type AccountEntryRow, findAccount, findAccountEntries } from './account-entries.store.ts';
import { nameAccount, showAccount } from './ledger-lists.ts';

const entryId = z.string().regex(/^\d{1,18}$/);

const showEntry = ({ posted_at, cents, booking, campaign, invoice, other, ...row }: AccountEntryRow): AccountEntry => ({
  ...{ id: row.id, at: posted_at.toISOString(), kind: row.kind, moved: cents / 100, cause: row.cause },
  other: nameAccount(other),
  ...{ booking, campaign, invoice },
});

/** A page of an account's entries, and what stands on it. @throws Refusal `not_found`; `invalid_request` for no cursor */
export async function listAccountEntries(
  db: Db,
  id: number,
  query: { sort: string; after?: string | undefined; limit?: number | undefined },
) {
  const page = readPage(query, (_by, value) => isWhole(value), entryId);
  const account = await findAccount(db, id);
  if (!account) throw new Refusal('not_found');
  const { rows, total } = await findAccountEntries(db, id, page);
  return { rows: rows.map(showEntry), total, next: nextOf(query.sort, page, rows), account: showAccount(account) };
}
