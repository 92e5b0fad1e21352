import type { ReactNode } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { StatementImportDetail } from '../../../../contract/statement-imports.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ColumnMapForm } from './column-map-form.tsx';
import { loadReconcile, type ReconcileData } from './load-reconcile.ts';
import { moneyTabs } from './money-tabs.ts';
import { MonthDetail } from './month-detail.tsx';
import { importColumns, monthColumns } from './reconcile-columns.tsx';
import { changedMap, StatementRows, toStatements } from './statement-rows.tsx';
import { StatementSheet } from './statement-sheet.tsx';
import { newStatement, UploadStatement } from './upload-statement.tsx';

export { loadReconcile };

const here = '/money/reconcile';

/** Statements of platforms: sent, read, looked at, applied; and by month what they and the ledger say. */
export function ReconcileScreen() {
  const { shown, waiting, work } = useLoaderData<ReconcileData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<StatementImportDetail>();
  useReopened(
    (draft) => (shown.of === 'rows' && draft === `apply statement ${shown.statement.id}` ? shown.statement : null),
    change.begin,
  );
  const isFiltered = ['search', 'platform'].some((name) => address.get(name));
  const compared = shown.of === 'months' && shown.list ? shown : undefined;
  const detail = detailOf(shown, address.get('new'));
  return (
    <Loaded>
      <DeskFrame
        title={titles.reconcile}
        tabs={moneyTabs('reconcile')}
        sentence={
          shown.of === 'rows'
            ? sentenceOf(shown.statement)
            : words.sentence(waiting, compared?.differences ?? null, compared?.untold ?? 0)
        }
        detail={detail}
        // On a phone the columns that are asked for stand before the rows, which have not been read.
        {...(shown.of === 'rows' && shown.statement.state === 'unmapped' && { closing: toStatements })}
      >
        <FilterLinks
          label={words.lists}
          options={[
            { to: here, label: words.tabs.statements, current: shown.of === 'statements' },
            { to: `${here}?list=months`, label: words.tabs.months, current: shown.of === 'months' },
          ]}
        />
        {change.notice}
        {work && (
          <FollowedWork
            key={work.id}
            work={work}
            onOver={() => void revalidate()}
            onEnded={() => change.takeBack(words.begun)}
          />
        )}
        {shown.of === 'rows' && <StatementRows statement={shown.statement} rows={shown.list} onApply={change.begin} />}
        {shown.of === 'statements' && (
          <>
            <div>
              <ButtonLink look="plain" to={address.to({ new: newStatement, open: null })} preventScrollReset>
                {words.upload}
              </ButtonLink>
            </div>
            <DataTable
              name="statements"
              caption={words.captions.statements}
              columns={importColumns}
              list={shown.list}
              titleOf={({ file_name }) => file_name}
              usualSort="-started"
              empty={
                <EmptyState title={isFiltered ? words.noMatch : words.none}>
                  {isFiltered ? words.noMatchText : words.noneText}
                </EmptyState>
              }
            >
              <TableSearch label={words.search} />
              <TableFilter label={words.platform} param="platform" options={words.platforms} />
            </DataTable>
          </>
        )}
        {shown.of === 'months' && shown.list === null && (
          <Notice
            tone="bad"
            title={words.noReport}
            actions={<Button onClick={() => void revalidate()}>{words.again}</Button>}
          >
            <p>{words.noReportText}</p>
          </Notice>
        )}
        {shown.of === 'months' && shown.list && (
          <DataTable
            name="reconciled-months"
            caption={words.captions.months}
            columns={monthColumns}
            list={shown.list}
            titleOf={({ platform, month }) => words.month(platform, month)}
            opens
            empty={
              <EmptyState title={isFiltered ? words.noMatch : words.none}>
                {isFiltered ? words.noMatchText : words.noneText}
              </EmptyState>
            }
          >
            <TableFilter label={words.platform} param="platform" options={words.platforms} />
          </DataTable>
        )}
      </DeskFrame>
      {change.action && (
        <StatementSheet
          statement={change.action}
          onClose={change.leave}
          onDone={change.tell}
          onBegun={(id) => address.change({ [followedName]: id })}
        />
      )}
    </Loaded>
  );
}

const sentenceOf = ({ state, asks, rows, applied_rows }: StatementImportDetail) =>
  words.rowsSentence(state, asks, rows, applied_rows);

/** What stands beside the list: a form, or what is open of it. A statement whose columns nobody knows asks for them. */
function detailOf(shown: ReconcileData['shown'], form: string | null): ReactNode {
  if (shown.of === 'statements') return form === newStatement && <UploadStatement />;
  if (shown.of === 'months') return shown.open && <MonthDetail month={shown.open.month} told={shown.open.told} />;
  const { statement } = shown;
  const isAsked =
    statement.state === 'unmapped' || (form === changedMap && !['applying', 'applied'].includes(statement.state));
  return isAsked && <ColumnMapForm key={statement.id} statement={statement} />;
}
