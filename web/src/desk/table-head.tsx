import { memo } from 'react';
import { Link } from 'react-router';
import { desk as words } from '../messages/en/desk.ts';
import styles from './data-table.module.css';
import type { TableAddress } from './table-address.ts';
import type { Column } from './table-row.tsx';

/** The order that a press on a head leads to: by it, and the other way round where it is so already. */
export const nextSort = (sort: string, current: string | null) => (current === sort ? `-${sort}` : sort);

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  address: TableAddress;
  /** The order where the address names none. */
  usualSort: string | undefined;
  tickAll: TickAllProps | undefined;
}

interface TickAllProps {
  isAll: boolean;
  isSome: boolean;
  onTick: (isOn: boolean) => void;
}

/** The names of the columns, which sort by them. */
export function TableHead<Row>({ tickAll, ...names }: TableHeadProps<Row>) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {tickAll && <TickAll {...tickAll} />}
        <Names {...names} />
      </tr>
    </thead>
  );
}

/** Ticks all rows that are shown, or none. */
function TickAll({ isAll, isSome, onTick }: TickAllProps) {
  return (
    <th role="columnheader" scope="col" className={styles.box} data-brief>
      <label className={styles.boxLabel}>
        <input
          ref={(box) => {
            if (box) box.indeterminate = isSome && !isAll;
          }}
          type="checkbox"
          checked={isAll}
          onChange={(event) => onTick(event.target.checked)}
        />
        <span className={styles.tickAll}>{words.selectShown}</span>
      </label>
    </th>
  );
}

function AllNames<Row>({ columns, address, usualSort }: Omit<TableHeadProps<Row>, 'tickAll'>) {
  const current = address.get('sort') ?? usualSort ?? null;
  return columns.map(({ key, label, sort, numeric, isTitle, isBrief }) => {
    const isBy = sort !== undefined && (current === sort || current === `-${sort}`);
    const isDescending = current === `-${sort}`;
    return (
      <th
        key={key}
        role="columnheader"
        scope="col"
        data-brief={isTitle || isBrief || undefined}
        className={numeric ? styles.numeric : undefined}
        aria-sort={isBy ? (isDescending ? 'descending' : 'ascending') : undefined}
      >
        {sort ? (
          <Link className={styles.sort} to={address.to({ sort: nextSort(sort, current) })} preventScrollReset>
            {label}
            <span aria-hidden="true" className={styles.arrow}>
              {isBy ? (isDescending ? '↓' : '↑') : ''}
            </span>
          </Link>
        ) : (
          label
        )}
      </th>
    );
  });
}

/** Not drawn anew where rows are only ticked. */
const Names = memo(AllNames) as unknown as typeof AllNames;
