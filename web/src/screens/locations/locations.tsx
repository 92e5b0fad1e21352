import { useState } from 'react';
import { useLoaderData } from 'react-router';
import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { LocationAction } from '../../../../contract/location-form.ts';
import type { KeptPlace, LocationWithHistory, listLocations } from '../../../../contract/locations.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { DeedsDone } from '../../desk/deeds-done.tsx';
import { deskLoader } from '../../desk/desk-loader.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName, useTableAddress } from '../../desk/table-address.ts';
import { TableFilter, TableSearch } from '../../desk/table-filters.tsx';
import { useDeeds } from '../../desk/use-deeds.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeptPlaces, keptBy } from './kept-places.tsx';
import { type LocationRow, locationColumns } from './location-columns.tsx';
import { LocationDetail } from './location-detail.tsx';
import styles from './locations.module.css';
import { locationsTabs, toPlaceEditor } from './locations-tabs.ts';
import { type PlaceFilter, placeDeeds } from './place-deeds.ts';
import { PlaceSheet, restorePlaces } from './place-sheet.tsx';

interface LocationsData {
  list: Omit<Answer<typeof listLocations>, 'rows'> & { rows: readonly LocationRow[] };
  /** The place that is open in the list. */
  open: LocationWithHistory | null;
  /** The long work that was begun here. */
  work: LongWork | null;
}

type Query = NonNullable<Request<typeof listLocations>['query']>;

const filters = ['search', 'partner', 'coordinates', 'deleted'];

export const loadLocations = deskLoader(async (api, { request }): Promise<LocationsData> => {
  const { searchParams: query } = new URL(request.url);
  const [list, open, work] = await Promise.all([
    api('GET /api/admin/locations', { query: asked(query, [...filters, 'sort', 'after']) as Query }),
    opened(query.get('open'), (id) => api('GET /api/admin/locations/{id}', { params: { id } })),
    opened(query.get(followedName), (id) => api('GET /api/long-work/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open, work };
});

/** The places: found, opened, deleted and brought back; added and edited beside (location-editor.tsx). */
export function LocationsScreen() {
  const { list, open, work } = useLoaderData<LocationsData>();
  const address = useTableAddress();
  const [kept, setKept] = useState<{ places: readonly KeptPlace[]; told: number } | null>(null);
  const filter = Object.fromEntries(filters.map((name) => [name, address.get(name) ?? undefined])) as PlaceFilter;
  const isFiltered = Object.values(filter).some(Boolean);
  const { change, ticks, asks, sheet, ...done } = useDeeds(placeDeeds, { open, filter, ...list });
  const { action, told } = change;
  const keptNow = kept?.told === told && !action ? { count: kept.places.length, places: kept.places } : undefined;
  const actions: readonly LocationAction[] = filter.deleted ? ['restore'] : ['delete'];
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
                onDelete={() => change.begin({ kind: 'one', thing: open, does: 'delete' })}
                onDone={change.tell}
              />
            </>
          )
        }
      >
        {!open && change.notice}
        <KeptPlaces kept={keptNow} />
        <DeedsDone
          of={{ ...done, change }}
          work={work}
          kind="places-change"
          restore={restorePlaces}
          undo={(api, work) => api('POST /api/admin/locations/undo-deletion', { body: { work } })}
        />
        <KeptPlaces kept={work ? keptBy(work) : undefined} />
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
          actions={actions.map((does) => ({ label: words.actions[does], run: asks(does) }))}
          done={told}
          ticks={ticks}
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
        // Told of a moment before what was done is said.
        <PlaceSheet deed={action} {...sheet} onKept={(places) => setKept({ places, told: told + 1 })} />
      )}
    </Loaded>
  );
}
