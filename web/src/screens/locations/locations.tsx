import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { LocationWithHistory, listLocations } from '../../../../contract/locations.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { DataTable } from '../../desk/data-table.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type LocationRow, locationColumns } from './location-columns.tsx';
import { LocationDetail } from './location-detail.tsx';
import styles from './locations.module.css';
import { locationsTabs, toPlaceEditor } from './locations-tabs.ts';

interface LocationsData {
  list: Omit<Answer<typeof listLocations>, 'rows'> & { rows: readonly LocationRow[] };
  /** The place that is open in the list. */
  open: LocationWithHistory | null;
}

type Query = NonNullable<Request<typeof listLocations>['query']>;

const filters = ['search', 'partner', 'coordinates', 'deleted'];

export const loadLocations = deskLoader(async (api, { request }): Promise<LocationsData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open] = await Promise.all([
    api('GET /api/admin/locations', { query: asked(query, [...filters, 'sort', 'after']) as Query }),
    opened(query.get('open'), (id) => api('GET /api/admin/locations/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open };
});

const draftOf = ({ id }: Pick<LocationWithHistory, 'id'>) => `delete place ${id}`;

/** The places: found, opened, deleted and brought back; added and edited beside (location-editor.tsx). */
export function LocationsScreen() {
  const { list, open } = useLoaderData<LocationsData>();
  const address = useTableAddress();
  const change = useChange<LocationWithHistory>();
  useReopened((draft) => (open && draft === draftOf(open) ? open : null), change.begin);
  const isFiltered = filters.some((name) => address.get(name));
  const { action } = change;
  return (
    <Loaded>
      <DeskFrame
        title={titles.locations}
        tabs={locationsTabs('locations')}
        sentence={[words.sentence(list.counts), isFiltered && words.found(list.total)].filter(Boolean).join(' ')}
        detail={
          open && (
            <>
              {change.notice}
              <LocationDetail
                key={open.id}
                place={open}
                editor={toPlaceEditor(address.query, open.id)}
                onDelete={() => change.begin(open)}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        <div className={styles.alone}>
          <ButtonLink look="plain" to={toPlaceEditor(address.query, null)}>
            {words.add}
          </ButtonLink>
        </div>
        <DataTable
          name="locations"
          caption={words.caption}
          columns={locationColumns}
          list={list}
          titleOf={({ name }) => name}
          usualSort="name"
          opens
          empty={
            <EmptyState title={isFiltered ? words.none : words.nothing}>
              {isFiltered ? words.noneText : words.nothingText}
            </EmptyState>
          }
        >
          <TableSearch label={words.search} />
          <TableFilter label={words.partner} param="partner" options={words.partners} />
          <TableFilter label={words.coordinates} param="coordinates" options={words.coordinatesOptions} />
          <TableFilter label={words.deleted} param="deleted" options={words.deletedOptions} />
        </DataTable>
      </DeskFrame>
      {action && (
        <ConfirmSheet
          draft={draftOf(action)}
          title={words.confirmTitle}
          label={words.remove}
          text={words.confirm}
          onClose={change.leave}
          onDone={change.tell}
          send={async (api) => {
            await api('DELETE /api/admin/locations/{id}', { params: { id: String(action.id) } });
            return words.said.deleted(action.name);
          }}
        >
          {() => <p>{words.confirmText(action.name)}</p>}
        </ConfirmSheet>
      )}
    </Loaded>
  );
}
