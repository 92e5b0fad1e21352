import { useMemo } from 'react';
import type { ListPage } from './data-table.tsx';
import { useTableAddress } from './table-address.ts';

/** As many as the server has in a page unless asked. */
const rowsOfPage = 50;

/** A page of rows that are all here: those after the one that the address names, as the server pages its lists. */
export function usePageOf<Row extends { id: string }>(rows: readonly Row[]): ListPage<Row> {
  const after = useTableAddress().get('after');
  return useMemo(() => {
    // None is called so: the first page.
    const first = rows.findIndex(({ id }) => id === after) + 1;
    const shown = rows.slice(first, first + rowsOfPage);
    return {
      rows: shown,
      total: rows.length,
      next: first + rowsOfPage < rows.length ? shown.at(-1)!.id : null,
    };
  }, [rows, after]);
}
