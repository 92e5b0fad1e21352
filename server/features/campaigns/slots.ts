import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { exploreBeginning, sponsoredAfter } from '../../../contract/campaign-form.ts';
import type { Sponsored } from '../../../contract/campaigns.ts';
import { clockOf, isShownAt, type ListRules, type Moment } from '../../../contract/list-rules.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Db } from '../../platform/database/database.ts';
import { logSparingly } from '../../platform/http/sparing-log.ts';
import { findActiveListings, type GuideVersion, presentExperience, type Viewer } from '../listings/listings.ts';
import { findOwnIds, KnownRules, type Look } from '../places/places.ts';
import { findFirstIds } from '../search/search.ts';
import { progressOf } from './pacing.ts';
import { findRunning, type RunningCampaign } from './slots.store.ts';

/** A list of the guide: a place's by its number, else Explore's, all or of a category. */
export interface SlotList {
  location?: number | undefined;
  category?: string | undefined;
}

/** A campaign in a list, after so many of the list's own cards. */
export interface Slot {
  campaign_id: string;
  listing_id: number;
  after: number;
}

/** What is known of the running campaigns, and of which moment. */
/** What a list has of its own: how many cards it shows, and which listings are never sponsored in it. */
interface Own {
  shown: number;
  all: readonly number[];
}

interface Snapshot {
  at: number;
  day: string;
  running: RunningCampaign[];
}

/** So long is a snapshot used before it is read again beside the answers, and so long at all: what nobody asked for meanwhile is old. */
const freshMs = 2_000;
const usableMs = 10_000;
/** Progress is compared in steps of so many parts, so that who is shown changes in minutes and kept pages are asked for again. */
const steps = 20;

/** Which campaigns lists show now: from a snapshot of this process, which the counting in all processes follows within seconds. */
export class SponsoredSlots {
  readonly #db: Db;
  readonly #version: GuideVersion;
  readonly #log: FastifyBaseLogger;
  readonly #rules: KnownRules;
  /** What lists have themselves, by list and the rules that hold. */
  readonly #own = new BoundedMap<string, { version: string; own: Own }>(2_000);
  #snapshot: Snapshot | undefined;
  #reading: Promise<Snapshot> | undefined;

  constructor({ db, version, log }: { db: Db; version: GuideVersion; log: FastifyBaseLogger }) {
    this.#db = db;
    this.#version = version;
    this.#log = log;
    this.#rules = new KnownRules(db, version);
  }

  /**
   * Who is shown in a list for a look. @param isCaughtUp whether the guide's version is known as it is now.
   * @throws the database's error where nothing is known that could be shown.
   */
  async choose(list: SlotList, look: Look, { isCaughtUp = false } = {}): Promise<Slot[]> {
    const { running, day } = await this.#known(look.now);
    const moment = { ...clockOf(look.now), language: look.language, stay: 1 };
    const fitting = running.filter((one) => isOfList(one, list) && isShownAt(rulesOf(one), moment));
    if (fitting.length === 0) return [];
    if (!isCaughtUp) await this.#version.catchUp();
    const { shown, all } = await this.#ownOf(list, look);
    const ranked = ranking(fitting, all, moment, day);
    return sponsoredAfter(shown).flatMap((after, at) => {
      const one = ranked[at];
      return one ? [{ campaign_id: one.id, listing_id: one.listing_id, after }] : [];
    });
  }

