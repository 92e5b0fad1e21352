import { useState } from 'react';
import { type Column, DataTable, type Selection } from '../../desk/data-table.tsx';
import { Detail, DetailLines, History } from '../../desk/detail.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { design } from '../../messages/en/design.ts';
import { moment, number } from '../../messages/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ClockIcon } from '../../ui/more-icons.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';

const words = design.desk;
const counts = ['0', '1', '40'];

interface Row {
  id: string;
  name: string;
  isOpen: boolean;
  scans: number;
  seen: string;
}

const rows = Array.from(
  { length: 40 },
  (_, at): Row => ({
    id: `row-${at + 1}`,
    name: `${words.names[at % words.names.length]} ${at + 1}`,
    isOpen: at % 3 === 0,
    scans: (at * 3_701) % 9_173,
    seen: new Date(Date.UTC(2026, 10, 20, 12) - at * 7_200_000).toISOString(),
  }),
);

/** The row of an id that the address has, where there is one. */
export const rowOf = (id: string | null): Row | undefined => rows.find((row) => row.id === id);

function StateBadge({ isOpen }: Pick<Row, 'isOpen'>) {
  return (
    <Badge tone={isOpen ? 'warn' : 'ok'}>
      {isOpen ? <ClockIcon /> : <CheckIcon />}
      {isOpen ? words.states.open : words.states.done}
    </Badge>
  );
}

const columns: readonly Column<Row>[] = [
  { key: 'name', label: words.columns.name, cell: ({ name }) => name, sort: 'name', isTitle: true, isFixed: true },
  { key: 'state', label: words.columns.state, cell: ({ isOpen }) => <StateBadge isOpen={isOpen} />, isBrief: true },
  { key: 'scans', label: words.columns.scans, cell: ({ scans }) => number(scans), sort: 'scans', numeric: true },
  { key: 'seen', label: words.columns.seen, cell: ({ seen }) => moment(seen), sort: 'seen', isMoment: true },
];

/** A list with as many rows as the address says; the server sorts and filters those of others, and nobody these. */
export function DeskTable() {
  const address = useTableAddress();
  const [said, setSaid] = useState<string | null>(null);
  const count = address.get('rows') ?? '40';
  const shown = rows.slice(0, counts.includes(count) ? Number(count) : 40);
  const tell = (selection: Selection) =>
    setSaid(words.chosen('ids' in selection ? selection.ids.length : selection.allMatching));
  return (
    <>
      <FilterLinks
        label={words.rows}
        options={counts.map((one) => ({ to: address.to({ rows: one }), label: one, current: one === count }))}
      />
      <Status>{said && <p>{said}</p>}</Status>
      <DataTable
        name="design"
        caption={words.caption}
        columns={columns}
        list={{
          rows: shown,
          total: shown.length === 40 ? 1_240 : shown.length,
          digest: String(shown.length),
          next: shown.length === 40 ? 'x' : null,
        }}
        titleOf={({ name }) => name}
        usualSort="name"
        actions={[{ label: words.act, run: tell }]}
        opens
        empty={<EmptyState title={design.empty}>{design.emptyText}</EmptyState>}
      >
        <TableSearch label={words.search} />
        <TableFilter label={words.columns.state} param="state" options={words.states} />
      </DataTable>
    </>
  );
}

/** What is open of it. */
export function DeskDetail({ row }: { row: Row }) {
  const facts = columns.slice(1).map(({ key, label, cell }) => [label, <span key={key}>{cell(row)}</span>] as const);
  return (
    <Detail label={words.detail} title={row.name} facts={facts}>
      <div className={page.actions}>
        <Button look="plain">{words.act}</Button>
      </div>
      <DetailLines title={words.lines} lines={[{ key: 1, line: design.rowName, note: design.rowNote }]} />
      <DetailLines title={words.noLines} lines={[]} />
      <History
        entries={[{ at: row.seen, action: 'opened', by: design.example, reason: design.emptyText }]}
        wordsOf={() => words.act}
      />
    </Detail>
  );
}
