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
  tickAll: { isAll: boolean; isSome: boolean; onTick: (isOn: boolean) => void } | undefined;
}

/** The names of the columns, which sort by them. */
export function TableHead<Row>({ columns, address, usualSort, tickAll }: TableHeadProps<Row>) {
  const current = address.get('sort') ?? usualSort ?? null;
  return (
    <thead role="rowgroup">
      <tr role="row">
        {tickAll && (
          <th role="columnheader" scope="col" className={styles.box} data-brief>
            <label className={styles.boxLabel}>
              <input
                ref={(box) => {
                  if (box) box.indeterminate = tickAll.isSome && !tickAll.isAll;
                }}
                type="checkbox"
                checked={tickAll.isAll}
                onChange={(event) => tickAll.onTick(event.target.checked)}
              />
              <span className="visually-hidden">{words.selectShown}</span>
            </label>
          </th>
        )}
        {columns.map(({ key, label, sort, numeric, isTitle, isBrief }) => {
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
        })}
      </tr>
    </thead>
  );
}
