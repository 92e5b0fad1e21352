import { type KeyboardEvent, memo, type ReactNode, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Api } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { announce } from '../ui/announce.ts';
import { Select } from '../ui/field.tsx';
import note from '../ui/list.module.css';
import { Status } from '../ui/status.tsx';
import { withQuery } from '../with-query.ts';
import { ColumnChoice, useHiddenColumns } from './column-choice.tsx';
import styles from './data-table.module.css';
import { DownloadLink } from './download-link.tsx';
import { FigureMeanings } from './figure-meanings.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { followedName, useTableAddress } from './table-address.ts';
import { TableHead } from './table-head.tsx';
import { Pages, useFocusOfPage } from './table-pages.tsx';
import { type Column, TableRow } from './table-row.tsx';
import { type Selection, useSelection } from './use-selection.ts';

export type { Column, Selection };

/** A page of a list, as the server answers it (contract/lists.ts). */
export interface ListPage<Row> {
  rows: readonly Row[];
  /** One more than 10,000 stands for all beyond. */
  total: number;
  next: string | null;
  /** Names all that match, where they can be acted on at once. */
  digest?: string | null;
}

interface DataTableProps<Row extends { id: string }> {
  /** Under it the choice of columns is kept on this device. */
  name: string;
  /** Names the table, for those who hear it. */
  caption: string;
  columns: readonly Column<Row>[];
  list: ListPage<Row>;
  /** What a row is called where it is ticked. */
  titleOf: (row: Row) => string;
  usualSort?: string;
  /** What can be done with ticked rows, or with all that match. */
  actions?: readonly { label: string; run: (selection: Selection) => void }[] | undefined;
  /** Another number each time that something was done with ticked rows. */
  done?: number;
  /** Ticked again, as the form is open again that is about them. */
  ticks?: readonly string[] | undefined;
  /** Told whenever somebody ticks, or takes a tick away. */
  onTicked?: () => void;
  /** Whether a row opens: its id then stands in the address as `open`. */
  opens?: boolean;
  /** Where the list as it is asked can be had as CSV, and whether it may be; the address's own query and the shown columns are added. */
  exported?: { path: string; ready: (api: Api) => Promise<unknown> };
  /** Of the second list of a screen: under which name the address has where a page of it begins, and what its pages are called. */
  pages?: { name: string; label: string };
  /** Search and filters. */
  children?: ReactNode;
  empty: ReactNode;
}

/**
 * A list that the server sorts, filters and pages. The address says what is asked; rows are cards below 600 px. Arrow keys lead
 * from row to row.
 */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { name, caption, columns, list, titleOf, usualSort, actions, done, ticks, opens, exported, children, empty } =
    props;
  const address = useTableAddress();
  const [hidden, show] = useHiddenColumns(name, columns);
  const shown = useMemo(() => columns.filter(({ key, isFixed }) => isFixed || !hidden.has(key)), [columns, hidden]);
  const selected = useSelection({
    rows: list.rows,
    total: list.total,
    digest: list.digest,
    done,
    again: ticks,
    onTicked: props.onTicked,
    asked: askedOf(name, address.query),
  });
  const open = address.get('open');
  const { state } = useLocation();
  const inPlaceOf = useMemo(() => (open === null ? undefined : { state }), [open, state]);
  const table = useRef<HTMLElement>(null);
  useFocusOfPage(table, address.get(props.pages?.name ?? 'after'));
  return (
    <div className={styles.list}>
      <div className={styles.tools}>
        {children}
        <SortChoice columns={columns} usualSort={usualSort} />
        <ColumnChoice columns={columns} hidden={hidden} onShow={show} />
      </div>
      {exported && (
        <DownloadLink
          className={styles.export}
          href={exportAddress(exported.path, address.query, shown)}
          ready={exported.ready}
        >
          {words.exportCsv}
        </DownloadLink>
      )}
      {list.rows.length === 0 ? (
        empty
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section ref={table} className={styles.scroll} aria-label={caption} tabIndex={0}>
          {actions && <Status>{selected.isLost && <p className={note.note}>{words.selectionLost}</p>}</Status>}
          <table role="table" className={styles.table}>
            <caption className="visually-hidden">{caption}</caption>
            <TableHead
              columns={shown}
              address={address}
              usualSort={usualSort}
              tickAll={
                actions && {
                  isAll: selected.isAllMatching || selected.ticked.size === list.rows.length,
                  isSome: selected.count > 0,
                  onTick: selected.tickAll,
                }
              }
            />
            <tbody role="rowgroup" onKeyDown={stepBetweenRows}>
              {list.rows.map((row) => (
                <TableRow
                  key={row.id}
                  id={row.id}
                  row={row}
                  title={titleOf(row)}
                  columns={shown}
                  address={opens ? address.to({ open: row.id }) : undefined}
                  inPlaceOf={inPlaceOf}
                  isOpen={open === row.id}
                  isTicked={selected.isAllMatching || selected.ticked.has(row.id)}
                  onTick={actions && selected.toggle}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {list.rows.length > 0 && <FigureMeanings of={shown} />}
      {list.rows.length > 0 && shown.some(({ isMoment }) => isMoment) && <p className={note.note}>{words.times}</p>}
      {actions && (
        <SelectionBar
          selected={selected}
          matching={list.digest !== undefined && list.total > list.rows.length ? list.total : undefined}
          actions={actions}
          onCleared={() => table.current?.focus({ preventScroll: true })}
        />
      )}
      <Pages next={list.next} {...props.pages} />
    </div>
  );
}

/** What a list is asked, whatever of it is open. */
function askedOf(name: string, query: URLSearchParams): string {
  const asked = new URLSearchParams(query);
  for (const beside of ['open', 'new', followedName]) asked.delete(beside);
  return `${name}?${asked}`;
}

function exportAddress(path: string, asked: URLSearchParams, columns: readonly { key: string }[]): string {
  const query = new URLSearchParams(asked);
  for (const name of ['after', 'open', 'new']) query.delete(name);
  query.set('columns', columns.map(({ key }) => key).join());
  return withQuery(path, query);
}

/** Arrow up and down lead to the same thing in the row before and after. */
function stepBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  const direction = step[event.key as keyof typeof step];
  const target = event.target as HTMLElement;
  const row = target.closest('tr');
  if (!direction || !row) return;
  const kind = target instanceof HTMLInputElement ? 'input' : 'a[data-row]';
  const next = row[direction]?.querySelector<HTMLElement>(kind);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Says the order of a list, and chooses it: the head that does may be out of view, and on narrow screens there is none. */
function Sorts<Row>({ columns, usualSort }: Pick<DataTableProps<Row & { id: string }>, 'columns' | 'usualSort'>) {
  const address = useTableAddress();
  const sorts = columns.flatMap(({ sort, label }) =>
    sort ? [[sort, label] as const, [`-${sort}`, words.descending(label)] as const] : [],
  );
  if (sorts.length === 0) return null;
  return (
    <div className={styles.sortChoice}>
      <Select
        label={words.sortBy}
        value={address.asked('sort') ?? usualSort ?? sorts[0]![0]}
        onChange={({ target }) => {
          address.change({ sort: target.value });
          announce(words.sortedBy(target.selectedOptions[0]!.label));
        }}
      >
        {sorts.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

const SortChoice = memo(Sorts) as unknown as typeof Sorts;
