import { type CampaignLack, exploreBeginning, sponsoredAfter } from '../../../contract/campaign-form.ts';
import type { Db } from '../../platform/database/database.ts';
import { findFirstIds } from '../search/search.ts';
import { type CampaignRow, countPlaces } from './campaigns.store.ts';
import { findPlacesRoom, findPlacesRoomOf, type PlacesRoom } from './room.store.ts';

/** The listing of a campaign, with its category, and the categories that the campaign names. */
type Named = Pick<CampaignRow, 'listing_id' | 'category' | 'categories'>;

/** What Explore's lists begin with, each asked for once. */
class Beginnings {
  readonly #db: Db;
  readonly #known = new Map<string | undefined, number[]>();

  constructor(db: Db) {
    this.#db = db;
  }

  async #of(category: string | undefined): Promise<number[]> {
    const known = this.#known.get(category) ?? (await findFirstIds(this.#db, category, exploreBeginning));
    this.#known.set(category, known);
    return known;
  }

  /** Whether one of Explore's lists that a campaign is for may show it: of categories its own alone. */
  async mayShow({ listing_id, category, categories }: Named, namesPlaces: boolean): Promise<boolean> {
    const isForAll = categories.length === 0 && !namesPlaces;
    for (const list of isForAll ? [undefined, category] : categories.filter((one) => one === category)) {
      const beginning = await this.#of(list);
      if (sponsoredAfter(beginning.length).length > 0 && !beginning.includes(listing_id)) return true;
    }
    return false;
  }

  async isRoomless(campaign: Named, { names_places, has_room }: PlacesRoom): Promise<boolean> {
    return !has_room && !(await this.mayShow(campaign, names_places));
  }
}

/**
 * Of some campaigns those that none of their lists can show, whenever that is: each has too few cards of its own, or has the listing itself.
 */
export async function findRoomless(db: Db, rows: readonly (Named & Pick<CampaignRow, 'id'>)[]): Promise<Set<string>> {
  const roomless = new Set<string>();
  if (rows.length === 0) return roomless;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const beginnings = new Beginnings(db);
  for (const room of await findPlacesRoom(db, [...byId.keys()]))
    if (await beginnings.isRoomless(byId.get(room.id)!, room)) roomless.add(room.id);
  return roomless;
}

/** Why none of its lists could show a campaign that there is not yet; null where one can. */
export async function findLack(
  db: Db,
  { listing_id, category, places, categories }: Named & { places: number[] },
): Promise<CampaignLack | null> {
  const namesLists = places.length + categories.length > 0;
  if (namesLists && !categories.includes(category) && (await countPlaces(db, places)) === 0) return 'no_place';
  const room = await findPlacesRoomOf(db, { listing_id, places, categories });
  const isRoomless = await new Beginnings(db).isRoomless({ listing_id, category, categories }, room);
  return isRoomless ? 'no_room' : null;
}
