import type { Api } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import type { DeedSheet } from '../../desk/use-deeds.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { type ListingDeed, listingDeeds } from './listing-deeds.ts';

interface ListingSheetProps extends DeedSheet {
  deed: ListingDeed;
}

/** Asks once more before something is done to one listing, to those that are ticked, or to all that match. */
export function ListingSheet({ deed, onClose, onDone, onBegun, onDeleted }: ListingSheetProps) {
  const { does } = deed;
  const count = deed.kind === 'matching' ? deed.count : deed.kind === 'these' ? deed.ids.length : 1;
  return (
    <ConfirmSheet
      draft={listingDeeds.draftOf(deed)}
      title={words.titleOf(does, count)}
      label={words.actions[does]}
      text={words.askOf(does, count)}
      onClose={onClose}
      onDone={onDone}
      send={async (api) => {
        if (deed.kind === 'one') {
          await api('DELETE /api/business-listings/{id}', { params: { id: String(deed.thing.id) } });
          return words.said.deleted(deed.thing.name);
        }
        if (deed.kind === 'matching') {
          const body = { ...deed.filter, seen: deed.seen, action: does };
          onBegun((await api('POST /api/admin/listings/change-matching', { body })).id);
          return desk.begun;
        }
        const body = { ids: deed.ids.map(Number), action: does };
        const { changed, left_out } = await api('POST /api/admin/listings/change', { body });
        // Who else has deleted some of them meanwhile keeps that.
        if (does === 'delete' && left_out === 0) onDeleted(deed.ids);
        return changed > 0 ? words.changedOf(does, changed, left_out) : { nothing: desk.nothingChanged };
      }}
    >
      {() => does === 'delete' && <p>{deed.kind === 'one' ? words.confirmText(deed.thing.name) : words.deletesText}</p>}
    </ConfirmSheet>
  );
}

/** Undoes the deletion of these. @returns what is said of it */
export async function restoreThese(api: Api, ids: readonly string[]): Promise<string> {
  const body = { ids: ids.map(Number), action: 'restore' as const };
  const { changed, left_out } = await api('POST /api/admin/listings/change', { body });
  return words.changedOf('restore', changed, left_out);
}
