import type { Db } from '../../platform/database/database.ts';
import { type GuideChanges, type ListingChange, readGuideChanges } from './listings.store.ts';

/**
 * Which version of the guide this process knows. Each request catches up before anything kept is used for it, so that no
 * answer is older than the last write that was committed before the request came, whichever process wrote. Requests that
 * come while the version is being read share the next reading.
 */
export class GuideVersion {
  readonly #db: Db;
  readonly #listeners: ((changes: readonly ListingChange[] | undefined) => void)[] = [];
  #known: Pick<GuideChanges, 'version' | 'surroundings'> = { version: -1, surroundings: -1 };
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The version of the listings alone. */
  get ofListings(): number {
    return this.#known.version;
  }

  /** The version of places, of what they show, and of the hosts whose pages may be shown within. */
  get ofSurroundings(): number {
    return this.#known.surroundings;
  }

  /** The version of everything that a guest's page shows. */
  get ofAll(): string {
    return `${this.#known.version} ${this.#known.surroundings}`;
  }

  /** Tells which listings were changed, as it becomes known; undefined where any may have been. */
  onListingChanges(listener: (changes: readonly ListingChange[] | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Settles once the version is known as it was at this call or later: a reading that is under way may have begun before.
   * @throws the database's error where it cannot be read.
   */
  catchUp(): Promise<void> {
    // Readings never overlap, so that an older one cannot come in after a newer one.
    if (this.#next) return this.#next;
    if (!this.#reading) return this.#read();
    this.#next = this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#read();
      });
    return this.#next;
  }

  #read(): Promise<void> {
    const reading = readGuideChanges(this.#db, this.#known.version)
      .then((changes) => this.#take(changes))
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    this.#reading = reading;
    return reading;
  }

  #take({ version, surroundings, changes }: GuideChanges): void {
    const isNew = version !== this.#known.version;
    this.#known = { version, surroundings };
    if (isNew) for (const tell of this.#listeners) tell(changes);
  }
}