  /** The same where a page is to be made whatever happens: none where they cannot be known. */
  async chooseOrNone(...asked: Parameters<SponsoredSlots['choose']>): Promise<Slot[]> {
    try {
      return await this.choose(...asked);
    } catch (err) {
      logSparingly(this.#log, 'sponsored', 'warn', { err }, 'what is sponsored could not be read');
      return [];
    }
  }

  /** The cards of slots, as a viewer sees them; one whose listing guests do not find any more is left out. */
  async present(slots: readonly Slot[], viewer: Viewer): Promise<Sponsored[]> {
    if (slots.length === 0) return [];
    const rows = await findActiveListings(
      this.#db,
      slots.map(({ listing_id }) => listing_id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    return slots.flatMap(({ campaign_id, listing_id, after }) => {
      const row = byId.get(listing_id);
      return row ? [{ campaign_id, after, experience: presentExperience(row, viewer) }] : [];
    });
  }

  /** The snapshot, read beside the answers where it is older than two seconds. */
  async #known(now: Date): Promise<Snapshot> {
    const age = now.getTime() - (this.#snapshot?.at ?? -Infinity);
    if (this.#snapshot && age < freshMs) return this.#snapshot;
    const reading = this.#read(now);
    if (!this.#snapshot || age >= usableMs) return await reading;
    reading.catch((err) => logSparingly(this.#log, 'campaigns', 'warn', { err }, 'campaigns could not be read'));
    return this.#snapshot;
  }

  #read(now: Date): Promise<Snapshot> {
    if (this.#reading) return this.#reading;
    const { day } = clockOf(now);
    const reading = findRunning(this.#db, day).then((running) => {
      this.#snapshot = { at: now.getTime(), day, running };
      return this.#snapshot;
    });
    this.#reading = reading;
    const end = () => {
      this.#reading = undefined;
    };
    reading.then(end, end);
    return reading;
  }

  async #ownOf(list: SlotList, look: Look): Promise<Own> {
    const version = this.#version.ofAll;
    const { location, category } = list;
    const pattern = location === undefined ? '' : await this.#rules.patternOf(location, look);
    const key = `${location ?? category ?? ''} ${pattern}`;
    const known = this.#own.get(key);
    if (known?.version === version) return known.own;
    const own = location === undefined ? await this.#beginningOf(category) : await findOwnIds(this.#db, location, look);
    this.#own.set(key, { version, own });
    return own;
  }

  async #beginningOf(category: string | undefined): Promise<Own> {
    const all = await findFirstIds(this.#db, category, exploreBeginning);
    return { shown: all.length, all };
  }
}

const rulesOf = ({ time_from, time_until, first_day, last_day, languages }: RunningCampaign): ListRules => ({
  ...{ time_from, time_until, first_day, last_day, stay_from: null, stay_until: null },
  languages: languages as ListRules['languages'],
});

/** Whether a campaign is for a list: one that names neither places nor categories is for all. */
export function isOfList({ places, categories }: Pick<RunningCampaign, 'places' | 'categories'>, list: SlotList) {
  if (places.length === 0 && categories.length === 0) return true;
  if (list.location !== undefined) return places.includes(list.location);
  return list.category !== undefined && categories.includes(list.category);
}

/** Those that are not ahead of their plan, who is furthest behind first; of a listing one. Nothing here knows what anybody pays. */
function ranking(fitting: readonly RunningCampaign[], own: readonly number[], moment: Moment, day: string) {
  const hour = `${moment.day} ${Math.floor(moment.minute / 60)}`;
  const none = { impressions: 0, cents: 0 };
  const ranked = fitting
    .filter(({ listing_id }) => !own.includes(listing_id))
    // A snapshot of yesterday has counted nothing of today.
    .map((one) => ({ one, progress: progressOf(day === moment.day ? one : { ...one, today: none }, moment) }))
    .filter(({ progress }) => progress < 1)
    .map(({ one, progress }) => ({ one, step: Math.floor(progress * steps), tie: tieOf(one.id, hour) }))
    .sort((a, b) => a.step - b.step || (a.tie < b.tie ? -1 : 1))
    .map(({ one }) => one);
  return ranked.filter(({ listing_id }, at) => ranked.findIndex((one) => one.listing_id === listing_id) === at);
}

const tieOf = (id: string, hour: string) => createHash('sha256').update(`${hour} ${id}`).digest('base64url');
