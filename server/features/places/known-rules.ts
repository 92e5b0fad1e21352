import { createHash } from 'node:crypto';
import { isShownAt, type ListRules } from '../../../contract/list-rules.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Db } from '../../platform/database/database.ts';
import type { GuideVersion } from '../listings/listings.ts';
import { type Look, momentOf } from './looks.ts';
import { findRules } from './places.store.ts';

interface Known {
  version: number;
  rules: readonly ListRules[];
  /** Names them: with other rules the same pattern means something else. */
  digest: string;
}

/** The rules of places as this process knows them, read once for each version of what places show. */
export class KnownRules {
  readonly #db: Db;
  readonly #version: GuideVersion;
  readonly #known = new BoundedMap<number, Known>(2_000);

  /** @param version caught up with by whoever asks. */
  constructor(db: Db, version: GuideVersion) {
    this.#db = db;
    this.#version = version;
  }

  /**
   * Which of a place's rules hold for a look, as a text: for all looks with the same one the place shows the same. Where there are no
   * rules it is empty.
   */
  async patternOf(locationId: number, look: Look): Promise<string> {
    const { rules, digest } = await this.#rulesOf(locationId);
    if (rules.length === 0) return '';
    const moment = await momentOf(look, rules);
    return `${digest} ${rules.map((one) => Number(isShownAt(one, moment))).join('')}`;
  }

  async #rulesOf(locationId: number): Promise<Known> {
    const version = this.#version.ofSurroundings;
    const known = this.#known.get(locationId);
    if (known?.version === version) return known;
    const rules = await findRules(this.#db, locationId);
    const digest = createHash('sha256').update(JSON.stringify(rules)).digest('base64url');
    const read = { version, rules, digest };
    this.#known.set(locationId, read);
    return read;
  }
}
