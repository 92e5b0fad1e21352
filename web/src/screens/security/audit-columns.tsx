import type { AuditEntry } from '../../../../contract/audit-log.ts';
import type { Column } from '../../desk/data-table.tsx';
import { auditDesk as words } from '../../messages/en/audit-desk.ts';
import type { AuditLine } from './load-audit.ts';

export const actorOf = (actor: AuditEntry['actor']) => (actor ? (actor.email ?? words.gone) : words.system);

const { columns } = words;

/** What the list shows of each entry. */
export const auditColumns: readonly Column<AuditLine>[] = [
  { key: 'action', label: columns.action, cell: ({ action }) => words.actionOf(action), isTitle: true, isFixed: true },
  {
    key: 'at',
    label: columns.at,
    cell: ({ recorded_at }) => words.moment(recorded_at),
    sort: 'recorded',
    isMoment: true,
    isBrief: true,
  },
  { key: 'actor', label: columns.actor, cell: ({ actor }) => actorOf(actor), isAddress: true },
  { key: 'kind', label: columns.kind, cell: ({ subject_kind }) => words.kindOf(subject_kind) },
  {
    key: 'subject',
    label: columns.subject,
    cell: ({ subject, subject_id }) => subject ?? subject_id,
    isEndless: true,
  },
  { key: 'entry', label: columns.entry, cell: ({ id }) => words.number(Number(id)), numeric: true },
];
