import { rowOutcomes } from '../../../../contract/statement-forms.ts';
import type { StatementImportDetail } from '../../../../contract/statement-imports.ts';
import { DataTable, type ListPage } from '../../desk/data-table.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { Tiles } from '../../ui/tiles.tsx';
import type { RowLine } from './load-reconcile.ts';
import { rowColumns } from './reconcile-columns.tsx';

/** What `new` in the address names. */
export const changedMap = 'columns';

/** What leads from one statement to all of them. */
export const toStatements = { statement: null, outcome: null, search: null };

interface StatementRowsProps {
  statement: StatementImportDetail;
  rows: ListPage<RowLine>;
  onApply: (statement: StatementImportDetail) => void;
}

/** One statement: what becomes of its rows, each of them, and what can be done with it. */
export function StatementRows({ statement, rows, onApply }: StatementRowsProps) {
  const address = useTableAddress();
  const { state, outcomes, file_name, created_at, created_by } = statement;
  const counts = rowOutcomes
    .filter((one) => outcomes[one] > 0)
    .map((one) => [words.outcomes[one], outcomes[one]] as const);
  return (
    <>
      <div>
        <ButtonLink look="quiet" to={address.to(toStatements)}>
          {words.back}
        </ButtonLink>
      </div>
      <section className={page.section} aria-label={words.counts}>
        <h2>{file_name}</h2>
        <p className={list.note}>{[words.moment(created_at), created_by].join(', ')}</p>
        <Tiles tiles={counts} />
        <div className={page.actions}>
          {(state === 'previewed' || state === 'applying') && (
            <Button onClick={() => onApply(statement)}>{state === 'applying' ? words.goOn : words.apply}</Button>
          )}
          {(state === 'reading' || state === 'previewed') && (
            <ButtonLink look="plain" to={address.to({ new: changedMap, open: null })} preventScrollReset>
              {words.changeMap}
            </ButtonLink>
          )}
        </div>
      </section>
      <DataTable
        name="statement-rows"
        caption={words.captions.rows}
        columns={rowColumns}
        list={rows}
        titleOf={({ id }) => id}
        usualSort="row"
        empty={<EmptyState title={words.noMatch}>{words.noMatchText}</EmptyState>}
      >
        <TableSearch label={words.searchRows} />
        <TableFilter label={words.outcome} param="outcome" options={words.outcomes} />
      </DataTable>
    </>
  );
}
