import { Link } from 'react-router';
import type { ImportOutcome } from '../../../../contract/listing-import-forms.ts';
import table from '../../desk/data-table.module.css';
import type { Column } from '../../desk/data-table.tsx';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { StatusBadge, type StatusLook } from '../../ui/status-badge.tsx';
import type { ImportLine } from './listing-import.tsx';

const looks: Record<ImportOutcome, StatusLook> = {
  new: 'ok',
  changed: 'asks',
  unchanged: 'done',
  wrong: 'bad',
  changed_meanwhile: 'odd',
};

const { columns } = words;

/** What the list shows of each row of a file. */
export const importColumns: readonly Column<ImportLine>[] = [
  {
    key: 'row',
    label: columns.row,
    cell: ({ id }) => words.number(Number(id)),
    sort: 'row',
    isTitle: true,
    isFixed: true,
  },
  {
    key: 'outcome',
    label: words.outcome,
    cell: ({ outcome }) => <StatusBadge look={looks[outcome]}>{words.outcomes[outcome]}</StatusBadge>,
    isBrief: true,
  },
  { key: 'name', label: columns.name, cell: ({ name }) => name, isEndless: true },
  {
    key: 'listing',
    label: columns.listing,
    cell: ({ listing_id }) =>
      listing_id !== null && (
        <Link className={table.open} to={`/content?open=${listing_id}`}>
          {words.show(listing_id)}
        </Link>
      ),
  },
  {
    key: 'problem',
    label: columns.problem,
    cell: ({ faults }) => faults.map((fault) => <p key={fault.column}>{words.faultAt(fault)}</p>),
    isEndless: true,
  },
];
