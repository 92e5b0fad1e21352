import { useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import type { Selection } from './data-table.tsx';
import type { Deed, Deeds, OnScreen } from './deeds.ts';
import { followedName, useTableAddress } from './table-address.ts';
import { type Said, useChange } from './use-change.tsx';
import { useReopened } from './use-reopened.ts';

/** What the sheet tells that asks before something is done. */
export interface DeedSheet {
  onClose: () => void;
  onDone: (said: Said) => void;
  /** Told the long work that does it to all that match. */
  onBegun: (work: string) => void;
  /** Told of a deletion that can be undone at once. */
  onDeleted: (ids: readonly string[]) => void;
}

/** What is done to rows of a list, one change at a time: asked about first, also again after a reload, then said, and undone at once. */
export function useDeeds<Does extends string, Thing extends { id: number }, Filter extends object>(
  deeds: Deeds<Does, Thing, Filter>,
  shown: OnScreen<Thing, Filter>,
) {
  const address = useTableAddress();
  const change = useChange<Deed<Does, Thing, Filter>>();
  const [ticks, setTicks] = useState<readonly string[]>();
  const [deleted, setDeleted] = useState<{ ids: readonly string[]; told: number } | null>(null);
  useReopened(
    (draft) => deeds.ofDraft(draft, shown),
    (deed) => {
      if (deed.kind === 'these') setTicks(deed.ids);
      change.begin(deed);
    },
    (draft) => deeds.isOfMatching(draft, shown.filter) && change.say({ nothing: words.listChanged }),
  );
  const follow = (id: string) => address.change({ [followedName]: id });
  const sheet: DeedSheet = {
    onClose: change.leave,
    onDone: change.tell,
    onBegun: follow,
    // Told of a moment before what was done is said.
    onDeleted: (ids) => setDeleted({ ids, told: change.told + 1 }),
  };
  return {
    change,
    /** Ticked again, as the form is open again that is about them. */
    ticks,
    sheet,
    follow,
    /** What was deleted just now, until something else is done. */
    justDeleted: deleted && deleted.told === change.told && !change.action ? deleted.ids : null,
    /** Asks about those that are selected. */
    asks: (does: Does) => (selection: Selection) =>
      change.begin(
        'ids' in selection
          ? { kind: 'these', ids: selection.ids, does }
          : { kind: 'matching', count: selection.allMatching, seen: selection.seen, filter: shown.filter, does },
      ),
  };
}
