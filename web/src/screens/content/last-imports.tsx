import { Link } from 'react-router';
import type { ListingImportState } from '../../../../contract/listing-import-forms.ts';
import table from '../../desk/data-table.module.css';
import { type Column, DataTable, type ListPage } from '../../desk/data-table.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableSearch } from '../../desk/table-filters.tsx';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge, type StatusLook } from '../../ui/status-badge.tsx';
import type { LastImport } from './listing-import.tsx';

const looks: Record<ListingImportState, StatusLook> = {
  unmapped: 'asks',
  checking: 'waits',
  checked: 'asks',
  importing: 'waits',
  imported: 'ok',
};

const { last } = words;

interface FileLinkProps {
  id: string;
  name: string;
  outcome: string | null;
  /** Whether arrow keys lead from row to row by it. */
  ofRow?: boolean;
}

/** Leads to what has become of a file, or to what is wrong in it. */
function FileLink({ id, name, outcome, ofRow }: FileLinkProps) {
  const address = useTableAddress();
  return (
    <Link
      className={table.open}
      to={address.to({ import: id, outcome, search: null, sort: null, after: null })}
      data-row={ofRow}
    >
      {name}
    </Link>
  );
}

function wrongIn({ id, state, wrong_rows }: LastImport) {
  if (wrong_rows > 0) return <FileLink id={id} name={last.wrong(wrong_rows)} outcome="wrong" />;
  return state === 'unmapped' || state === 'checking' ? last.unchecked : words.number(0);
}

const columns: readonly Column<LastImport>[] = [
  {
    key: 'file',
    label: last.file,
    cell: ({ id, file_name }) => <FileLink id={id} name={file_name} outcome={null} ofRow />,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  {
    key: 'state',
    label: last.state,
    cell: ({ state }) => <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>,
    isBrief: true,
  },
  { key: 'rows', label: last.rows, cell: ({ rows }) => words.number(rows), numeric: true },
  {
    key: 'wrong',
    label: words.outcomes.wrong,
    cell: wrongIn,
    numeric: true,
  },
  { key: 'by', label: last.by, cell: ({ created_by }) => created_by, isEndless: true },
  {
    key: 'created',
    label: last.created,
    cell: ({ created_at }) => last.moment(created_at),
    sort: 'created',
    isMoment: true,
  },
];

/** The files that were sent before, the newest first. */
export function LastImports({ list }: { list: ListPage<LastImport> }) {
  const isFiltered = useTableAddress().get('search') !== null;
  if (list.total === 0 && !isFiltered) return null;
  return (
    <div className={page.section}>
      <h2>{last.caption}</h2>
      <DataTable
        name="last-imports"
        caption={last.caption}
        columns={columns}
        list={list}
        titleOf={({ file_name }) => file_name}
        usualSort="-created"
        empty={<EmptyState title={last.none}>{last.noneText}</EmptyState>}
      >
        <TableSearch label={last.search} />
      </DataTable>
    </div>
  );
}
