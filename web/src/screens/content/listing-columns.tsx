import type { ListedListing } from '../../../../contract/content.ts';
import type { Column } from '../../desk/data-table.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** As a table has it, whose rows go by text. */
export type ListingRow = Omit<ListedListing, 'id'> & { id: string };

const looks = { active: 'ok', inactive: 'waits', deleted: 'stopped' } as const;

export function ListingStatus({ status }: Pick<ListedListing, 'status'>) {
  return <StatusBadge look={looks[status]}>{words.statuses[status]}</StatusBadge>;
}

const { columns } = words;

/** What the list shows of each listing. */
export const listingColumns: readonly Column<ListingRow>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ name }) => name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'status', label: columns.status, cell: ({ status }) => <ListingStatus status={status} />, isBrief: true },
  { key: 'category', label: columns.category, cell: ({ category }) => category },
  {
    key: 'commission',
    label: columns.commission,
    cell: ({ commission_rate }) => words.percent(commission_rate),
    numeric: true,
  },
  { key: 'rating', label: columns.rating, cell: ({ rating }) => words.rating(rating), numeric: true },
  { key: 'price', label: columns.price, cell: ({ price_range }) => price_range, isExtra: true },
  {
    key: 'featured',
    label: columns.featured,
    cell: ({ is_featured }) => (is_featured ? words.yesNo.yes : words.yesNo.no),
    isExtra: true,
  },
  {
    key: 'advertiser',
    label: columns.advertiser,
    cell: ({ advertiser }) => advertiser,
    isEndless: true,
    isExtra: true,
  },
  {
    key: 'updated',
    label: columns.updated,
    cell: ({ updated_at }) => words.moment(updated_at),
    sort: 'updated',
    isMoment: true,
  },
];
