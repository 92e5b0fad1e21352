import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { desk as words } from '../messages/en/desk.ts';
import { Jointed } from '../ui/jointed.tsx';
import styles from './data-table.module.css';
import type { FromList } from './table-address.ts';

/** A column of a table. Columns are constants of their screen: a new array draws every row anew. */
export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The order by it, as the server names it; `-` before it turns it round. */
  sort?: string;
  numeric?: boolean;
  /** What its figures are, said below the table. */
  meaning?: string | undefined;
  /** Names the row: it leads the card of a narrow screen, and opens it. */
  isTitle?: boolean;
  /** May hold words without an end. */
  isEndless?: boolean;
  /** Holds sentences, which want more room than a word. */
  isProse?: boolean;
  /** Holds a day with its time, whose zone is said below the table. */
  isMoment?: boolean;
  /** Holds e-mail addresses, most of which then stand on one line. */
  isAddress?: boolean;
  /** Cannot be hidden. */
  isFixed?: boolean;
  /** Not shown until it is chosen. */
  isExtra?: boolean;
  /** Tells rows apart, with their name: shown also where the list stands beside what is open of it. */
  isBrief?: boolean;
}

const fromList: FromList = { isFromList: true };

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  address: string | undefined;
  /** Where another row is open beside the list, this one takes its place in the history, with what that entry keeps. */
  inPlaceOf: { state: FromList | null } | undefined;
}

function AllCells<Row>({ row, columns, address, inPlaceOf }: CellsProps<Row>) {
  return columns.map(({ key, label, cell, numeric, isTitle, isBrief, isEndless, isProse, isMoment, isAddress }) => {
    const content = cell(row);
    // The name of a link is one word to those who hear it.
    const words = typeof content === 'string' && !isTitle ? <Jointed words={content} /> : content;
    return (
      <td
        key={key}
        role="cell"
        data-label={label}
        data-title={isTitle || undefined}
        data-endless={isEndless || isProse || isAddress || undefined}
        data-mail={(typeof content === 'string' && content.includes('@')) || undefined}
        data-prose={isProse || undefined}
        data-moment={isMoment || undefined}
        data-address={isAddress || undefined}
        data-brief={isTitle || isBrief || undefined}
        className={numeric ? styles.numeric : undefined}
      >
        <div className={styles.value}>
          {isTitle && address ? (
            <Link
              className={styles.open}
              to={address}
              state={inPlaceOf ? inPlaceOf.state : fromList}
              replace={inPlaceOf !== undefined}
              preventScrollReset
              data-row
            >
              {words}
            </Link>
          ) : (
            words
          )}
        </div>
      </td>
    );
  });
}

/** Not drawn anew where a row is only ticked: of many rows at once that takes too long on a slow device. */
const Cells = memo(AllCells) as unknown as typeof AllCells;

interface TableRowProps<Row> extends CellsProps<Row> {
  id: string;
  title: string;
  isOpen: boolean;
  isTicked: boolean;
  onTick: ((id: string, isOn: boolean) => void) | undefined;
}

function Rows<Row>({ id, title, isOpen, isTicked, onTick, ...cells }: TableRowProps<Row>) {
  return (
    <tr role="row" className={styles.row} data-ticked={isTicked || undefined} aria-current={isOpen || undefined}>
      {onTick && (
        <td role="cell" className={styles.box} data-brief>
          <label className={styles.boxLabel}>
            <input type="checkbox" checked={isTicked} onChange={(event) => onTick(id, event.target.checked)} />
            <span className="visually-hidden">{words.select(title)}</span>
          </label>
        </td>
      )}
      <Cells {...cells} />
    </tr>
  );
}

/** One row, or its card on a narrow screen. */
export const TableRow = memo(Rows) as unknown as typeof Rows;
