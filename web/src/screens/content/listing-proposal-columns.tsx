import type { ListingProposal } from '../../../../contract/listing-proposals.ts';
import type { Column } from '../../desk/data-table.tsx';
import { listingProposalsDesk as words } from '../../messages/en/listing-proposals-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = { submitted: 'asks', approved: 'ok', declined: 'over', withdrawn: 'over' } as const;

/** Whether it waits, and what came of it. */
export function ListingProposalState({ state }: Pick<ListingProposal, 'state'>) {
  return <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>;
}

const { columns } = words;

/** What the list shows of what advertisers submit. */
export const listingProposalColumns: readonly Column<ListingProposal>[] = [
  { key: 'name', label: columns.name, cell: ({ name }) => name, isTitle: true, isFixed: true, isEndless: true },
  { key: 'state', label: columns.state, cell: (row) => <ListingProposalState {...row} />, isBrief: true },
  { key: 'what', label: columns.what, cell: words.what },
  { key: 'advertiser', label: columns.advertiser, cell: ({ organisation }) => organisation.name, isEndless: true },
  {
    key: 'submitted',
    label: columns.submitted,
    cell: ({ submitted_at }) => words.moment(submitted_at),
    sort: 'submitted',
    isMoment: true,
  },
  {
    key: 'decided',
    label: columns.decided,
    cell: ({ decided_at }) => (decided_at ? words.moment(decided_at) : words.notYet),
    isMoment: true,
    isExtra: true,
  },
];
