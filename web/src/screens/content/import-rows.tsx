import { importOutcomes } from '../../../../contract/listing-import-forms.ts';
import type { ListingImport } from '../../../../contract/listing-imports.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { DataTable, type ListPage } from '../../desk/data-table.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { isOver } from '../../desk/long-work-parts.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { desk } from '../../messages/en/desk.ts';
import { listingImportDesk as words } from '../../messages/en/listing-import-desk.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Tiles } from '../../ui/tiles.tsx';
import { useSubmit } from '../../use-submit.ts';
import { listBefore, toList } from './content-tabs.ts';
import { importColumns } from './import-columns.tsx';
import { changedColumns, type ImportLine } from './listing-import.tsx';

interface ImportRowsProps {
  file: ListingImport;
  rows: ListPage<ImportLine>;
  /** What is done with it now, or was last. */
  work: LongWork | null;
  /** Told the long work that imports it. */
  onBegun: (work: string) => void;
}

/** One file: what becomes of its rows, each of them, and what can be done with it. */
export function ImportRows({ file, rows, work, onBegun }: ImportRowsProps) {
  const address = useTableAddress();
  const { outcomes, file_name, created_at, created_by, state, imported_rows } = file;
  const counts = importOutcomes
    .filter((one) => outcomes[one] > 0)
    .map((one) => [words.outcomes[one], words.number(outcomes[one])] as const);
  const isBusy = work !== null && !isOver(work);
  const isFiltered = ['search', 'outcome'].some((name) => address.get(name));
  return (
    <>
      <section className={page.section} aria-label={words.counts}>
        <h2>{file_name}</h2>
        <p className={list.note}>{words.taken(created_at, created_by)}</p>
        {counts.length > 0 && <Tiles tiles={counts} />}
        {state === 'imported' && <p>{words.done(imported_rows)}</p>}
        {outcomes.changed_meanwhile > 0 && <p>{words.meanwhile(outcomes.changed_meanwhile)}</p>}
        {!isBusy && (state === 'checked' || state === 'importing') && <Importing file={file} onBegun={onBegun} />}
        <div className={page.actions}>
          {!isBusy && (state === 'checking' || state === 'checked') && (
            <ButtonLink look="plain" to={address.to({ new: changedColumns, open: null })} preventScrollReset>
              {words.changeColumns}
            </ButtonLink>
          )}
          <ButtonLink
            look="plain"
            to={address.to({ import: null, [followedName]: null, outcome: null, search: null, sort: null, new: null })}
          >
            {words.another}
          </ButtonLink>
          <ButtonLink look="quiet" to={toList(listBefore(address.query), null)}>
            {words.toListings}
          </ButtonLink>
        </div>
      </section>
      <DataTable
        name="import-rows"
        caption={words.caption}
        columns={importColumns}
        list={rows}
        titleOf={({ id }) => id}
        usualSort="row"
        empty={
          isFiltered ? (
            <EmptyState title={words.none}>{words.noneText}</EmptyState>
          ) : (
            <EmptyState title={words.unread}>{words.unreadText}</EmptyState>
          )
        }
      >
        <TableSearch label={words.search} />
        <TableFilter label={words.outcome} param="outcome" options={words.outcomes} />
      </DataTable>
    </>
  );
}

/** Imports the rows that are right, and says how many are left out. */
function Importing({ file, onBegun }: Pick<ImportRowsProps, 'file' | 'onBegun'>) {
  const { id, state, outcomes } = file;
  const late = useLate();
  const importing = useSubmit({
    send: (leave_out_wrong: boolean, api) =>
      api('POST /api/admin/listing-imports/{id}/import', { params: { id: String(id) }, body: { leave_out_wrong } }),
    done: (work) => onBegun(work.id),
    late: () => late(desk.begunLate(longWork.kindOf('listings-import'))),
  });
  const right = outcomes.new + outcomes.changed;
  if (state === 'checked' && right === 0) return <p>{words.nothing}</p>;
  const label = outcomes.wrong > 0 ? words.importRight(right) : words.importAll(right);
  return (
    <>
      {importing.problem && <Notice tone="bad">{importing.problem}</Notice>}
      {state === 'checked' && outcomes.wrong > 0 && <p>{words.leftOut(outcomes.wrong)}</p>}
      <div className={page.actions}>
        <Button busy={importing.busy} onClick={() => void importing.submit(outcomes.wrong > 0)}>
          {importing.busy ? words.importing : state === 'importing' ? words.goOn : label}
        </Button>
      </div>
    </>
  );
}
