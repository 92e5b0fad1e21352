import type { AdminPayout } from '../../../../contract/commission.ts';
import type { Column } from '../../desk/data-table.tsx';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const { columns } = words;

/** What the list shows of each payout. */
export const payoutColumns: readonly Column<AdminPayout>[] = [
  {
    key: 'partner',
    label: columns.partner,
    cell: ({ organisation }) => organisation.name,
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'amount', label: columns.amount, cell: ({ amount }) => words.dollars(amount), numeric: true, isBrief: true },
  { key: 'state', label: columns.state, cell: ({ state }) => <StateBadge state={state} />, isBrief: true },
  { key: 'bookings', label: columns.bookings, cell: ({ bookings }) => words.number(bookings), numeric: true },
  {
    key: 'prepared',
    label: columns.prepared,
    cell: ({ prepared_at }) => words.moment(prepared_at),
    sort: 'prepared',
    isMoment: true,
  },
  { key: 'preparedBy', label: columns.preparedBy, cell: ({ prepared_by }) => prepared_by, isEndless: true },
  {
    key: 'settled',
    label: columns.settled,
    cell: ({ settled_at }) => (settled_at ? words.moment(settled_at) : words.notSettled),
    isMoment: true,
  },
];

const looks = { prepared: 'asks', released: 'done', withdrawn: 'over' } as const;

export function StateBadge({ state }: Pick<AdminPayout, 'state'>) {
  return <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>;
}
