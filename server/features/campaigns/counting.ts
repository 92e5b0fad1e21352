import { clockOf, isShownAt, type Moment } from '../../../contract/list-rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import { siteOf } from '../../platform/http/networks.ts';
import type { RateLimits, Spend } from '../../platform/limits/rate-limits.ts';
import { postCharges } from '../commission/commission.ts';
import { beyondShares, mostOfSite, pacedOf, withinCaps } from './caps.ts';
import {
  addToCampaign,
  addToDays,
  type CountedCampaign,
  type DayCounts,
  type Follow,
  findCounted,
  findCounting,
  findOrganisationsOf,
  findVisits,
  holdCampaigns,
  insertFollows,
  insertTouches,
  nameOf,
  type Touch,
  type TouchKind,
} from './counting.store.ts';
import { rulesOf } from './ranking.ts';
import { type SiteShares, spendOf } from './site-shares.ts';

/** An event of a sponsored card, as a browser told it. */
export interface TouchEvent {
  receivedAt: Date;
  eventType: string;
  audience: 'visitor' | 'staff' | 'bot';
  userId: string | null;
  visitHash: Buffer | null;
  /** What its reader reads. */
  language?: string;
  network?: string;
  data: { campaign?: string | null | undefined; list?: string | null | undefined } | null;
}

const kinds: Record<string, TouchKind> = {
  listing_impression: 'impression',
  sponsored_open: 'open',
  sponsored_click: 'click',
};

/** Whether an event is of a sponsored card. */
export const isTouch = ({ eventType, data }: Pick<TouchEvent, 'eventType' | 'data'>): boolean =>
  eventType in kinds && Boolean(data?.campaign);

/** By what one network is bound: in all, and of each campaign. */
interface Bounds {
  limits: Pick<RateLimits, 'trySpend' | 'hasRoom' | 'giveBack'>;
  shares: Pick<SiteShares, 'take'>;
}

/**
 * Counts what a batch of events tells of campaigns, and charges it, within the transaction that keeps the events: a campaign is held
 * while it is counted for, so that no cap is passed whoever else counts. What comes while a campaign does not run, or beyond its
 * caps, counts nowhere; what is beyond the share of its site is kept apart, once a visit, up to what is due of the plan by now; and of whoever followed a card it is kept that it did, so that its bookings raise no rank that nobody pays for.
 * @param places those that there are of those that the events name
 */
export async function countTouches(
  tx: Tx,
  bounds: Bounds,
  given: readonly TouchEvent[],
  places: ReadonlySet<number>,
): Promise<void> {
  const events = given.filter(isTouch);
  if (events.length === 0) return;
  const follows = followsOf(events);
  if (follows.length > 0) await insertFollows(tx, follows);
  const now = new Date(Math.max(...events.map(({ receivedAt }) => receivedAt.getTime())));
  const clock = clockOf(now);
  const named = [...new Set(events.map(({ data }) => data!.campaign!))];
  const seen = await findCounting(tx, named, clock.day);
  if (seen.length === 0) return;
  // What is long is looked up before anything is held.
  const who = await findSenders(tx, events, places);
  const networks = new NetworkShares(bounds, now);
  const before = readTouches(events, who, seen, clock);
  const room = await networks.within(seen, await findFresh(tx, clock.day, before.touches));
  if (before.apart.length + room.kept.length + room.beyond.length === 0) return await networks.giveBackBut([]);
  await holdCampaigns(tx, named);
  // A statement of its own, which sees what was counted while they were waited for.
  const campaigns = await findCounting(tx, named, clock.day);
  const { touches, apart } = readTouches(events, who, campaigns, clock);
  const { kept, beyond } = await networks.within(campaigns, await findFresh(tx, clock.day, touches));
  await networks.giveBackBut(kept);
  const told = [...kept, ...beyond];
  if (told.length > 0) await insertTouches(tx, clock.day, told);
  const days = daysOf(told, apart);
  if (days.length > 0) await addToDays(tx, clock.day, days);
  const charges = [];
  for (const { id, organisation_id } of campaigns) {
    const own = kept.filter((one) => one.campaign_id === id);
    const of = (kind: TouchKind) => own.filter((one) => one.kind === kind).length;
    const cents = own.reduce((sum, one) => sum + one.cents, 0);
    if (of('impression') || of('click') || cents)
      await addToCampaign(tx, id, { impressions: of('impression'), clicks: of('click'), cents });
    if (cents > 0) charges.push({ campaign_id: id, organisation_id, cents });
  }
  if (charges.length > 0) await postCharges(tx, now, { actorId: null, cause: 'campaigns' }, charges);
}

