import type { FastifyBaseLogger } from 'fastify';
import { exploreBeginning, sponsoredAfter } from '../../../contract/campaign-form.ts';
import type { Sponsored } from '../../../contract/campaigns.ts';
import { clockOf, type Moment } from '../../../contract/list-rules.ts';
import { categories } from '../../../contract/values.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { logSparingly } from '../../platform/http/sparing-log.ts';
import { hasBegunWithCode } from '../../platform/sessions/visits.store.ts';
import { type GuideVersion, KnownListings, presentExperience, type Viewer } from '../listings/listings.ts';
import type { KnownLists, Look } from '../places/places.ts';
import { findFirstIds } from '../search/search.ts';
import { mostOfSite } from './caps.ts';
import { isUnearned, Ranking, type Shown, type SlotList } from './ranking.ts';
import type { SiteShares } from './site-shares.ts';
import { findRunning } from './slots.store.ts';

/** A campaign in a list, after so many of the list's own cards. */
export interface Slot {
  campaign_id: string;
  listing_id: number;
  after: number;
}

/** What a list has of its own: how many cards it shows, and which listings are never sponsored in it. */
interface Own {
  shown: number;
  all: ReadonlySet<number>;
}

/** Who reads a list, and how. */
interface Reading {
  reader: Reader;
  /** Whether the reader came by a code with this request. */
  hasScanned?: boolean;
  isOfPage?: boolean;
}
type Reader = Pick<Context, 'visitHash' | 'privacySignal' | 'caller' | 'network'>;

/** What is known of the running campaigns, and of which moment. */
interface Snapshot {
  at: number;
  ranking: Ranking;
}

/** So long is a snapshot used before it is read again beside the answers, and so long after one that failed nobody tries again. */
const freshMs = 2_000;
/** So old a snapshot is that whoever asks for campaigns alone waits for the next one; a page never does. */
const usableMs = 10_000;

/** So often a list asks what has had its share of a site, of more campaigns each time. */
const mostRounds = 8;

/** Which campaigns lists show now: from a snapshot of this process, which the counting in all processes follows within seconds. */
export class SponsoredSlots {
  readonly #db: Db;
  readonly #version: GuideVersion;
  readonly #log: FastifyBaseLogger;
  readonly #lists: KnownLists;
  readonly #shares: Pick<SiteShares, 'counted' | 'learn' | 'canTell'>;
  readonly #listings: KnownListings;
  /** What Explore's lists begin with, by category. */
  readonly #beginnings = new BoundedMap<string, { version: number; own: Own }>(categories.length + 1);
  #snapshot: Snapshot | undefined;
  #reading: Promise<Snapshot> | undefined;
  /** The last reading, where it failed. */
  #failure: { at: number; err: unknown } | undefined;

  constructor({
    db,
    version,
    lists,
    shares,
    log,
  }: {
    db: Db;
    version: GuideVersion;
    lists: KnownLists;
    shares: Pick<SiteShares, 'counted' | 'learn' | 'canTell'>;
    log: FastifyBaseLogger;
  }) {
    this.#db = db;
    this.#version = version;
    this.#log = log;
    this.#lists = lists;
    this.#shares = shares;
    this.#listings = new KnownListings(db, version);
  }

