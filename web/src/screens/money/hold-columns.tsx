import type { Hold } from '../../../../contract/holds.ts';
import type { Column } from '../../desk/data-table.tsx';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** What the queue shows of each hold. */
export const holdColumns: readonly Column<Hold>[] = [
  {
    key: 'booking',
    label: words.columns.booking,
    cell: ({ booking }) => booking.transaction_id,
    isTitle: true,
    isFixed: true,
  },
  { key: 'rule', label: words.columns.rule, cell: ({ rule }) => words.ruleOf(rule), isBrief: true },
  { key: 'state', label: words.columns.state, cell: (hold) => <StateBadge hold={hold} />, isBrief: true },
  { key: 'share', label: words.columns.share, cell: ({ share }) => words.dollars(share), numeric: true },
  { key: 'partner', label: words.columns.partner, cell: ({ partner }) => partner ?? words.nobody, isEndless: true },
  { key: 'email', label: words.columns.email, cell: ({ booking }) => booking.email, isEndless: true },
  {
    key: 'experience',
    label: words.columns.experience,
    cell: ({ booking }) => booking.experience,
    isEndless: true,
    isExtra: true,
  },
  {
    key: 'opened',
    label: words.columns.opened,
    cell: ({ opened_at }) => words.moment(opened_at),
    sort: 'opened',
    isMoment: true,
  },
];

const looks = { open: 'asks', released: 'done', voided: 'over' } as const;

/** Whether nothing is held any more, though nobody has decided. */
export const isOver = ({ state, booking }: Hold): boolean => state === 'open' && booking.status === 'cancelled';

export function StateBadge({ hold }: { hold: Hold }) {
  const { state } = hold;
  if (isOver(hold)) return <StatusBadge look="over">{words.cancelled}</StatusBadge>;
  return <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>;
}
