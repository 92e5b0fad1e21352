import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { ListedLocation } from '../../../../contract/locations.ts';
import type { listOrphanScans, OrphanScan } from '../../../../contract/orphan-scans.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { orphansDesk as words } from '../../messages/en/orphans-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { locationsTabs } from './locations-tabs.ts';
import { OrphanDetail, OrphanStatus } from './orphan-detail.tsx';

interface OrphansData {
  list: Answer<typeof listOrphanScans>;
  /** The code that is open in the list, and the place that is chosen for it. */
  open: OrphanScan | null;
  place: ListedLocation | null;
}

/** What is about to be done: without a place it is resumed where it leads. */
interface OrphanAction {
  orphan: OrphanScan;
  place: Pick<ListedLocation, 'id' | 'name'> | null;
}

type Query = NonNullable<Request<typeof listOrphanScans>['query']>;

export const loadOrphans = deskLoader(async (api, { request }): Promise<OrphansData> => {
  const { searchParams: query } = new URL(request.url);
  const names = ['search', 'sort', 'state', 'after'];
  const [list, open, place] = await Promise.all([
    api('GET /api/admin/orphan-scans', { query: asked(query, names) as Query }),
    opened(query.get('open'), (code) => api('GET /api/admin/orphan-scans/{code}', { params: { code } })),
    opened(query.get('place'), (id) => api('GET /api/admin/locations/{id}', { params: { id } })),
  ]);
  return { list, open, place };
});

const draftOf = ({ orphan, place }: OrphanAction) =>
  place ? `code ${orphan.id} of place ${place.id}` : `resume code ${orphan.id}`;

const { columns } = words;

const orphanColumns: readonly Column<OrphanScan>[] = [
  { key: 'code', label: columns.code, cell: ({ id }) => id, isTitle: true, isFixed: true },
  { key: 'state', label: columns.state, cell: (orphan) => <OrphanStatus {...orphan} />, isBrief: true },
  { key: 'scans', label: columns.scans, cell: ({ scans }) => words.number(scans), sort: 'scans', numeric: true },
  {
    key: 'last',
    label: columns.last,
    cell: ({ last_at }) => words.moment(last_at),
    sort: 'last',
    isMoment: true,
  },
  { key: 'first', label: columns.first, cell: ({ first_at }) => words.moment(first_at), isMoment: true, isExtra: true },
  { key: 'place', label: columns.place, cell: ({ place }) => place?.name ?? '', isEndless: true },
];

/** Codes whose scans credited nobody: unknown ones of ours become codes, paused ones go on. */
export function OrphansScreen() {
  const { list, open, place } = useLoaderData<OrphansData>();
  const address = useTableAddress();
  const change = useChange<OrphanAction>();
  useReopened(
    (draft) =>
      [place, null].flatMap((to) => (open ? [{ orphan: open, place: to }] : [])).find((one) => draft === draftOf(one)),
    change.begin,
  );
  const isFiltered = ['search', 'state'].some((name) => address.get(name));
  return (
    <Loaded>
      <DeskFrame
        title={titles.orphanScans}
        tabs={locationsTabs('orphans')}
        sentence={words.sentence(list.total)}
        detail={
          open && (
            <>
              {change.notice}
              <OrphanDetail
                key={`${open.id} ${place?.id}`}
                orphan={open}
                chosen={place}
                onAct={(place) => change.begin({ orphan: open, place })}
              />
            </>
          )
        }
        closing={{ open: null, place: null }}
      >
        {!open && change.notice}
        <DataTable
          name="orphan-scans"
          caption={words.caption}
          columns={orphanColumns}
          list={list}
          titleOf={({ id }) => id}
          usualSort="-last"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.state} param="state" options={words.states} />
        </DataTable>
      </DeskFrame>
      {change.action && <ActionSheet action={change.action} of={change} />}
    </Loaded>
  );
}

function ActionSheet({
  action: { orphan, place },
  of,
}: {
  action: OrphanAction;
  of: Pick<ReturnType<typeof useChange>, 'leave' | 'tell'>;
}) {
  const params = { code: orphan.id };
  const common = { draft: draftOf({ orphan, place }), onClose: of.leave, onDone: of.tell };
  if (place)
    return (
      <ConfirmSheet
        {...common}
        title={words.make}
        text={words.confirmMake(orphan.id, place.name)}
        send={async (api) => {
          await api('POST /api/admin/orphan-scans/{code}/code', { params, body: { location_id: place.id } });
          return words.said.made(orphan.id, place.name);
        }}
      >
        {() => <p>{words.past}</p>}
      </ConfirmSheet>
    );
  return (
    <ConfirmSheet
      {...common}
      title={words.resume}
      text={words.confirmResume(orphan.id, orphan.place?.name ?? '')}
      send={async (api) => {
        await api('POST /api/admin/orphan-scans/{code}/resume', { params });
        return words.said.resumed(orphan.id);
      }}
    >
      {() => <p>{words.past}</p>}
    </ConfirmSheet>
  );
}
