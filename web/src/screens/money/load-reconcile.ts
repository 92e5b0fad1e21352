import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { listDifferences, ReconciledMonth, reconcile } from '../../../../contract/reconciliation.ts';
import type {
  listStatementImports,
  listStatementRows,
  StatementImport,
  StatementImportDetail,
  StatementRow,
} from '../../../../contract/statement-imports.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { type Api, ApiError } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName } from '../../desk/table-address.ts';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';

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
      /** Null where the report cannot be had at the moment. */
      list: ListPage<MonthLine> | null;
      /** Bookings on which the two differ, in those months of this page of which a statement was applied. */
      differences: number;
      /** Months of this page with bookings of which no statement was applied. */
      untold: number;
      open: { month: MonthLine; told: Answer<typeof listDifferences> } | null;
    };

export interface ReconcileData {
  shown: Shown;
  /** Statements that are not applied yet. */
  waiting: number;
  work: LongWork | null;
}

const named = <Row extends { id: number }>({ rows, ...list }: { rows: Row[]; total: number; next: string | null }) => ({
  ...list,
  rows: rows.map((row) => ({ ...row, id: String(row.id) })),
});

type Query<E extends typeof listStatementImports | typeof listStatementRows | typeof reconcile> = NonNullable<
  Request<E>['query']
>;

const isPlatform = (name: string): name is ReconciledMonth['platform'] => Object.hasOwn(words.platforms, name);

const line = (month: ReconciledMonth): MonthLine => ({ ...month, id: `${month.platform}/${month.month}` });

/** A report that cannot be made takes nothing else of the desk with it; what the server says no to does. */
const orNothing = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status < 500) throw failure;
    return null;
  });

async function loadMonths(query: URLSearchParams, api: Api): Promise<Shown> {
  const [, platform, month] = /^([a-z]+)\/(20\d\d-\d\d|undated)$/.exec(query.get('open') ?? '') ?? [];
  const params = platform && month && isPlatform(platform) ? { platform, month } : undefined;
  const [page, told] = await Promise.all([
    orNothing(
      api('GET /api/admin/reconciliation', { query: asked(query, ['platform', 'after']) as Query<typeof reconcile> }),
    ),
    params && orNothing(api('GET /api/admin/reconciliation/{platform}/{month}', { params })),
  ]);
  const rows = page?.rows.map(line) ?? [];
  // A month of which no statement was applied yet differs whole: that is no news, and said by itself.
  const known = rows.filter(({ statement_bookings }) => statement_bookings > 0);
  return {
    of: 'months',
    list: page && { rows, total: rows.length, next: page.next },
    differences: known.reduce((sum, { differences }) => sum + differences, 0),
    untold: rows.length - known.length,
    open: told?.total ? { month: line(told.total), told } : null,
  };
}

async function loadShown(api: Api, query: URLSearchParams): Promise<Shown> {
  if (query.get('list') === 'months') return await loadMonths(query, api);
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
  const [shown, { total: waiting }, work] = await Promise.all([
    loadShown(api, query),
    api('GET /api/admin/statement-imports', { query: { unapplied: 'true', limit: '1' } }),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { shown, waiting, work };
});
