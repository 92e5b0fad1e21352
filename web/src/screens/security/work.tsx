import type { ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { PolledNotice } from '../../desk/polled-notice.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { usePolled } from '../../desk/use-polled.ts';
import { useReopened } from '../../desk/use-reopened.ts';
import { longWork } from '../../messages/en/long-work.ts';
import { titles } from '../../messages/en/screens.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { ExportRows, rowsExport } from './export-rows.tsx';
import { ExportScans, scansExport } from './export-scans.tsx';
import { askWork, loadWork, type WorkData } from './load-work.ts';
import styles from './security.module.css';
import { securityTabs } from './security-tabs.ts';
import { type UndoneAction, UndoneSheet } from './undone-sheet.tsx';
import { deadLetterColumns, longWorkColumns, newsColumns } from './work-columns.tsx';
import { LongWorkDetail, UndoneDetail } from './work-details.tsx';

export { SectionFailed } from './section-failed.tsx';

export { loadWork };

/** How often the screen asks how it stands: while something waits or runs, and otherwise. */
const everyMs = { inProgress: 5_000, quiet: 30_000 };

/** What a form of this name is about (undone-sheet.tsx), where that is open. */
function actionOfDraft(draft: string, shown: WorkData['shown']): UndoneAction | null {
  const undone = shown.of === 'work' ? null : shown.open;
  const does = undone && (['retry', 'discard'] as const).find((one) => draft === `${one} ${undone.of} ${undone.id}`);
  return does ? { does, undone } : null;
}

/** Everybody's long work, and what could not be done: followed, ended, tried again or put away. */
export function WorkScreen() {
  const loaded = useLoaderData<WorkData>();
  const address = useTableAddress();
  const polled = usePolled({
    loaded,
    ask: (api) => askWork(api, address.query),
    everyMs: ({ counts }) => everyMs[counts.in_progress > 0 ? 'inProgress' : 'quiet'],
  });
  const { counts, shown } = polled.answer;
  const change = useChange<UndoneAction>();
  useReopened((draft) => actionOfDraft(draft, shown), change.begin);
  const isFiltered = ['search', 'state', 'queue'].some((name) => address.get(name));
  const { dead_letters: deadLetters, unreadable_news: news } = counts;
  const common = {
    opens: true,
    caption: words.captions[shown.of],
    empty: isFiltered ? (
      <EmptyState title={words.noMatch}>{words.noMatchText}</EmptyState>
    ) : (
      <EmptyState title={words.none[shown.of]}>{words.noneText}</EmptyState>
    ),
  };
  const search = <TableSearch key={shown.of} label={words.searches[shown.of]} />;
  let detail: ReactNode = null;
  const begun = address.get('new');
  if (begun === scansExport) detail = <ExportScans />;
  else if (begun === rowsExport) detail = <ExportRows />;
  else if (shown.of === 'work')
    detail = shown.open && <LongWorkDetail key={shown.open.id} work={shown.open} onDone={change.tell} />;
  else detail = shown.open && <UndoneDetail undone={shown.open} onAct={change.begin} />;
  return (
    <Loaded>
      <DeskFrame
        title={titles.security}
        sentence={[words.sentence(counts.in_progress, deadLetters + news), isFiltered && words.found(shown.list.total)]
          .filter(Boolean)
          .join(' ')}
        tabs={securityTabs('work')}
        detail={
          detail && (
            <>
              {change.notice}
              {detail}
            </>
          )
        }
      >
        <FilterLinks
          label={words.lists}
          options={[
            { to: '/security/work', label: words.tabs.work, current: shown.of === 'work' },
            {
              to: '/security/work?list=dead-letters',
              label: words.tabs['dead-letters'](deadLetters),
              current: shown.of === 'dead-letters',
            },
            { to: '/security/work?list=news', label: words.tabs.news(news), current: shown.of === 'news' },
          ]}
        />
        <PolledNotice of={polled} />
        {!detail && change.notice}
        {shown.of === 'work' && (
          <div className={styles.exports}>
            <ButtonLink look="plain" to={address.to({ new: scansExport, open: null })} preventScrollReset>
              {words.exportScans}
            </ButtonLink>
            <ButtonLink look="plain" to={address.to({ new: rowsExport, open: null })} preventScrollReset>
              {words.exportRows}
            </ButtonLink>
          </div>
        )}
        {shown.of === 'work' ? (
          <DataTable
            {...common}
            name="long-work"
            columns={longWorkColumns}
            list={shown.list}
            titleOf={({ kind }) => longWork.kindOf(kind)}
            usualSort="-asked"
          >
            {search}
            <TableFilter label={words.state} param="state" options={longWork.states} />
          </DataTable>
        ) : (
          <DataTable
            {...common}
            key={shown.of}
            name={shown.of}
            columns={shown.of === 'news' ? newsColumns : deadLetterColumns}
            list={shown.list}
            titleOf={({ what }) => what}
            usualSort={shown.of === 'news' ? '-received' : '-failed'}
          >
            {search}
            {shown.of === 'dead-letters' && <TableFilter label={words.queue} param="queue" options={words.queues} />}
          </DataTable>
        )}
      </DeskFrame>
      {change.action && <UndoneSheet action={change.action} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}
