import { createHash } from 'node:crypto';
import { isShownAt, type ListRules, type Moment } from '../../../contract/list-rules.ts';
import { isAheadOfClicks, progressOf } from './pacing.ts';
import type { RunningCampaign } from './slots.store.ts';

/** A list of the guide: a place's by its number, else Explore's, all or of a category. */
export interface SlotList {
  location?: number | undefined;
  category?: string | undefined;
}

/** A campaign that may be shown, and where it stands among others. */
interface Ranked {
  one: RunningCampaign;
  step: number;
  tie: string;
}

/**
 * What was shown today is compared in steps of a fifth more each, so that who is shown changes in minutes and kept pages are asked for
 * again.
 */
const stepRatio = Math.log(1.2);
/** More steps than any count has. */
const afterAll = 1_000;

/**
 * Where a campaign stands among others that are behind their plans: by how often it was shown today, so that each has its plan or an equal
 * share, whatever others plan. Those that were shown for more than their clicks stand for come after all others.
 */
const stepOf = (one: RunningCampaign) =>
  Math.floor(Math.log1p(one.today.impressions) / stepRatio) + (isAheadOfClicks(one) ? afterAll : 0);

/** By what campaigns that were shown as often as each other are ordered, which is another order each hour. Kept while its hour lasts. */
export class Ties {
  #hour = '';
  #known = new Map<string, string>();

  of(id: string, { day, minute }: Pick<Moment, 'day' | 'minute'>): string {
    const hour = `${day} ${Math.floor(minute / 60)}`;
    if (hour !== this.#hour) [this.#hour, this.#known] = [hour, new Map()];
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const tie = createHash('sha256').update(`${hour} ${id}`).digest('base64url');
    this.#known.set(id, tie);
    return tie;
  }
}

/**
 * The campaigns of a snapshot in the order in which lists show them: of those that are behind their plans whoever was shown least today. They are divided once by the
 * lists that they are for, and each part is put in order when it is first asked for in a minute, so that a page looks at few of them however
 * many there are. Nobody comes earlier for paying more.
 */
export class Ranking {
  readonly #day: string;
  readonly #ties: Ties;
  /** By list: those that name it, and under `all` those that name none. */
  readonly #parts = new Map<string, RunningCampaign[]>();
  readonly #ordered = new Map<string, readonly Ranked[]>();

  /** @param day of which their counts are. */
  constructor(running: readonly RunningCampaign[], day: string, ties: Ties) {
    this.#day = day;
    this.#ties = ties;
    for (const one of running) for (const list of listsOf(one)) this.#put(list, one);
  }

  /** Those that may be shown in a list now, in order, of a listing few; read no further than they are wanted. */
  *of(list: SlotList, moment: Moment): Generator<RunningCampaign> {
    const name = list.location === undefined ? list.category : `${list.location}`;
    const all = this.#orderOf('all', moment);
    const named = name === undefined ? [] : this.#orderOf(name, moment);
    let [ofAll, ofNamed] = [0, 0];
    while (ofAll < all.length || ofNamed < named.length) {
      const isOfAll = ofNamed === named.length || (ofAll < all.length && compare(all[ofAll]!, named[ofNamed]!) < 0);
      yield (isOfAll ? all[ofAll++] : named[ofNamed++])!.one;
    }
  }

  #put(list: string, one: RunningCampaign): void {
    const part = this.#parts.get(list);
    if (part) part.push(one);
    else this.#parts.set(list, [one]);
  }

  #orderOf(list: string, moment: Moment): readonly Ranked[] {
    const part = this.#parts.get(list);
    if (!part) return [];
    const key = `${list} ${moment.day} ${moment.minute} ${moment.language}`;
    const known = this.#ordered.get(key);
    if (known) return known;
    const ordered = this.#order(part, moment);
    this.#ordered.set(key, ordered);
    return ordered;
  }

  #order(part: readonly RunningCampaign[], moment: Moment): Ranked[] {
    const none = { impressions: 0, cents: 0 };
    const ranked = part.flatMap((one): Ranked[] => {
      if (!isShownAt(rulesOf(one), moment)) return [];
      // A snapshot of yesterday has counted nothing of today.
      const now = this.#day === moment.day ? one : { ...one, today: none };
      if (progressOf(now, moment) >= 1) return [];
      return [{ one, step: stepOf(now), tie: this.#ties.of(one.id, moment) }];
    });
    const first = new Map<number, Ranked>();
    for (const each of ranked.sort(compare)) if (!first.has(each.one.listing_id)) first.set(each.one.listing_id, each);
    return [...first.values()];
  }
}

const compare = (a: Ranked, b: Ranked): number => a.step - b.step || (a.tie < b.tie ? -1 : 1);

/** The lists that a campaign names, by the number of a place or a category's name. */
const listsOf = ({ places, categories }: RunningCampaign): string[] =>
  places.length === 0 && categories.length === 0 ? ['all'] : [...places.map(String), ...categories];

/** When, and for whose language, a campaign is shown: the rules that entries of lists have. */
export const rulesOf = ({
  time_from,
  time_until,
  first_day,
  last_day,
  languages,
}: Pick<RunningCampaign, 'time_from' | 'time_until' | 'first_day' | 'last_day' | 'languages'>): ListRules => ({
  ...{ time_from, time_until, first_day, last_day, stay_from: null, stay_until: null },
  languages: languages as ListRules['languages'],
});
