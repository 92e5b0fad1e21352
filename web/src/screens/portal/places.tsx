import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { PlaceList } from '../../../../contract/own-places.ts';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { Detail } from '../../desk/detail.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { ownPlaces as words } from '../../messages/en/own-places-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ArrangePlace } from './arrange-place.tsx';
import { loadPlaces, type PlaceLine, type PlacesData } from './load-places.ts';
import { portalTabs } from './portal-tabs.ts';

export { loadPlaces };

const columns: readonly Column<PlaceLine>[] = [
  { key: 'name', label: words.columns.name, cell: ({ name }) => name, isTitle: true, isFixed: true, isEndless: true },
  { key: 'shown', label: words.columns.shown, cell: ({ shown }) => words.number(shown), numeric: true, isBrief: true },
  { key: 'hidden', label: words.columns.hidden, cell: ({ hidden }) => words.number(hidden), numeric: true },
  { key: 'address', label: words.columns.address, cell: ({ address }) => address, isProse: true },
  { key: 'island', label: words.columns.island, cell: ({ island }) => island },
];

const sumOf = (places: readonly PlaceLine[], of: 'shown' | 'hidden') => places.reduce((sum, one) => sum + one[of], 0);

/** A partner's own places; one that is open, with what it shows in order. */
export function PlacesScreen() {
  const { places, opened } = useLoaderData<PlacesData>();
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerPortal}
        sentence={words.sentence(places.length, sumOf(places, 'shown'), sumOf(places, 'hidden'))}
        tabs={portalTabs('places')}
        detail={opened && <PlaceDetail key={opened.place.id} opened={opened} />}
      >
        <DataTable
          name="own-places"
          caption={words.caption}
          columns={columns}
          list={{ rows: places, total: places.length, next: null }}
          titleOf={({ name }) => name}
          opens
          empty={<EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        />
      </DeskFrame>
    </Loaded>
  );
}

/** One place and what it shows. */
function PlaceDetail({ opened }: { opened: PlaceList }) {
  const { revalidate } = useRevalidator();
  // Another number each time that what somebody else has saved meanwhile takes the place of what was not.
  const [round, setRound] = useState(0);
  const { place } = opened;
  return (
    <Detail
      label={words.detail}
      title={place.name}
      facts={[
        [words.columns.address, place.address],
        [words.columns.island, place.island],
      ]}
    >
      <ArrangePlace
        key={round}
        given={opened}
        onAnew={async () => {
          await revalidate();
          setRound((now) => now + 1);
        }}
      />
    </Detail>
  );
}
