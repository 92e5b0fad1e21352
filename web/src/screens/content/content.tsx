import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { ListingWithHistory, listListings } from '../../../../contract/content.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { ListingAction } from '../../../../contract/listing-form.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable, type Selection } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './content.module.css';
import { contentTabs, toEditor, toImport } from './content-tabs.ts';
import { actionsOf, type Deed, deedOfDraft, isOfMatching, type ListingFilter } from './listing-actions.ts';
import { type ListingRow, listingColumns } from './listing-columns.tsx';
import { ListingDetail } from './listing-detail.tsx';
import { ListingSheet } from './listing-sheet.tsx';
import { isDeletion, restoreThese, UndoDeletion } from './undo-deletion.tsx';

interface ContentData {
  list: Omit<Answer<typeof listListings>, 'rows'> & { rows: readonly ListingRow[] };
  /** The listing that is open in the list. */
  open: ListingWithHistory | null;
  /** The long work that was begun here. */
  work: LongWork | null;
}

type Query = NonNullable<Request<typeof listListings>['query']>;

export const loadContent = deskLoader(async (api, { request }): Promise<ContentData> => {
  const { searchParams: query } = new URL(request.url);
  const names = ['search', 'sort', 'status', 'category', 'links', 'after'];
  const [list, open, work] = await Promise.all([
    api('GET /api/admin/listings', { query: asked(query, names) as Query }),
    opened(query.get('open'), (id) => api('GET /api/admin/listings/{id}', { params: { id } })),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open, work };
});

/** The listings of the guide: found, opened, deleted and brought back; added and edited beside (listing-editor.tsx). */
export function ContentScreen() {
  const { list, open, work } = useLoaderData<ContentData>();
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  const change = useChange<Deed>();
  const [ticks, setTicks] = useState<readonly string[]>();
  const [deleted, setDeleted] = useState<{ ids: readonly string[]; told: number } | null>(null);
  const filter = Object.fromEntries(
    ['search', 'status', 'category', 'links'].map((name) => [name, address.get(name) ?? undefined]),
  ) as ListingFilter;
  const isFiltered = Object.values(filter).some(Boolean);
  useReopened(
    (draft) => deedOfDraft(draft, { open, filter, total: list.total, digest: list.digest }),
    (deed) => {
      if (deed.kind === 'these') setTicks(deed.ids);
      change.begin(deed);
    },
    (draft) => isOfMatching(draft, filter) && change.say({ nothing: desk.listChanged }),
  );
  const asks = (does: ListingAction) => (selection: Selection) =>
    change.begin(
      'ids' in selection
        ? { kind: 'these', ids: selection.ids, does }
        : { kind: 'matching', count: selection.allMatching, seen: selection.seen, filter, does },
    );
  const follow = (id: string) => address.change({ [followedName]: id });
  const { action } = change;
  const add = (
    <ButtonLink look="plain" to={toEditor(address.query, null)}>
      {words.add}
    </ButtonLink>
  );
  const bulkImport = (
    <ButtonLink look="plain" to={toImport(address.query)}>
      {words.bulkImport}
    </ButtonLink>
  );
  return (
    <Loaded>
      <DeskFrame
        title={titles.content}
        administration={adminTabs('content')}
        tabs={contentTabs('listings', address.query)}
        sentence={[words.sentence(list.counts), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <ListingDetail
                key={open.id}
                listing={open}
                editor={toEditor(address.query, open.id)}
                onDelete={() => change.begin({ kind: 'one', listing: open, does: 'delete' })}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        {deleted && deleted.told === change.told && !action && (
          <UndoDeletion send={(api) => restoreThese(api, deleted.ids)} onDone={change.tell} />
        )}
        {work && (
          <FollowedWork
            key={work.id}
            work={work}
            onOver={() => void revalidate()}
            onEnded={() => change.takeBack(words.begun)}
          />
        )}
        {work && isDeletion(work) && (
          <UndoDeletion
            send={async (api) => {
              follow((await api('POST /api/admin/listings/undo-deletion', { body: { work: work.id } })).id);
              return words.begun;
            }}
            onDone={change.say}
          />
        )}
        <div className={styles.alone}>
          {add}
          {bulkImport}
        </div>
        <DataTable
          name="listings"
          caption={words.caption}
          columns={listingColumns}
          list={list}
          titleOf={({ name }) => name}
          usualSort="name"
          actions={actionsOf(address.get('status')).map((does) => ({ label: words.actions[does], run: asks(does) }))}
          done={change.told}
          ticks={ticks}
          opens
          empty={
            isFiltered ? (
              <EmptyState title={words.none}>{words.noneText}</EmptyState>
            ) : (
              <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
            )
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.category} param="category" options={words.categories} />
          <TableFilter label={words.status} param="status" options={words.statuses} />
          <TableFilter label={words.links.title} param="links" options={words.links.filter} />
        </DataTable>
      </DeskFrame>
      {action && (
        <ListingSheet
          deed={action}
          onClose={change.leave}
          onDone={change.tell}
          onBegun={follow}
          // Told of a moment before what was done is said.
          onDeleted={(ids) => setDeleted({ ids, told: change.told + 1 })}
        />
      )}
    </Loaded>
  );
}
