import { useEffect, useMemo, useRef, useState } from 'react';
import type { SavedItem } from '../../../../contract/saved.ts';
import { isRemembered } from '../../device/own-device.ts';
import { newestFirst } from './kept-places.ts';
import type { SavedData } from './load-saved.ts';
import { kept, ownChanges } from './saved-device.ts';
import { mark } from './saved-marks.ts';

/**
 * The items to show: null while the device is still being asked. Keeps the device's copy of a live list. What was changed in this
 * page after a live list was asked for stands; what was taken off meanwhile keeps its row, with the way back.
 */
export function useSavedList(loaded: SavedData, userId: string | null): readonly SavedItem[] | null {
  const [ofGuest, setOfGuest] = useState<SavedItem[] | null>(null);
  const rows = useRef<ReadonlySet<number>>(new Set());
  const list = useMemo(
    () => (loaded.kind === 'live' ? ownChanges.appliedTo(loaded.items, loaded.askedAt) : null),
    [loaded],
  );
  useEffect(() => {
    const items = loaded.kind === 'guest' ? kept.readGuest() : (list ?? loaded.items);
    if (loaded.kind === 'guest') setOfGuest(items);
    if (list && userId && isRemembered(userId)) kept.keepAccount(userId, list, new Date().toISOString());
    for (const { listing_id } of items) mark(listing_id, true);
    rows.current = new Set(items.map((one) => one.listing_id));
  }, [loaded, list, userId]);
  return useMemo(() => {
    if (loaded.kind === 'guest') return ofGuest;
    if (!list) return loaded.items;
    const isGone = ({ listing_id: id }: SavedItem) =>
      rows.current.has(id) && !list.some((one) => one.listing_id === id);
    return [...list, ...loaded.items.filter(isGone)].sort(newestFirst);
  }, [loaded, list, ofGuest]);
}
