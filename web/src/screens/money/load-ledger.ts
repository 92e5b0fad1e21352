import type { LedgerAccount, trialBalance } from '../../../../contract/commission.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import type { AccountEntry, listAccountEntries } from '../../../../contract/ledger-entries.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';

/** A row of a table names itself by a text. */
type Named<Row> = Omit<Row, 'id'> & { id: string };
export type AccountLine = Named<LedgerAccount>;
export type EntryLine = Named<AccountEntry>;

/** What the address asks for: all accounts, or what moved on one of them. */
export type LedgerData =
  | { of: 'accounts'; list: ListPage<AccountLine>; sum: number }
  | { of: 'entries'; list: ListPage<EntryLine>; account: LedgerAccount };

const named = <Row extends { id: number }>({
  rows,
  total,
  next,
}: {
  rows: Row[];
  total: number;
  next: string | null;
}) => ({
  rows: rows.map((row) => ({ ...row, id: String(row.id) })),
  ...{ total, next },
});

export const loadLedger = deskLoader(async (api, { request }): Promise<LedgerData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('account');
  if (id) {
    const found = await api('GET /api/admin/ledger/accounts/{id}/entries', {
      params: { id },
      query: asked(query, ['sort', 'after']) as NonNullable<Request<typeof listAccountEntries>['query']>,
    });
    return { of: 'entries', list: named(found), account: found.account };
  }
  const found = await api('GET /api/admin/ledger/accounts', {
    query: asked(query, ['search', 'sort', 'after']) as NonNullable<Request<typeof trialBalance>['query']>,
  });
  return { of: 'accounts', list: named(found), sum: found.sum };
});
