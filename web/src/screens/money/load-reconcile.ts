import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listDifferences, ReconciledMonth } from '../../../../contract/reconciliation.ts';
import type {
  listStatementImports,
  listStatementRows,
  StatementImport,
  StatementImportDetail,
  StatementRow,
} from '../../../../contract/statement-imports.ts';
import type { LongWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName } from '../../desk/table-address.ts';

/** A row of a table names itself by a text. */
type Named<Row> = Omit<Row, 'id'> & { id: string };
export type ImportLine = Named<StatementImport>;
export type RowLine = Named<StatementRow>;
export type MonthLine = ReconciledMonth & { id: string };

/** What the address asks for: the statements, one of them with its rows, or the months. */
type Shown =
  | { of: 'statements'; list: ListPage<ImportLine> }
  | { of: 'rows'; statement: StatementImportDetail; list: ListPage<RowLine> }
  | {
      of: 'months';
      list: ListPage<MonthLine>;
      open: { month: MonthLine; told: Answer<typeof listDifferences> } | null;
    };

export interface ReconcileData {
  shown: Shown;
  /** Statements that are not applied yet, and bookings on which the two differ where one was. */
  counts: { open: number; differences: number };
  work: LongWork | null;
}

const named = <Row extends { id: number }>({ rows, ...list }: { rows: Row[]; total: number; next: string | null }) => ({
  ...list,
  rows: rows.map((row) => ({ ...row, id: String(row.id) })),
});

type Query<E extends typeof listStatementImports | typeof listStatementRows> = NonNullable<Request<E>['query']>;

async function loadMonths(all: readonly ReconciledMonth[], id: string | null, api: Api): Promise<Shown> {
  const rows = all.map((month) => ({ ...month, id: `${month.platform}/${month.month}` }));
  const month = rows.find((one) => one.id === id);
  const params = month && { platform: month.platform, month: month.month };
  const told = params && (await api('GET /api/admin/reconciliation/{platform}/{month}', { params }));
  return { of: 'months', list: { rows, total: rows.length, next: null }, open: month && told ? { month, told } : null };
}

async function loadShown(api: Api, query: URLSearchParams, months: readonly ReconciledMonth[]): Promise<Shown> {
  if (query.get('list') === 'months') return await loadMonths(months, query.get('open'), api);
  const id = query.get('statement');
  const statement = await opened(id && /^[1-9]\d{0,8}$/.test(id) ? id : null, (one) =>
    api('GET /api/admin/statement-imports/{id}', { params: { id: one } }),
  );
  if (statement) {
    const list = await api('GET /api/admin/statement-imports/{id}/rows', {
      params: { id: String(statement.id) },
      query: asked(query, ['search', 'sort', 'outcome', 'after']) as Query<typeof listStatementRows>,
    });
    return { of: 'rows', statement, list: named(list) };
  }
  const filter = asked(query, ['search', 'sort', 'platform', 'after']) as Query<typeof listStatementImports>;
  return { of: 'statements', list: named(await api('GET /api/admin/statement-imports', { query: filter })) };
}

export const loadReconcile = deskLoader(async (api, { request }): Promise<ReconcileData> => {
  const { searchParams: query } = new URL(request.url);
  const [months, waiting, work] = await Promise.all([
    api('GET /api/admin/reconciliation'),
    api('GET /api/admin/statement-imports', { query: { unapplied: 'true', limit: '1' } }),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  // A month of which no statement was applied yet differs whole, and is no news.
  const told = months.filter(({ statement_bookings }) => statement_bookings > 0);
  const differences = told.reduce((sum, month) => sum + month.differences, 0);
  return { shown: await loadShown(api, query, months), counts: { open: waiting.total, differences }, work };
});
