import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Db } from '../../platform/database/database.ts';
import type { GuideVersion } from './guide-version.ts';
import { findActiveListings, type ListingRow } from './listings.store.ts';

/** Of so many each has a few kilobytes at most. */
const mostKnown = 1_000;

/** Listings that are shown again and again, as this process knows them: read once, and again where they were changed. */
export class KnownListings {
  readonly #db: Db;
  readonly #version: GuideVersion;
  readonly #known = new BoundedMap<number, ListingRow>(mostKnown);

  /** @param version caught up with by whoever asks. */
  constructor(db: Db, version: GuideVersion) {
    this.#db = db;
    this.#version = version;
    version.onListingChanges((changes) => {
      if (!changes) this.#known.clear();
      for (const { id } of changes ?? []) this.#known.delete(id);
    });
  }

  /** Those of some listings that guests find, by their ids. */
  async find(ids: readonly number[]): Promise<ReadonlyMap<number, ListingRow>> {
    const found = new Map<number, ListingRow>();
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known) found.set(id, known);
    }
    const unknown = ids.filter((id) => !found.has(id));
    if (unknown.length === 0) return found;
    const version = this.#version.ofListings;
    for (const row of await findActiveListings(this.#db, unknown)) {
      found.set(row.id, row);
      // Should a change have come between, it is not known whether the row has it.
      if (version === this.#version.ofListings) this.#known.set(row.id, row);
    }
    return found;
  }
}
