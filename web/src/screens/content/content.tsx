import { useLoaderData } from 'react-router';
import type { ListingWithHistory, listListings } from '../../../../contract/content.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { DeedsDone } from '../../desk/deeds-done.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useDeeds } from '../../desk/use-deeds.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './content.module.css';
import { contentTabs, toEditor, toImport } from './content-tabs.ts';
import { type ListingRow, listingColumns } from './listing-columns.tsx';
import { actionsOf, type ListingFilter, listingDeeds } from './listing-deeds.ts';
import { ListingDetail } from './listing-detail.tsx';
import { ListingSheet, restoreThese } from './listing-sheet.tsx';

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
  const filter = Object.fromEntries(
    ['search', 'status', 'category', 'links'].map((name) => [name, address.get(name) ?? undefined]),
  ) as ListingFilter;
  const isFiltered = Object.values(filter).some(Boolean);
  const { change, ticks, asks, sheet, ...done } = useDeeds(listingDeeds, { open, filter, ...list });
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
                onDelete={() => change.begin({ kind: 'one', thing: open, does: 'delete' })}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        <DeedsDone
          of={{ ...done, change }}
          work={work}
          kind="listings-change"
          restore={restoreThese}
          undo={(api, work) => api('POST /api/admin/listings/undo-deletion', { body: { work } })}
        />
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
      {action && <ListingSheet deed={action} {...sheet} />}
    </Loaded>
  );
}
