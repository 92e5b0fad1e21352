import type { ListedLocation } from '../../../../contract/locations.ts';
import type { Column } from '../../desk/data-table.tsx';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** As a table has it, whose rows go by text. */
export type LocationRow = Omit<ListedLocation, 'id'> & { id: string };

const { columns } = words;

/** Whether it can be on the map. */
export const PositionStatus = ({ latitude }: Pick<ListedLocation, 'latitude'>) => (
  <StatusBadge look={latitude === null ? 'odd' : 'ok'}>{latitude === null ? words.notKnown : words.onMap}</StatusBadge>
);

/** What the list shows of each place. */
export const locationColumns: readonly Column<LocationRow>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ name }) => name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'partner', label: columns.partner, cell: ({ partner }) => partner?.name ?? words.noPartner, isEndless: true },
  { key: 'position', label: columns.position, cell: (place) => <PositionStatus {...place} />, isBrief: true },
  { key: 'codes', label: columns.codes, cell: ({ codes }) => words.number(codes), numeric: true },
  { key: 'listings', label: columns.listings, cell: ({ listings }) => words.number(listings), numeric: true },
  { key: 'address', label: columns.address, cell: ({ address }) => address, isEndless: true, isExtra: true },
  { key: 'island', label: columns.island, cell: ({ island }) => island, isExtra: true },
  {
    key: 'created',
    label: columns.created,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'created',
    isMoment: true,
  },
];
