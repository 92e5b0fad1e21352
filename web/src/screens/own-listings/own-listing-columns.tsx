import type { ListedOwnListing } from '../../../../contract/own-listings.ts';
import type { Column } from '../../desk/data-table.tsx';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import { Badges } from '../../ui/badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { OwnListingRow } from './load-own.ts';

const looks = {
  draft: 'waits',
  submitted: 'asks',
  declined: 'bad',
  live: 'ok',
  paused: 'waits',
  hidden: 'stopped',
} as const;

/** What a listing is now; of a published one, whether a change of it waits or was declined. */
export function OwnListingState({ state, asked }: Pick<ListedOwnListing, 'state' | 'asked'>) {
  const change = asked && !asked.is_new ? asked.state : null;
  return (
    <Badges>
      <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>
      {change === 'submitted' && <StatusBadge look="asks">{words.changeWaits}</StatusBadge>}
      {change === 'declined' && <StatusBadge look="bad">{words.changeDeclined}</StatusBadge>}
    </Badges>
  );
}

const { columns } = words;

/** What the list shows of each listing. */
export const ownListingColumns: readonly Column<OwnListingRow>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ name }) => name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: columns.state, cell: (row) => <OwnListingState {...row} />, isBrief: true },
  { key: 'category', label: columns.category, cell: ({ category }) => category },
  { key: 'price', label: columns.price, cell: ({ price_range }) => price_range },
  {
    key: 'updated',
    label: columns.updated,
    cell: ({ updated_at }) => words.moment(updated_at),
    sort: 'updated',
    isMoment: true,
  },
];