/** The clicks that visits told of, whether or not they count. */
const followsOf = (events: readonly TouchEvent[]): Follow[] =>
  events.flatMap(({ eventType, audience, visitHash, receivedAt, data }) =>
    kinds[eventType] === 'click' && audience !== 'bot' && visitHash
      ? [{ visitHash, campaign: data!.campaign!, at: receivedAt }]
      : [],
  );

/** What of touches was not counted yet, each once, with the names of what was: of what is opened and followed it matters, too, whether it was seen. */
async function findFresh(tx: Tx, day: string, touches: readonly Touch[]) {
  const as = (kind: TouchKind) => touches.map((one) => ({ ...one, kind }));
  const counted = await findCounted(tx, day, [...touches, ...as('impression'), ...as('beyond')]);
  const once = [...new Map(touches.map((one) => [nameOf(one), one])).values()];
  // Who was shown it for nothing was shown it.
  const isCounted = (one: Touch) =>
    counted.has(nameOf(one)) || (one.kind === 'impression' && counted.has(nameOf({ ...one, kind: 'beyond' })));
  return { counted, fresh: once.filter((one) => !isCounted(one)) };
}

/** How much of each kind counts of one site, of all campaigns. What is opened is bound by what was seen. */
const limitsOfKind = { impression: 'sponsored-impressions', click: 'sponsored-clicks' } as const;

/** What counts within the caps of campaigns and what a network may tell; over connections that no transaction holds. */
class NetworkShares {
  readonly #bounds: Bounds;
  readonly #now: Date;
  readonly #clock: ReturnType<typeof clockOf>;
  /** Whether its network had room for a touch, by its name, asked for once. */
  readonly #asked = new Map<string, boolean>();
  /** What was spent for a touch, by its name. */
  readonly #spent = new Map<string, Spend[]>();
  /** Whether a limit of a site had anything left, asked for once. */
  readonly #rooms = new Map<string, Promise<boolean>>();

  constructor(bounds: Bounds, now: Date) {
    this.#bounds = bounds;
    this.#now = now;
    this.#clock = clockOf(now);
  }

  /** What was spent for touches that count nowhere, as somebody else counted them meanwhile. */
  async giveBackBut(kept: readonly Touch[]): Promise<void> {
    for (const one of kept) this.#spent.delete(nameOf(one));
    await this.#bounds.limits.giveBack([...this.#spent.values()].flat());
  }

