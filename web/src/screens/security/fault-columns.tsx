import type { Fault } from '../../../../contract/faults.ts';
import type { Column } from '../../desk/data-table.tsx';
import { faultsDesk as words } from '../../messages/en/faults-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

export const nameOf = ({ message }: Pick<Fault, 'message'>) => message || words.noMessage;

/** What the list of faults shows of each. */
export const faultColumns: readonly Column<Fault>[] = [
  { key: 'message', label: words.columns.message, cell: nameOf, isTitle: true, isFixed: true },
  { key: 'place', label: words.columns.place, cell: ({ place }) => place ?? words.unknownPlace, isEndless: true },
  {
    key: 'severity',
    label: words.columns.severity,
    cell: ({ severity }) => words.severityOf(severity),
    sort: 'severity',
  },
  { key: 'state', label: words.columns.state, cell: (fault) => <StateBadge fault={fault} />, isBrief: true },
  {
    key: 'reports',
    label: words.columns.reports,
    cell: ({ reports }) => words.number(reports),
    sort: 'reports',
    numeric: true,
    isBrief: true,
  },
  { key: 'people', label: words.columns.people, cell: ({ people }) => words.number(people), numeric: true },
  {
    key: 'first',
    label: words.columns.first,
    cell: ({ first_seen_at }) => words.moment(first_seen_at),
    isMoment: true,
    sort: 'first_seen',
  },
  {
    key: 'last',
    label: words.columns.last,
    cell: ({ last_seen_at }) => words.moment(last_seen_at),
    isMoment: true,
    sort: 'last_seen',
  },
];

export function StateBadge({ fault: { state, reopened } }: { fault: Pick<Fault, 'state' | 'reopened'> }) {
  return (
    <StatusBadge look={state === 'open' ? 'odd' : 'done'}>{reopened ? words.again : words.states[state]}</StatusBadge>
  );
}
