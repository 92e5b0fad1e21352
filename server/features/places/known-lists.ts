import { createHash } from 'node:crypto';
import { isShownAt, type ListRules } from '../../../contract/list-rules.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Db } from '../../platform/database/database.ts';
import type { GuideVersion } from '../listings/listings.ts';
import { type Look, momentOf } from './looks.ts';
import { findListed } from './places.store.ts';

/** Of so many places. */
const mostKnown = 2_000;

interface Known {
  surroundings: number;
  /** Each listing that the list has, hidden ones among them. */
  all: ReadonlySet<number>;
  /** All rules of the list, each once. */
  rules: readonly ListRules[];
  /** Names them: with other rules the same pattern means something else. */
  digest: string;
  /** Of each listing that guests find the rules, or null. */
  shown: readonly (ListRules | null)[];
}

/**
 * Which listings places have, and under which rules, as this process knows it: read in one statement, once for each version of what places
 * show, and again where one of these listings was changed.
 */
export class KnownLists {
  readonly #db: Db;
  readonly #version: GuideVersion;
  readonly #known = new BoundedMap<number, Known>(mostKnown);

  /** @param version caught up with by whoever asks. */
  constructor(db: Db, version: GuideVersion) {
    this.#db = db;
    this.#version = version;
    version.onListingChanges((changes) => {
      const changed = changes && new Set(changes.map(({ id }) => id));
      for (const [place, { all }] of this.#known) if (!changed || overlap(changed, all)) this.#known.delete(place);
    });
  }

  /**
   * Which of a place's rules hold for a look, as a text: for all looks with the same one the place shows the same. Where there are no
   * rules it is empty.
   */
  async patternOf(locationId: number, look: Look): Promise<string> {
    const { rules, digest } = await this.#listOf(locationId);
    if (rules.length === 0) return '';
    const moment = await momentOf(look, rules);
    return `${digest} ${rules.map((one) => Number(isShownAt(one, moment))).join('')}`;
  }

  /** How many listings a place shows for a look, and which its list has at all, hidden ones among them; none where there is no such place. */
  async ownOf(locationId: number, look: Look): Promise<{ shown: number; all: ReadonlySet<number> }> {
    const { shown, all, rules } = await this.#listOf(locationId);
    const moment = await momentOf(look, rules);
    return { shown: shown.filter((one) => isShownAt(one, moment)).length, all };
  }

  async #listOf(locationId: number): Promise<Known> {
    const { ofAll, ofSurroundings: surroundings } = this.#version;
    const known = this.#known.get(locationId);
    if (known?.surroundings === surroundings) return known;
    const listed = await findListed(this.#db, locationId);
    const ruled = new Map(listed.flatMap(({ rules }) => (rules ? [[JSON.stringify(rules), rules] as const] : [])));
    const read = {
      surroundings,
      all: new Set(listed.map(({ listing_id }) => listing_id)),
      rules: [...ruled.values()],
      digest: createHash('sha256')
        .update([...ruled.keys()].join())
        .digest('base64url'),
      shown: listed.flatMap(({ is_shown, rules }) => (is_shown ? [rules] : [])),
    };
    // Should a change have come between, it is not known whether the list has it.
    if (ofAll === this.#version.ofAll) this.#known.set(locationId, read);
    return read;
  }
}

function overlap(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const id of few) if (many.has(id)) return true;
  return false;
}
