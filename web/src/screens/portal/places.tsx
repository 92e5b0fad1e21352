import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import type { PlaceList } from '../../../../contract/own-places.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { Detail } from '../../desk/detail.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { type Change, useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { placeProposals as proposalWords, ownPlaces as words } from '../../messages/en/own-places-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { ArrangePlace } from './arrange-place.tsx';
import { loadPlaces, type PlaceLine, type PlacesData } from './load-places.ts';
import { PlaceAbout, type Withdrawal } from './place-about.tsx';
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
  const { permissions, places, opened, proposals } = useLoaderData<PlacesData>();
  const change = useChange<Withdrawal>();
  const waiting = proposals.find(({ status }) => status === 'pending');
  useReopened(
    (draft) =>
      opened && waiting && draft === draftOf(waiting.id) ? { id: waiting.id, placeName: opened.place.name } : null,
    change.begin,
  );
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerPortal}
        sentence={words.sentence(places.length, sumOf(places, 'shown'), sumOf(places, 'hidden'))}
        tabs={portalTabs('places', permissions)}
        detail={
          opened && (
            <>
              {change.notice}
              <PlaceDetail key={opened.place.id} opened={opened} proposals={proposals} change={change} />
            </>
          )
        }
        closing={{ open: null, view: null }}
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
      {/* Beside the frame: on a phone the list is hidden while a place is open, and all that is in it. */}
      {change.action && (
        <ConfirmSheet
          draft={draftOf(change.action.id)}
          title={`${proposalWords.withdraw}: ${change.action.placeName}`}
          text={proposalWords.withdrawText}
          onClose={change.leave}
          send={async (api) => {
            const id = change.action!.id;
            await api('POST /api/partner-portal/place-proposals/{id}/withdraw', { params: { id } });
            return proposalWords.withdrawn;
          }}
          onDone={change.tell}
        />
      )}
    </Loaded>
  );
}

const draftOf = (proposal: string) => `withdraw ${proposal}`;

interface PlaceDetailProps extends Pick<PlacesData, 'proposals'> {
  opened: PlaceList;
  change: Change<Withdrawal>;
}

/** One place: what it shows, or what is read and seen of it. */
function PlaceDetail({ opened, proposals, change }: PlaceDetailProps) {
  const address = useTableAddress();
  const isAbout = address.get('view') === 'about';
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
      <FilterLinks
        label={place.name}
        options={[
          { to: address.to({ open: String(place.id), view: null }), label: words.views.list, current: !isAbout },
          { to: address.to({ open: String(place.id), view: 'about' }), label: words.views.about, current: isAbout },
        ]}
      />
      {isAbout ? (
        <PlaceAbout place={place} proposals={proposals} change={change} />
      ) : (
        <ArrangePlace
          key={round}
          given={opened}
          onAnew={async () => {
            await revalidate();
            setRound((now) => now + 1);
          }}
        />
      )}
    </Detail>
  );
}
