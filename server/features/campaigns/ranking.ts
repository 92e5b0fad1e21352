import { isShownAt, type ListRules, type Moment } from '../../../contract/list-rules.ts';
import { areEarned, isAheadOfClicks, progressOf } from './pacing.ts';
import type { RunningCampaign } from './slots.store.ts';

/** A list of the guide: a place's by its number, else Explore's, all or of a category. */
export interface SlotList {
  location?: number | undefined;
  category?: string | undefined;
}

/** A campaign that a list may show. */
export type Shown = Omit<RunningCampaign, 'places'>;

/** A campaign that may be shown, and where it stands among others: what is smaller comes first, one after the other. */
interface Ranked {
  /** Its number in the snapshot. */
  at: number;
  /** Its advertiser's, whatever that plans or pays, and into how many campaigns it divides it. */
  turn: number;
  organisation: string;
  /** Among its advertiser's. */
  ownTurn: number;
}

/**
 * Whoever was shown for more than their clicks stand for has as many turns less. Not none: nobody who tells of impressions that nobody saw
 * takes all turns from a rival, which earns them back by clicks.
 */
const unearnedRatio = 10;

/**
 * When an advertiser's campaign has its turn among those of others that are behind their plans: by lots, which are drawn anew each minute, so that
 * each has its plan or an equal share. Nothing that was counted is asked for it, as anybody may tell of more than was seen. One that was shown for
 * more than its own clicks stand for has a tenth of the turns where all that is paid by the click of its advertiser was, so that nobody
 * has what is free again with each new campaign.
 */
function turnOf(one: Ahead, moment: Moment): number {
  // The least of exponential times: who has a tenth of the rate is the first one a tenth as often.
  return -Math.log(lotOf(one.organisation_id, moment)) * (isUnearned(one) ? unearnedRatio : 1);
}
/** Whether one was shown for more than its clicks stand for, and so was all that is paid by the click of its advertiser. */
export const isUnearned = ({ pricing, impressions, clicks, advertiser }: Ahead): boolean =>
  isAheadOfClicks({ pricing, ...advertiser }) && !areEarned({ impressions, clicks });
type Ahead = Pick<RunningCampaign, 'pricing' | 'impressions' | 'clicks' | 'advertiser' | 'organisation_id'>;

/**
 * A number between 0 and 1 that somebody draws in a minute: in all processes the same, as likely any as another, and of each second minute what
 * is left to 1 of the minute before, so that two share the day evenly.
 */
export function lotOf(id: string, { day, minute }: Pick<Moment, 'day' | 'minute'>): number {
  const count = Date.parse(day) / 60_000 + minute;
  let hash = 0x811c9dc5 ^ Math.floor(count / 2);
  const mix = (by: number) => {
    hash = Math.imul(hash ^ by, 0x01000193);
    hash ^= hash >>> 15;
  };
  for (let at = 0; at < id.length; at++) mix(id.charCodeAt(at));
  for (const by of [0x85ebca6b, 0xc2b2ae35]) {
    hash = Math.imul(hash ^ (hash >>> 16), by);
    hash ^= hash >>> 13;
  }
  const lot = ((hash >>> 0) + 0.5) / 2 ** 32;
  return count % 2 ? 1 - lot : lot;
}

/** The order of a minute and a language: of all campaigns, and of each list that was asked for. */
interface Order {
  minute: string;
  /** The numbers of the campaigns that may be shown, the first one first. */
  all: Uint32Array;
  /** By a campaign's number where it stands among those, from 1 on; 0 where it is not shown. */
  ranks: Uint32Array;
  /** Of those that name a list the ranks, in order. */
  lists: Map<ListName, Uint32Array>;
}

/** A place's number, or a category; `all` is of those campaigns that name neither. */
type ListName = number | string;

const none = new Uint32Array();

