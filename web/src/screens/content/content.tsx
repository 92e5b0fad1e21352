import { useLoaderData } from 'react-router';
import type { ListingWithHistory, listListings } from '../../../../contract/content.ts';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import { adminTabs } from '../../desk/admin-tabs.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './content.module.css';
import { contentTabs, toEditor } from './content-tabs.ts';
import { type ListingRow, listingColumns } from './listing-columns.tsx';
import { ListingDetail } from './listing-detail.tsx';

interface ContentData {
  list: Omit<Answer<typeof listListings>, 'rows'> & { rows: readonly ListingRow[] };
  /** The listing that is open in the list. */
  open: ListingWithHistory | null;
}

type Query = NonNullable<Request<typeof listListings>['query']>;

export const loadContent = deskLoader(async (api, { request }): Promise<ContentData> => {
  const { searchParams: query } = new URL(request.url);
  const names = ['search', 'sort', 'status', 'category', 'links', 'after'];
  const [list, open] = await Promise.all([
    api('GET /api/admin/listings', { query: asked(query, names) as Query }),
    opened(query.get('open'), (id) => api('GET /api/admin/listings/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open };
});

const draftOf = ({ id }: Pick<ListingWithHistory, 'id'>) => `delete listing ${id}`;

/** The listings of the guide: found, opened, deleted and brought back; added and edited beside (listing-editor.tsx). */
export function ContentScreen() {
  const { list, open } = useLoaderData<ContentData>();
  const address = useTableAddress();
  const change = useChange<ListingWithHistory>();
  useReopened((draft) => (open && draft === draftOf(open) ? open : null), change.begin);
  const isFiltered = ['search', 'status', 'category', 'links'].some((name) => address.get(name));
  const { action } = change;
  const add = (
    <ButtonLink look="plain" to={toEditor(address.query, null)}>
      {words.add}
    </ButtonLink>
  );
  const bulkImport = (
    <ButtonLink look="plain" to="/content/import">
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
                onDelete={() => change.begin(open)}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
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
        <ConfirmSheet
          draft={draftOf(action)}
          title={words.confirmTitle}
          text={words.confirm}
          onClose={change.leave}
          onDone={change.tell}
          send={async (api) => {
            await api('DELETE /api/business-listings/{id}', { params: { id: String(action.id) } });
            return words.said.deleted(action.name);
          }}
        >
          {() => <p>{words.confirmText(action.name)}</p>}
        </ConfirmSheet>
      )}
    </Loaded>
  );
}
