import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type {
  ChosenList,
  ListedPlace,
  listPlaceLists,
  previewPlace as previewEndpoint,
} from '../../../../contract/place-lists.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { Detail } from '../../desk/detail.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { placeListsDesk as words } from '../../messages/en/place-lists-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { ChooseList } from './choose-list.tsx';
import { locationsTabs } from './locations-tabs.ts';
import { PreviewList } from './preview-list.tsx';

/** A place as a table has it, whose rows go by text. */
type PlaceRow = Omit<ListedPlace, 'id'> & { id: string };

interface ListsData {
  list: Omit<Answer<typeof listPlaceLists>, 'rows'> & { rows: readonly PlaceRow[] };
  /** The place that is open, with what is chosen for it. */
  open: ChosenList | null;
  /** What a guest sees of it, where that is looked at. */
  preview: Answer<typeof previewEndpoint> | null;
}

/** What the address has of a preview. */
export const previewNames = ['at', 'day', 'language', 'stay'] as const;

export const loadLists = deskLoader(async (api, { request }): Promise<ListsData> => {
  const { searchParams: query } = new URL(request.url);
  const id = query.get('open');
  const look = asked(query, previewNames) as Request<typeof previewEndpoint>['query'];
  const [list, open, preview] = await Promise.all([
    api('GET /api/admin/location-lists', {
      query: asked(query, ['search', 'sort', 'empty', 'after']) as Request<typeof listPlaceLists>['query'],
    }),
    opened(id, (id) => api('GET /api/admin/locations/{id}/list', { params: { id } })),
    query.get('view') === 'preview'
      ? opened(id, (id) => api('GET /api/admin/locations/{id}/preview', { params: { id }, query: look }))
      : null,
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open, preview };
});

const { columns } = words;
const listColumns: readonly Column<PlaceRow>[] = [
  {
    key: 'name',
    label: columns.name,
    cell: ({ name }) => name,
    sort: 'name',
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'shown', label: columns.shown, cell: ({ shown }) => words.number(shown), numeric: true, isBrief: true },
  { key: 'chosen', label: columns.chosen, cell: ({ chosen }) => words.number(chosen), numeric: true },
  { key: 'ruled', label: columns.ruled, cell: ({ ruled }) => words.number(ruled), numeric: true },
  {
    key: 'partner',
    label: columns.partner,
    cell: ({ organisation }) => organisation ?? words.nobody,
    isEndless: true,
  },
  { key: 'address', label: columns.address, cell: ({ address }) => address, isProse: true, isExtra: true },
  { key: 'island', label: columns.island, cell: ({ island }) => island, isExtra: true },
];

const closing = { open: null, view: null, ...Object.fromEntries(previewNames.map((name) => [name, null])) };

/** All places with how much each shows; of the one that is open what is chosen, in which order and by which rules. */
export function ListsScreen() {
  const { list, open, preview } = useLoaderData<ListsData>();
  const address = useTableAddress();
  const isFiltered = ['search', 'empty'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.locationLists}
        tabs={locationsTabs('lists')}
        sentence={isFiltered ? words.found(list.total) : words.sentence(list.total)}
        detail={open && <ListDetail key={open.place.id} open={open} preview={preview} />}
        closing={closing}
      >
        <DataTable
          name="place-lists"
          caption={words.caption}
          columns={listColumns}
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
          <TableFilter label={words.emptyLists} param="empty" options={words.emptyOnes} />
        </DataTable>
      </DeskFrame>
    </Loaded>
  );
}

/** One place: its list, or what a guest sees of it. */
function ListDetail({ open, preview }: { open: ChosenList; preview: ListsData['preview'] }) {
  const address = useTableAddress();
  const { revalidate } = useRevalidator();
  // Another number each time that what somebody else has saved meanwhile takes the place of what was not.
  const [round, setRound] = useState(0);
  const { place, organisation } = open;
  const to = (view: string | null) => address.to({ ...closing, open: String(place.id), view });
  return (
    <Detail
      label={words.detail}
      title={place.name}
      facts={[
        [columns.partner, organisation?.name ?? words.nobody],
        [columns.address, place.address],
      ]}
    >
      <FilterLinks
        label={place.name}
        options={[
          { to: to(null), label: words.views.list, current: !preview },
          { to: to('preview'), label: words.views.preview, current: preview !== null },
        ]}
      />
      {preview ? (
        <PreviewList placeId={place.id} preview={preview} />
      ) : (
        <ChooseList
          key={round}
          given={open}
          onAnew={async () => {
            await revalidate();
            setRound((now) => now + 1);
          }}
        />
      )}
    </Detail>
  );
}
