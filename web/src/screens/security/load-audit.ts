import type { AuditCheck, AuditEntry, AuditEntryDetail, listAuditLog } from '../../../../contract/audit-log.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { LongWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import type { ListPage } from '../../desk/data-table.tsx';
import { deskLoader, remembered } from '../../desk/desk-loader.ts';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName } from '../../desk/table-address.ts';

/** An entry as the list has it. */
export type AuditLine = Omit<AuditEntry, 'id'> & { id: string };

export interface AuditData {
  list: ListPage<AuditLine>;
  names: Pick<Answer<typeof listAuditLog>, 'actions' | 'subject_kinds'>;
  /** The entry that is open. */
  open: AuditEntryDetail | null;
  /** The check that was begun here, and what it has found. */
  work: LongWork | null;
  found: AuditCheck | null;
}

export const auditFilters = ['search', 'action', 'subject_kind', 'subject_id', 'from', 'to'] as const;

/** What a check's file says; null while there is none, or no longer. */
async function askFound(api: Api, work: LongWork | null): Promise<AuditCheck | null> {
  if (work?.kind !== 'audit-check' || !work.result) return null;
  // The file is JSON, as a check writes it. Where it cannot be had, the list and the work itself still say what there is.
  const said: unknown = await api('GET /api/long-work/{id}/result', { params: { id: work.id } }).catch(() => null);
  return said as AuditCheck | null;
}

export const loadAudit = deskLoader(async (api, { request }): Promise<AuditData> => {
  const { searchParams: query } = new URL(request.url);
  const [{ rows, total, next, actions, subject_kinds }, open, work] = await Promise.all([
    api('GET /api/admin/audit-log', {
      query: asked(query, [...auditFilters, 'sort', 'after']) as NonNullable<Request<typeof listAuditLog>['query']>,
    }),
    opened(query.get('open'), (id) => api('GET /api/admin/audit-log/{id}', { params: { id } as never })),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return {
    list: { rows: rows.map((row) => ({ ...row, id: String(row.id) })), total, next },
    ...{ names: { actions, subject_kinds }, open, work, found: await askFound(api, work) },
  };
}, remembered);