  /**
   * Who is shown in a list for a look.
   * @param isOfPage whether a page is made of it, whose maker knows the guide's version as it is now, and which has what is known of
   * campaigns, however old it is.
   * @throws the database's error where nothing is known that could be shown.
   */
  async choose(list: SlotList, look: Look, { isOfPage = false, ...reading }: Reading): Promise<Slot[]> {
    const { ranking } = await this.#known(look.now, isOfPage);
    const moment = { ...clockOf(look.now), language: look.language, stay: 1 };
    if (ranking.of(list, moment).next().done || !(await this.#isCounted(reading))) return [];
    if (!isOfPage) await this.#version.catchUp();
    const { shown, all } = await this.#ownOf(list, look);
    const places = sponsoredAfter(shown);
    if (places.length === 0) return [];
    const chosen = await this.#chooseWithRoom(ranking, { list, moment, own: all, count: places.length }, reading, look);
    return chosen.map((one, at) => ({
      ...{ campaign_id: one.id, listing_id: one.listing_id, after: places[at]! },
    }));
  }

  /**
   * The first that have not had their share of the reader's site; which have is asked of those that would be shown. None where the reader's network
   * can tell nothing more of what it sees: nobody is shown for nothing.
   */
  async #chooseWithRoom(
    ranking: Ranking,
    { list, moment, ...wanted }: Wanted & { list: SlotList; moment: Moment },
    { reader }: Pick<Reading, 'reader'>,
    { now }: Look,
  ): Promise<Shown[]> {
    const at = { network: reader.network, day: moment.day };
    const hasRoom = (one: Shown) => {
      const counted = this.#shares.counted(at, one.id);
      return counted === 0 || counted < mostOfSite(one, moment).impression;
    };
    const choose = () => firstOf(ranking.of(list, moment), hasRoom, wanted);
    let chosen = choose();
    // Where one has had its share others may have as well, and are asked for at once, ever more of them.
    for (let round = 0; round < mostRounds; round++) {
      const ahead = round === 0 ? 0 : 25 * 2 ** round;
      if (!(await this.#shares.learn(at, idsOf(chosen, ranking.of(list, moment), ahead), now))) break;
      if (!this.#shares.canTell(at.network)) return [];
      chosen = choose();
    }
    return this.#shares.canTell(at.network) ? chosen : [];
  }

  /** The same for a page, which is to be made whatever happens: none where they cannot be known. */
  async chooseOrNone(list: SlotList, look: Look, reading: Omit<Reading, 'isOfPage'>): Promise<Slot[]> {
    try {
      return await this.choose(list, look, { ...reading, isOfPage: true });
    } catch (err) {
      logSparingly(this.#log, 'sponsored', 'warn', { err }, 'what is sponsored could not be read');
      return [];
    }
  }

  /**
   * Of some looks at lists whether one of the lists may show a listing: it has room for what is sponsored, and does not have it itself.
   * @throws the database's error where that cannot be known.
   */
  async mayShow(asked: readonly { listing: number; lists: readonly SlotList[]; look: Look }[]): Promise<boolean[]> {
    await this.#version.catchUp();
    const answers: boolean[] = [];
    for (const { listing, lists, look } of asked) {
      let isShown = false;
      for (const list of lists) {
        const { shown, all } = await this.#ownOf(list, look);
        isShown = sponsoredAfter(shown).length > 0 && !all.has(listing);
        if (isShown) break;
      }
      answers.push(isShown);
    }
    return answers;
  }

  /** The cards of slots, as a viewer sees them; one whose listing guests do not find any more is left out. */
  async present(slots: readonly Slot[], viewer: Viewer): Promise<Sponsored[]> {
    const rows = await this.#listings.find(slots.map(({ listing_id }) => listing_id));
    return slots.flatMap(({ campaign_id, listing_id, after }) => {
      const row = rows.get(listing_id);
      return row ? [{ campaign_id, after, experience: presentExperience(row, viewer) }] : [];
    });
  }

  /**
   * Whether what somebody sees of campaigns counts: they came by a code, ask for no privacy, and do not work for us or a partner. To all
   * others nothing is sponsored, as nobody would pay for it; an advertiser's people see what is theirs. A visit that nobody has signed in to began with a code; others may have begun
   * with the sign-in.
   */
  async #isCounted({ reader, hasScanned }: Pick<Reading, 'reader' | 'hasScanned'>) {
    const { visitHash, privacySignal, caller } = reader;
    if (privacySignal || caller?.role === 'admin' || caller?.role === 'partner') return false;
    if (hasScanned) return true;
    if (!visitHash) return false;
    return !caller || (await hasBegunWithCode(this.#db, visitHash));
  }

  /** The snapshot, read beside the answers where it is older than two seconds. One that there is is used on where that fails. */
  async #known(now: Date, isOfPage: boolean): Promise<Snapshot> {
    const known = this.#snapshot;
    const age = now.getTime() - (known?.at ?? -Infinity);
    if (known && age < freshMs) return known;
    if (this.#failure && now.getTime() - this.#failure.at < freshMs) {
      if (known) return known;
      throw this.#failure.err;
    }
    const reading = this.#read(now);
    if (!known) return await reading;
    const newest = reading.catch((err) => {
      logSparingly(this.#log, 'campaigns', 'warn', { err }, 'campaigns could not be read');
      return known;
    });
    return isOfPage || age < usableMs ? known : await newest;
  }

  #read(now: Date): Promise<Snapshot> {
    if (this.#reading) return this.#reading;
    const { day } = clockOf(now);
    const reading = findRunning(this.#db, day).then((running) => {
      this.#snapshot = { at: now.getTime(), ranking: new Ranking(running, day) };
      return this.#snapshot;
    });
    this.#reading = reading;
    reading.then(
      () => {
        [this.#reading, this.#failure] = [undefined, undefined];
      },
      (err) => {
        [this.#reading, this.#failure] = [undefined, { at: now.getTime(), err }];
      },
    );
    return reading;
  }

  async #ownOf({ location, category }: SlotList, look: Look): Promise<Own> {
    if (location !== undefined) return await this.#lists.ownOf(location, look);
    const version = this.#version.ofListings;
    const known = this.#beginnings.get(category ?? '');
    if (known?.version === version) return known.own;
    const all = new Set(await findFirstIds(this.#db, category, exploreBeginning));
    const own = { shown: all.size, all };
    this.#beginnings.set(category ?? '', { version, own });
    return own;
  }
}

/** What a list wants of sponsored cards. */
interface Wanted {
  /** The listings that it has itself. */
  own: ReadonlySet<number>;
  count: number;
}

/**
 * The first so many that have room, of a listing one, and none of those that a list has itself: one of each advertiser, then the second of each, so
 * that nobody has more of a list's slots for having more listings. What was shown for more than its clicks stand for has what all others
 * leave, in the same manner, unless its turn is the first.
 */
function firstOf(ranked: Iterable<Shown>, hasRoom: (one: Shown) => boolean, { own, count }: Wanted): Shown[] {
  const [taken, ofAdvertiser] = [new Set<number>(), new Map<string, number>()];
  const rounds: Shown[][] = Array.from({ length: count }, () => []);
  const rest: Shown[][] = Array.from({ length: count }, () => []);
  for (const one of ranked) {
    const isLeft = isUnearned(one) && rounds[0]!.length > 0;
    const round = (isLeft ? rest : rounds)[ofAdvertiser.get(one.organisation_id) ?? 0];
    if (!round || round.length >= count || own.has(one.listing_id) || taken.has(one.listing_id) || !hasRoom(one))
      continue;
    taken.add(one.listing_id);
    ofAdvertiser.set(one.organisation_id, (ofAdvertiser.get(one.organisation_id) ?? 0) + 1);
    if (round.push(one) === count && round === rounds[0]) break;
  }
  return [...rounds, ...rest].flat().slice(0, count);
}

/** The campaigns of a choice, and so many that come first of all. */
function idsOf(chosen: readonly Shown[], ranked: Iterator<Shown>, ahead: number): string[] {
  const ids = chosen.map(({ id }) => id);
  for (let count = 0; count < ahead; count++) {
    const { value, done } = ranked.next();
    if (done) break;
    ids.push(value.id);
  }
  return [...new Set(ids)];
}
