import type { KeptPlace } from '../../../../contract/locations.ts';
import type { Api } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import type { DeedSheet } from '../../desk/use-deeds.ts';
import { desk } from '../../messages/en/desk.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { type PlaceDeed, placeDeeds } from './place-deeds.ts';

interface PlaceSheetProps extends DeedSheet {
  deed: PlaceDeed;
  /** Told of those that could not be deleted with the others. */
  onKept: (places: readonly KeptPlace[]) => void;
}

/** Asks once more before something is done to one place, to those that are ticked, or to all that match. */
export function PlaceSheet({ deed, onClose, onDone, onBegun, onDeleted, onKept }: PlaceSheetProps) {
  const { does } = deed;
  const count = deed.kind === 'matching' ? deed.count : deed.kind === 'these' ? deed.ids.length : 1;
  return (
    <ConfirmSheet
      draft={placeDeeds.draftOf(deed)}
      title={words.titleOf(does, count)}
      label={words.actions[does]}
      text={words.askOf(does, count)}
      onClose={onClose}
      onDone={onDone}
      send={async (api) => {
        if (deed.kind === 'one') {
          await api('DELETE /api/admin/locations/{id}', { params: { id: String(deed.thing.id) } });
          return words.said.deleted(deed.thing.name);
        }
        if (deed.kind === 'matching') {
          const body = { ...deed.filter, seen: deed.seen, action: does };
          onBegun((await api('POST /api/admin/locations/change-matching', { body })).id);
          return desk.begun;
        }
        const body = { ids: deed.ids.map(Number), action: does };
        const { changed, left_out, kept } = await api('POST /api/admin/locations/change', { body });
        onKept(kept);
        const keptIds = new Set(kept.map(({ id }) => String(id)));
        // Who else has deleted some of them meanwhile keeps that.
        if (does === 'delete' && changed > 0 && left_out === 0) onDeleted(deed.ids.filter((id) => !keptIds.has(id)));
        if (changed > 0) return words.changedOf(does, changed, left_out);
        return { nothing: kept.length > 0 ? words.noneDeleted : desk.nothingChanged };
      }}
    >
      {() => does === 'delete' && <p>{deed.kind === 'one' ? words.confirmText(deed.thing.name) : words.deletesText}</p>}
    </ConfirmSheet>
  );
}

/** Undoes the deletion of these. @returns what is said of it */
export async function restorePlaces(api: Api, ids: readonly string[]): Promise<string> {
  const body = { ids: ids.map(Number), action: 'restore' as const };
  const { changed, left_out } = await api('POST /api/admin/locations/change', { body });
  return words.changedOf('restore', changed, left_out);
}
