import { exploreBeginning, sponsoredAfter } from '../../../contract/campaign-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { findFirstIds } from '../search/search.ts';
import type { CampaignRow } from './campaigns.store.ts';
import { findPlacesRoom } from './room.store.ts';

/**
 * Of some campaigns those that run and that none of their lists can show, whenever that is: each has too few cards of its own, or has the
 * listing itself.
 */
export async function findRoomless(
  db: Db,
  rows: readonly Pick<CampaignRow, 'id' | 'state' | 'listing_id' | 'category' | 'categories'>[],
): Promise<Set<string>> {
  const running = new Map(rows.filter(({ state }) => state === 'running').map((row) => [row.id, row]));
  if (running.size === 0) return new Set();
  const beginnings = new Map<string | undefined, number[]>();
  const beginningOf = async (category: string | undefined) => {
    const known = beginnings.get(category) ?? (await findFirstIds(db, category, exploreBeginning));
    beginnings.set(category, known);
    return known;
  };
  const roomless = new Set<string>();
  for (const { id, names_places, has_room } of await findPlacesRoom(db, [...running.keys()])) {
    if (has_room) continue;
    const { listing_id, category: own, categories: named } = running.get(id)!;
    const isForAll = named.length === 0 && !names_places;
    let isShown = false;
    // Of categories its own list alone shows it.
    for (const category of isForAll ? [undefined, own] : named.filter((one) => one === own)) {
      const beginning = await beginningOf(category);
      isShown = sponsoredAfter(beginning.length).length > 0 && !beginning.includes(listing_id);
      if (isShown) break;
    }
    if (!isShown) roomless.add(id);
  }
  return roomless;
}
