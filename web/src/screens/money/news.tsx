import { useLoaderData } from 'react-router';
import { DataTable } from '../../desk/data-table.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { newsDesk as words } from '../../messages/en/news-desk.ts';
import { reconcileDesk } from '../../messages/en/reconcile-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { loadNews, type NewsData } from './load-news.ts';
import { moneyTabs } from './money-tabs.ts';
import { messageColumns, toldColumns } from './news-columns.tsx';
import { MessageDetail, type NewsAction, ToldDetail } from './news-details.tsx';
import { NewsSheet } from './news-sheet.tsx';

export { loadNews };

const here = '/money/news';

/** What platforms tell: bookings and whose they are, decided where that is in doubt, and the messages as they came. */
export function NewsScreen() {
  const { shown, counts } = useLoaderData<NewsData>();
  const address = useTableAddress();
  const change = useChange<NewsAction>();
  useReopened((draft): NewsAction | null => {
    const told = shown.of === 'told' ? shown.open : null;
    const does = told && (['match', 'dismiss', 'unmatch'] as const).find((one) => draft === `${one} news ${told.id}`);
    return does ? { does, told } : null;
  }, change.begin);
  const isFiltered = ['search', 'state', 'platform'].some((name) => address.get(name));
  const empty = (
    <EmptyState title={isFiltered ? words.noMatch : words.none}>
      {isFiltered ? words.noMatchText : words.noneText}
    </EmptyState>
  );
  const common = { opens: true, caption: words.captions[shown.of], empty };
  const detail =
    shown.open &&
    (shown.of === 'told' ? (
      <ToldDetail told={shown.open} onAct={change.begin} />
    ) : (
      <MessageDetail message={shown.open} />
    ));
  return (
    <Loaded>
      <DeskFrame
        title={titles.news}
        tabs={moneyTabs('news')}
        sentence={words.sentence(counts.proposed, counts.unmatched, counts.unreadable)}
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
            { to: here, label: words.tabs.told, current: shown.of === 'told' },
            { to: `${here}?list=messages`, label: words.tabs.messages, current: shown.of === 'messages' },
          ]}
        />
        {!detail && change.notice}
        {shown.of === 'told' ? (
          <DataTable
            {...common}
            key="told"
            name="platform-news"
            columns={toldColumns}
            list={shown.list}
            titleOf={({ reference }) => reference}
            usualSort="-news"
          >
            <TableSearch label={words.search} />
            <TableFilter label={words.state} param="state" options={words.states} />
            <TableFilter label={words.platform} param="platform" options={reconcileDesk.platforms} />
          </DataTable>
        ) : (
          <DataTable
            {...common}
            key="messages"
            name="platform-messages"
            columns={messageColumns}
            list={shown.list}
            titleOf={({ id }) => words.messageOf(id)}
            usualSort="-received"
          >
            <TableSearch label={words.searchMessages} />
            <TableFilter label={words.state} param="state" options={words.messageStates} />
          </DataTable>
        )}
      </DeskFrame>
      {change.action && (
        <NewsSheet
          action={change.action}
          candidates={shown.of === 'told' ? shown.candidates : []}
          onClose={change.leave}
          onDone={change.tell}
        />
      )}
    </Loaded>
  );
}