/**
 * The campaigns of a snapshot in the order in which lists show them: those that are behind their plans, by lots of their advertisers.
 * All are put in order once in a minute, and of each list it is numbers that are sorted when it is first asked for, so that a page looks at few
 * of them and a list takes few bytes, however many there are. Nobody comes earlier for paying more.
 */
export class Ranking {
  readonly #day: string;
  /** Without the places that they name, which are most of what was read. */
  readonly #running: readonly Shown[];
  /** By list the numbers of the campaigns that may be shown in it, and under `all` those that name none. */
  readonly #parts = new Map<ListName, Uint32Array>();
  /** By language. */
  readonly #orders = new Map<string, Order>();

  /** @param day of which their counts are. */
  constructor(running: readonly RunningCampaign[], day: string) {
    this.#day = day;
    this.#running = running.map(({ places: _, ...one }) => one);
    const parts = new Map<ListName, number[]>();
    for (const [at, one] of running.entries())
      for (const list of listsOf(one)) {
        const part = parts.get(list);
        if (part) part.push(at);
        else parts.set(list, [at]);
      }
    for (const [list, part] of parts) this.#parts.set(list, Uint32Array.from(part));
  }

  /** Those that may be shown in a list now, in order; read no further than they are wanted. */
  *of({ location, category = 'all' }: SlotList, moment: Moment): Generator<Shown> {
    const order = this.#orderOf(moment);
    const isOfPlace = location !== undefined;
    const [all, named] = [
      this.#ranksOf(isOfPlace ? 'all' : category, order),
      isOfPlace ? this.#ranksOf(location, order) : none,
    ];
    let [ofAll, ofNamed] = [0, 0];
    while (ofAll < all.length || ofNamed < named.length) {
      const isOfAll = (all[ofAll] ?? Infinity) < (named[ofNamed] ?? Infinity);
      const rank = isOfAll ? all[ofAll++]! : named[ofNamed++]!;
      yield this.#running[order.all[rank - 1]!]!;
    }
  }

  #ranksOf(list: ListName, { ranks, lists }: Order): Uint32Array {
    const part = this.#parts.get(list);
    if (!part) return none;
    const known = lists.get(list);
    if (known) return known;
    const sorted = part
      .map((at) => ranks[at]!)
      .filter((rank) => rank > 0)
      .sort();
    lists.set(list, sorted);
    return sorted;
  }

  #orderOf(moment: Moment): Order {
    const minute = `${moment.day} ${moment.minute}`;
    const known = this.#orders.get(moment.language);
    if (known?.minute === minute) return known;
    const all = Uint32Array.from(this.#rank(moment), ({ at }) => at);
    const ranks = new Uint32Array(this.#running.length);
    for (const [before, at] of all.entries()) ranks[at] = before + 1;
    const order = { minute, all, ranks, lists: new Map() };
    this.#orders.set(moment.language, order);
    return order;
  }

  /** Those that may be shown, in order. */
  #rank(moment: Moment): Ranked[] {
    // A snapshot of yesterday has counted nothing of today.
    const nothing = { impressions: 0, cents: 0 };
    const isOfToday = this.#day === moment.day;
    const ranked = this.#running.flatMap((read, at): Ranked[] => {
      if (!isShownAt(rulesOf(read), moment)) return [];
      const one = isOfToday ? read : { ...read, today: nothing };
      if (progressOf(one, moment) >= 1) return [];
      const { id, organisation_id: organisation } = one;
      return [{ at, turn: turnOf(one, moment), organisation, ownTurn: lotOf(id, moment) }];
    });
    return ranked.sort(compare);
  }
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compare = (a: Ranked, b: Ranked): number =>
  a.turn - b.turn || byName(a.organisation, b.organisation) || a.ownTurn - b.ownTurn;

/**
 * The lists that a campaign may be shown in: those that it names, or all. That of a category shows its own listings alone.
 */
const listsOf = ({ places, categories, category }: RunningCampaign): ListName[] =>
  places.length === 0 && categories.length === 0
    ? ['all', category]
    : [...places, ...categories.filter((one) => one === category)];

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
