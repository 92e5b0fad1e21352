import type { AdminPlaceProposal } from '../../../../contract/place-proposals.ts';
import type { Column } from '../../desk/data-table.tsx';
import { proposalsDesk as words } from '../../messages/en/proposals-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = { pending: 'asks', approved: 'ok', declined: 'over', withdrawn: 'over' } as const;

export function ProposalState({ status }: Pick<AdminPlaceProposal, 'status'>) {
  return <StatusBadge look={looks[status]}>{words.states[status]}</StatusBadge>;
}

/** What the list shows of each proposal. */
export const proposalColumns: readonly Column<AdminPlaceProposal>[] = [
  {
    key: 'place',
    label: words.columns.place,
    cell: ({ place }) => place.name,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: words.columns.state, cell: ({ status }) => <ProposalState status={status} />, isBrief: true },
  { key: 'what', label: words.columns.what, cell: words.what },
  { key: 'partner', label: words.columns.partner, cell: ({ organisation }) => organisation.name, isEndless: true },
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
