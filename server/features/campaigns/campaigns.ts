import { createHash } from 'node:crypto';
import type { CampaignWait } from '../../../contract/campaign-form.ts';
import type { Campaign, ListedCampaign } from '../../../contract/campaigns.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { clockOf, isShownAt, noRules } from '../../../contract/list-rules.ts';
import type { Category } from '../../../contract/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { isNameOrWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { missing } from '../organisations/organisations.ts';
import { presentCampaignHistory } from './campaign-history.ts';
import {
  type CampaignContent,
  type CampaignFilter,
  type CampaignRow,
  countCampaigns,
  findCampaign,
  findCampaignHistory,
  findCampaignPage,
  findHeld,
  findMemberEmails,
  findOwnListings,
  findPlaces,
  findRunningBeside,
  isCampaign,
  type WholeCampaignRow,
} from './campaigns.store.ts';
import { isUsedUp, progressOf } from './pacing.ts';
import { findCategory } from './room.store.ts';
import { findLack, findRoomless } from './room.ts';
import { turnsOf } from './turns.ts';

export { makeInvoices } from './make-invoices.ts';
export { keepMissedFollows } from './missed-follows.store.ts';
export type { SlotList } from './ranking.ts';
export { readAdvertising } from './roi.ts';
export { SiteShares } from './site-shares.ts';
export { type Slot, SponsoredSlots } from './slots.ts';
export { touchCounter } from './touch-counter.ts';

/** Whose campaigns somebody works on: of their organisation, or, an administrator, all. */
export const ownOf = ({ membership }: Pick<Context, 'membership'>): string | null => membership?.organisationId ?? null;

/** What was charged and credited is for those alone who may read money: administrators, and of an advertiser those who may see revenue. */
export const seesMoney = ({ membership }: Pick<Context, 'membership'>): boolean =>
  !membership || membership.permissions.includes('revenue_analytics');

/** Does it where an organisation sees its own alone, or, for administrators, all. */
export async function withinOwn<T>(db: Db, organisation: string | null, work: (db: Db) => Promise<T>): Promise<T> {
  return await (organisation ? withTenant(db, { organisation }, work) : work(db));
}

/** Why a running campaign is not shown to anybody now. @param roomless those that none of their lists can show */
function waitOf(row: CampaignRow, now: Date, roomless: ReadonlySet<string>): CampaignWait | null {
  if (row.state !== 'running') return null;
  const { day, minute } = clockOf(now);
  const { time_from, time_until } = row;
  const isOpen = isShownAt({ ...noRules, time_from, time_until }, { day, minute, language: 'en', stay: 1 });
  if (row.standing === 'suspended') return 'suspended';
  if (!row.is_shown) return 'listing_hidden';
  if (!row.is_open) return 'listing_closed';
  if (row.is_nowhere) return 'no_place';
  if (roomless.has(row.id)) return 'no_room';
  if (isUsedUp(row)) return 'used_up';
  if (row.first_day > day) return 'not_begun';
  if (!isOpen) return 'out_of_hours';
  if (row.most_a_day !== null && row.today >= row.most_a_day) return 'used_up_today';
  const paced = { ...row, today: { impressions: row.today, cents: row.today_cents } };
  return progressOf(paced, { day, minute }) < 1 ? null : 'ahead';
}

const listed = (row: CampaignRow, now: Date, roomless: ReadonlySet<string>, isMoneySeen: boolean): ListedCampaign => ({
  ...{ id: row.id, name: row.name, advertiser: row.advertiser, listing_id: row.listing_id, listing: row.listing },
  ...{
    state: row.state,
    waits: waitOf(row, now, roomless),
    held: row.held,
    pricing: row.pricing,
    budget: row.budget_cents / 100,
  },
  ...{ first_day: row.first_day, last_day: row.last_day, impressions: row.impressions, clicks: row.clicks },
  most_impressions: row.most_impressions,
  cost: isMoneySeen ? (row.charged_cents - row.credited_cents) / 100 : null,
  updated_at: row.updated_at.toISOString(),
});

