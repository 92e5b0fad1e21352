import { useEffect, useState } from 'react';
import type { SavedItem } from '../../../../contract/saved.ts';
import { isRemembered } from '../../device/own-device.ts';
import type { SavedData } from './load-saved.ts';
import { kept } from './saved-device.ts';
import { mark } from './saved-marks.ts';

/** The items to show: null while the device is still being asked. Keeps the device's copy of a live list. */
export function useSavedList(loaded: SavedData, userId: string | null): readonly SavedItem[] | null {
  const [ofGuest, setOfGuest] = useState<SavedItem[] | null>(null);
  useEffect(() => {
    const items = loaded.kind === 'guest' ? kept.readGuest() : loaded.items;
    if (loaded.kind === 'guest') setOfGuest(items);
    if (loaded.kind === 'live' && userId && isRemembered(userId))
      kept.keepAccount(userId, loaded.items, new Date().toISOString());
    for (const { listing_id } of items) mark(listing_id, true);
  }, [loaded, userId]);
  return loaded.kind === 'guest' ? ofGuest : loaded.items;
}
