import type { AdminQrRequest } from '../../../../contract/qr-requests.ts';
import type { Column } from '../../desk/data-table.tsx';
import { requestsDesk as words } from '../../messages/en/requests-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const waiting = { in_time: 'waits', due: 'asks', late: 'bad' } as const;

/** How a request stands: what was decided, or how long it waits beside what is promised. */
export function RequestState({ request: { status, waits } }: { request: AdminQrRequest }) {
  if (waits) return <StatusBadge look={waiting[waits]}>{words.waits[waits]}</StatusBadge>;
  return <StatusBadge look={status === 'approved' ? 'ok' : 'over'}>{words.states[status]}</StatusBadge>;
}

/** What the list shows of each request. */
export const requestColumns: readonly Column<AdminQrRequest>[] = [
  {
    key: 'place',
    label: words.columns.place,
    cell: ({ location_name }) => location_name,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: words.columns.state, cell: (request) => <RequestState request={request} />, isBrief: true },
  { key: 'partner', label: words.columns.partner, cell: ({ organisation }) => organisation.name, isEndless: true },
  { key: 'kind', label: words.columns.kind, cell: ({ request_type }) => words.kinds[request_type] },
  { key: 'due', label: words.columns.due, cell: ({ due_at }) => words.moment(due_at), isMoment: true },
  {
    key: 'created',
    label: words.columns.created,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'created',
    isMoment: true,
  },
  {
    key: 'decided',
    label: words.columns.decided,
    cell: ({ decided_at }) => (decided_at ? words.moment(decided_at) : words.notYet),
    isMoment: true,
    isExtra: true,
  },
];