/** Names what is edited of a campaign. */
export function versionOf(row: CampaignContent, places: readonly number[]): string {
  const values = [
    ...[row.name, row.pricing, row.budget_cents, row.click_cents, row.most_impressions, row.most_a_day],
    ...[row.first_day, row.last_day, row.time_from, row.time_until, [...row.languages].sort()],
    ...[[...row.categories].sort(), [...places].sort((one, other) => one - other)],
  ];
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** A campaign as it is answered. Who of the administrators did something is not told to advertisers. */
async function present(
  { db, ...ctx }: Pick<Context, 'db' | 'membership'>,
  row: WholeCampaignRow,
  now: Date,
): Promise<Campaign> {
  const isMoneySeen = seesMoney(ctx);
  const all = await presentCampaignHistory(db, await findCampaignHistory(db, row.id));
  const history = all.filter(({ action }) => isMoneySeen || action !== 'campaign_credited');
  const { most_a_day, time_from, time_until, languages, today } = row;
  const roomless = await findRoomless(db, row.state === 'ended' ? [] : [row]);
  const roomLack = roomless.has(row.id) ? 'no_room' : null;
  const organisation = ownOf(ctx);
  return {
    ...listed(row, now, roomless, isMoneySeen),
    ...{ most_a_day, time_from, time_until, today },
    lacks: row.is_nowhere && row.state !== 'ended' ? 'no_place' : roomLack,
    never_in: row.state === 'ended' ? [] : neverIn(row.categories as Category[], row.category),
    turns_with: await findTurns(db, row, now, roomless),
    click_price: row.click_cents === null ? null : row.click_cents / 100,
    languages: languages as Campaign['languages'],
    categories: row.categories as Category[],
    places: row.places,
    credited: isMoneySeen ? row.credited_cents / 100 : null,
    listing_held: (await findHeld(db, row, row.id)) ?? null,
    version: versionOf(
      row,
      row.places.map(({ id }) => id),
    ),
    history: organisation ? await withOwnNames(db, organisation, history) : history,
  };
}

/** A history as an organisation is told it: who of its own people did what, and of nobody else who. */
async function withOwnNames(db: Db, organisation: string, history: Campaign['history']): Promise<Campaign['history']> {
  const own = new Set(await findMemberEmails(db, organisation));
  return history.map((entry) => ({ ...entry, by: entry.by !== null && own.has(entry.by) ? entry.by : null }));
}

/** The list of a category shows its own listings alone. */
const neverIn = (categories: readonly Category[], own: string) => categories.filter((one) => one !== own);

/** With which of its listing one that is shown now takes turns. */
async function findTurns(db: Db, row: WholeCampaignRow, now: Date, roomless: ReadonlySet<string>) {
  if (row.state !== 'running' || waitOf(row, now, roomless)) return [];
  const beside = await findRunningBeside(db, row, hawaiiDay(now));
  const without = await findRoomless(db, beside);
  const shown = beside.filter((other) => !waitOf({ ...other, standing: row.standing }, now, without));
  return turnsOf(row, shown);
}

/** A page of campaigns. @throws Refusal `invalid_request` for a cursor that is none */
export async function listCampaigns(
  { db, clock, ...ctx }: Pick<Context, 'db' | 'clock' | 'membership'>,
  { sort, after, limit, ...filter }: ListQuery & CampaignFilter,
) {
  const now = clock.now();
  const page = readPage({ sort, after, limit }, isNameOrWhole);
  const whose = { organisation: ownOf(ctx), today: hawaiiDay(now) };
  const { found, counts } = await withinOwn(db, whose.organisation, async (within) => ({
    found: await findCampaignPage(within, whose, filter, page),
    counts: await countCampaigns(within, whose),
  }));
  const running = found.rows.filter(({ state }) => state === 'running');
  const roomless = await findRoomless(db, running);
  const rows = found.rows.map((row) => listed(row, now, roomless, seesMoney(ctx)));
  return { rows, total: found.total, next: nextOf(sort, page, found.rows), counts };
}

/** One campaign. @throws Refusal `not_found` */
export async function getCampaign(
  { db, clock, ...ctx }: Pick<Context, 'db' | 'clock' | 'membership'>,
  id: string,
): Promise<Campaign> {
  const now = clock.now();
  const organisation = ownOf(ctx);
  const row = await withinOwn(db, organisation, (within) =>
    findCampaign(within, { organisation, today: hawaiiDay(now) }, id),
  );
  if (!row) throw missing(await isCampaign(db, id));
  return await present({ db, ...ctx }, row, now);
}

interface EditorQuery {
  place?: string | undefined;
  listing?: number | undefined;
  places?: number[] | undefined;
  categories?: Category[] | undefined;
}

/** What a campaign can be of, where it can be shown, and what one of that would lack. */
export async function getCampaignEditor(
  { db, ...ctx }: Pick<Context, 'db' | 'membership'>,
  { place, listing, places = [], categories = [] }: EditorQuery,
) {
  const organisation = ownOf(ctx);
  const means = await withinOwn(db, organisation, async (within) => ({
    listings: organisation ? await findOwnListings(within, organisation) : [],
    ...(await findPlaces(within, place)),
  }));
  if (!listing) return { ...means, lacks: null, never_in: [] };
  const category = await findCategory(db, listing);
  if (category === undefined) return { ...means, lacks: null, never_in: [] };
  const lacks = await findLack(db, { listing_id: listing, category, places, categories });
  return { ...means, lacks, never_in: neverIn(categories, category) };
}
