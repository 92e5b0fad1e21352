import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { type Deed, draftOf } from './listing-actions.ts';

interface ListingSheetProps {
  deed: Deed;
  onClose: () => void;
  onDone: (said: Said) => void;
  /** Told the long work that does it to all that match. */
  onBegun: (work: string) => void;
  /** Told of a deletion that can be undone at once. */
  onDeleted: (ids: readonly string[]) => void;
}

/** Asks once more before something is done to one listing, to those that are ticked, or to all that match. */
export function ListingSheet({ deed, onClose, onDone, onBegun, onDeleted }: ListingSheetProps) {
  const { does } = deed;
  const count = deed.kind === 'matching' ? deed.count : deed.kind === 'these' ? deed.ids.length : 1;
  return (
    <ConfirmSheet
      draft={draftOf(deed)}
      title={words.titleOf(does, count)}
      label={words.actions[does]}
      text={words.askOf(does, count)}
      onClose={onClose}
      onDone={onDone}
      send={async (api) => {
        if (deed.kind === 'one') {
          await api('DELETE /api/business-listings/{id}', { params: { id: String(deed.listing.id) } });
          return words.said.deleted(deed.listing.name);
        }
        if (deed.kind === 'matching') {
          const body = { ...deed.filter, seen: deed.seen, action: does };
          onBegun((await api('POST /api/admin/listings/change-matching', { body })).id);
          return words.begun;
        }
        const body = { ids: deed.ids.map(Number), action: does };
        const { changed, left_out } = await api('POST /api/admin/listings/change', { body });
        // Who else has deleted some of them meanwhile keeps that.
        if (does === 'delete' && left_out === 0) onDeleted(deed.ids);
        return changed > 0 ? words.changedOf(does, changed, left_out) : { nothing: words.nothingChanged };
      }}
    >
      {() =>
        does === 'delete' && <p>{deed.kind === 'one' ? words.confirmText(deed.listing.name) : words.deletesText}</p>
      }
    </ConfirmSheet>
  );
}
