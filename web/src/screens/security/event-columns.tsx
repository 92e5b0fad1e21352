import type { Column } from '../../desk/data-table.tsx';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { EventLine } from './load-monitoring.ts';

const looks = { info: 'done', medium: 'odd', high: 'bad' } as const;
const { columns } = words;

export const accountOf = ({ user, user_id }: EventLine) => user ?? (user_id ? words.gone : words.nobody);

export const SeverityBadge = ({ severity }: Pick<EventLine, 'severity'>) => (
  <StatusBadge look={looks[severity]}>{words.severities[severity]}</StatusBadge>
);

/** What the list shows of each security event. */
export const eventColumns: readonly Column<EventLine>[] = [
  {
    ...{ key: 'description', label: columns.description, isTitle: true, isFixed: true, isEndless: true },
    cell: ({ description }) => description,
  },
  {
    ...{ key: 'at', label: columns.at, sort: 'occurred', isMoment: true, isBrief: true },
    cell: ({ timestamp }) => words.moment(timestamp),
  },
  { key: 'severity', label: columns.severity, cell: (event) => <SeverityBadge {...event} />, isBrief: true },
  { key: 'user', label: columns.user, cell: accountOf, isAddress: true },
  { key: 'address', label: columns.address, cell: ({ ip_address }) => ip_address ?? words.noAddress },
  { key: 'count', label: columns.count, cell: ({ occurrences }) => words.number(occurrences), numeric: true },
  { key: 'state', label: columns.state, cell: ({ resolved }) => (resolved ? words.resolved : words.open) },
];