  #hasRoom(spend: Spend): Promise<boolean> {
    const name = `${spend.limit} ${spend.key}`;
    const known = this.#rooms.get(name) ?? this.#bounds.limits.hasRoom(spend, this.#now);
    this.#rooms.set(name, known);
    return known;
  }

  /**
   * The touches that count of those that did not yet, and those of which it is kept that they are beyond the share of their site. Nothing is
   * spent for what the caps leave no room for.
   */
  async within(
    campaigns: readonly CountedCampaign[],
    { fresh, counted }: Awaited<ReturnType<typeof findFresh>>,
  ): Promise<{ kept: Touch[]; beyond: Touch[] }> {
    for (;;) {
      const left = fresh.filter((one) => this.#asked.get(nameOf(one)) !== false);
      const ofCampaign = Map.groupBy(left, (one) => one.campaign_id);
      const kept = campaigns.flatMap((one) => withinCaps(one, ofCampaign.get(one.id) ?? [], counted, this.#clock.day));
      const unasked = kept.filter((one) => !this.#asked.has(nameOf(one)));
      // Where something is beyond, there may be room for what came after it.
      if (unasked.length === 0) return { kept, beyond: this.#beyond(campaigns, kept, fresh) };
      const byId = new Map(campaigns.map((one) => [one.id, one]));
      // A click of a visit whose impression is refused counts nowhere, and spends nothing.
      const impressions = unasked.filter(({ kind }) => kind === 'impression');
      const asked = impressions.length > 0 ? impressions : unasked;
      await Promise.all(asked.map((one) => this.#ask(one, byId.get(one.campaign_id)!)));
    }
  }

  /** Of what its network had no room for the impressions that are kept all the same. */
  #beyond(campaigns: readonly CountedCampaign[], kept: readonly Touch[], fresh: readonly Touch[]): Touch[] {
    const isRefused = (one: Touch) => one.kind === 'impression' && this.#asked.get(nameOf(one)) === false;
    const refused = fresh.filter(isRefused);
    return campaigns.flatMap((campaign) => {
      const own = (touches: readonly Touch[]) => touches.filter((one) => one.campaign_id === campaign.id);
      return beyondShares(campaign, own(refused), own(kept), this.#clock);
    });
  }

  #note(touch: Touch, ...spends: Spend[]): true {
    this.#spent.set(nameOf(touch), spends);
    return true;
  }

  async #ask(touch: Touch, campaign: CountedCampaign): Promise<void> {
    const { kind } = touch;
    const isFree = kind !== 'impression' && kind !== 'click';
    this.#asked.set(nameOf(touch), isFree || (await this.#spend(touch, kind, campaign)));
  }

  /** Of one campaign first, so that what is beyond that takes nothing from the others. Clicks that nobody pays for have no limit of their own. */
  async #spend(touch: Touch, kind: keyof typeof limitsOfKind, campaign: CountedCampaign) {
    const { campaign_id, network, cents } = touch;
    const { limits, shares } = this.#bounds;
    const [{ day }, site] = [this.#clock, siteOf(network)];
    const ofAll = { limit: limitsOfKind[kind], key: site };
    const share = spendOf({ network, day }, campaign_id);
    const most = mostOfSite(pacedOf(campaign), this.#clock)[kind];
    // What nobody pays for takes nothing of the site's hour, so that nobody fills it for nothing.
    if (kind === 'impression' && campaign.pricing === 'click')
      return (await shares.take({ network, day }, campaign_id, most, this.#now)) && this.#note(touch, share);
    // Where nothing of the site counts for now, nothing is taken of a campaign's share of it either.
    if (!(await this.#hasRoom(ofAll))) return false;
    const clicks = { limit: 'sponsored-paid-clicks', key: `${day} ${campaign_id} ${site}`, most } as const;
    const hasShare =
      kind === 'impression'
        ? await shares.take({ network, day }, campaign_id, most, this.#now)
        : cents === 0 || (await limits.trySpend(clicks, this.#now));
    if (!hasShare) return false;
    const own = kind === 'impression' ? [share] : cents === 0 ? [] : [clicks];
    if (await limits.trySpend(ofAll, this.#now)) return this.#note(touch, ...own, ofAll);
    // The last place of an hour was another's.
    await limits.giveBack(own);
    return false;
  }
}

/** What is counted apart from all else. */
type Apart = Pick<DayCounts, 'campaign_id' | 'location_id' | 'own' | 'programs'>;

/** Whose events are, and in which places that there are. */
interface Senders {
  visits: Awaited<ReturnType<typeof findVisits>>;
  places: ReadonlySet<number>;
  isOf(person: string | null | undefined, organisation: string): boolean;
}

async function findSenders(tx: Tx, events: readonly TouchEvent[], places: ReadonlySet<number>): Promise<Senders> {
  const hashes = events.flatMap(({ visitHash }) => visitHash?.toString('hex') ?? []);
  const visits = await findVisits(tx, [...new Set(hashes)]);
  const people = [...events.map(({ userId }) => userId), ...[...visits.values()].map((one) => one.user_id)];
  const members = await findOrganisationsOf(tx, [...new Set(people.flatMap((id) => id ?? []))]);
  return {
    visits,
    places,
    isOf: (person, organisation) => (person ? members.get(person)?.has(organisation) === true : false),
  };
}

/** The touches of visits that a campaign counts, in the order in which they came, and those that are counted apart. */
function readTouches(
  events: readonly TouchEvent[],
  { visits, places, isOf }: Senders,
  campaigns: readonly CountedCampaign[],
  clock: Pick<Moment, 'day' | 'minute'>,
): { touches: Touch[]; apart: Apart[] } {
  const byId = new Map(campaigns.map((one) => [one.id, one]));
  const touches: Touch[] = [];
  const apart: Apart[] = [];
  for (const { receivedAt, eventType, audience, userId, visitHash, language = '', network = '', data } of events) {
    const campaign = byId.get(data!.campaign!);
    const place = placeNamed(data?.list);
    if (!campaign || place === undefined || !isShownIn(campaign, place)) continue;
    if (place !== null && !places.has(place)) continue;
    if (!isShownAt(rulesOf(campaign), { ...clock, language, stay: 1 })) continue;
    const at = { campaign_id: campaign.id, location_id: place ?? 0 };
    const visit = visitHash ? visits.get(visitHash.toString('hex')) : undefined;
    if (audience === 'bot') apart.push({ ...at, own: 0, programs: 1 });
    else if (isOf(userId, campaign.organisation_id) || isOf(visit?.user_id, campaign.organisation_id))
      apart.push({ ...at, own: 1, programs: 0 });
    else if (audience === 'visitor' && visit) {
      const of = { campaign_id: campaign.id, kind: kinds[eventType]!, visit_id: visit.id };
      touches.push({ ...of, location_id: place, touched_at: receivedAt, network, cents: 0 });
    }
  }
  return { touches, apart };
}

/** The place whose list an event names; null for Explore's, undefined for any other. */
export function placeNamed(list: string | null | undefined): number | null | undefined {
  if (list === 'explore') return null;
  const place = /^location\/(\d{1,9})$/.exec(list ?? '')?.[1];
  return place === undefined ? undefined : Number(place);
}

/** Whether a campaign is shown there at all. Of which category Explore's list was, its browser does not say: its listing's, or of all. */
export const isShownIn = ({ places, categories, category }: CountedCampaign, place: number | null): boolean =>
  (places.length === 0 && categories.length === 0) ||
  (place === null ? categories.includes(category) : places.includes(place));

/** The same added up by campaign and place. */
function daysOf(kept: readonly Touch[], apart: readonly Apart[]): DayCounts[] {
  const days = new Map<string, DayCounts>();
  const dayOf = (campaign_id: string, location_id: number) => {
    const key = `${campaign_id} ${location_id}`;
    const none = { impressions: 0, opens: 0, clicks: 0, cents: 0, own: 0, programs: 0, beyond: 0 };
    const day = days.get(key) ?? { campaign_id, location_id, ...none };
    days.set(key, day);
    return day;
  };
  const counters = { impression: 'impressions', open: 'opens', click: 'clicks', beyond: 'beyond' } as const;
  for (const { campaign_id, location_id, kind, cents } of kept) {
    const day = dayOf(campaign_id, location_id ?? 0);
    day[counters[kind]] += 1;
    day.cents += cents;
  }
  for (const { campaign_id, location_id, own, programs } of apart) {
    const day = dayOf(campaign_id, location_id);
    day.own += own;
    day.programs += programs;
  }
  return [...days.values()];
}
