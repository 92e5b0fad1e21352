import { mostCampaigns } from '../../../contract/campaign-form.ts';
import type { Campaign, CampaignChange, CampaignForm, CampaignStep } from '../../../contract/campaigns.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { type Actor, actorOf, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal, wrongField } from '../../platform/http/refusal.ts';
import { postCredit } from '../commission/commission.ts';
import { missing } from '../organisations/organisations.ts';
import { tellOwners } from './campaign-mail.ts';
import {
  addCredit,
  type CampaignContent,
  countCampaigns,
  countPlaces,
  deleteCampaignRow,
  findCampaign,
  findHeld,
  findOrganisationOf,
  insertCampaign,
  isCampaign,
  isOwnListing,
  lockCampaignsOf,
  putPlaces,
  updateCampaignRow,
  type WholeCampaignRow,
} from './campaigns.store.ts';
import { getCampaign, ownOf, versionOf } from './campaigns.ts';

type Calling = Pick<
  Context,
  'db' | 'clock' | 'membership' | 'caller' | 'requestId' | 'jobs' | 'settings' | 'languages' | 'mailsIn'
>;

const centsOf = (dollars: number) => Math.round(dollars * 100);

const contentOf = (form: CampaignForm | CampaignChange): CampaignContent => ({
  ...{ name: form.name, pricing: form.pricing, budget_cents: centsOf(form.budget) },
  click_cents: form.click_price === null ? null : centsOf(form.click_price),
  ...{ most_impressions: form.most_impressions, most_a_day: form.most_a_day },
  ...{ first_day: form.first_day, last_day: form.last_day, time_from: form.time_from, time_until: form.time_until },
  ...{ languages: form.languages, categories: form.categories },
});

/**
 * The reason of an administrator, who does it to somebody else's campaign: its advertiser is told. Null for an advertiser.
 * @throws Refusal `invalid_request` where an administrator tells none
 */
function reasonOf(ctx: Calling, reason: string | undefined): string | null {
  if (ownOf(ctx)) return null;
  if (!reason) throw wrongField('body.reason', 'must be told by administrators');
  return reason;
}

async function requirePlaces(tx: Tx, places: readonly number[]): Promise<void> {
  if (places.length > 0 && (await countPlaces(tx, places)) < places.length)
    throw wrongField('body.places', 'must be places that there are');
}

const audit = (tx: Tx, now: Date, { userId, requestId }: Actor, action: string, id: string, values: object) =>
  recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'campaign', id }, ...values, requestId });

/** @throws Refusal `campaigns_full` where an organisation has as many as it can have */
async function requireRoom(tx: Tx, organisation: string, now: Date): Promise<void> {
  const whose = { organisation, today: hawaiiDay(now) };
  const { draft, running, paused } = await countCampaigns(tx, whose);
  const count = draft + running + paused;
  if (count >= mostCampaigns) throw new Refusal('campaigns_full', { count: String(count) });
}

/** What an administrator holds is not made anew, nor made of one that runs. @throws Refusal `listing_held` where a campaign of the listing is, another than `except` */
async function requireNotHeld(
  tx: Tx,
  of: Pick<WholeCampaignRow, 'organisation_id' | 'listing_id'>,
  except?: string,
): Promise<void> {
  const held = await findHeld(tx, of, except);
  if (held) throw new Refusal('listing_held', { campaign: held.name });
}

/**
 * Makes a campaign, a draft.
 * @throws Refusal `campaigns_full`, `listing_held`, `invalid_request` for a listing of another, or a place that there is not
 */
export async function createCampaign(ctx: Calling, form: CampaignForm): Promise<Campaign> {
  const organisation = ownOf(ctx)!;
  const [now, actor, content] = [ctx.clock.now(), actorOf(ctx), contentOf(form)];
  const { listing_id, places } = form;
  const id = await withTenant(ctx.db, { organisation }, async (tx) => {
    if (!(await isOwnListing(tx, organisation, listing_id)))
      throw wrongField('body.listing_id', 'must be one of your own listings');
    await requirePlaces(tx, places);
    await lockCampaignsOf(tx, organisation);
    await requireNotHeld(tx, { organisation_id: organisation, listing_id });
    await requireRoom(tx, organisation, now);
    const made = { ...content, listing_id, organisation_id: organisation, created_at: now, updated_at: now };
    const row = await insertCampaign(tx, made);
    await putPlaces(tx, row, places);
    await audit(tx, now, actor, 'campaign_created', row, { after: { ...content, listing_id, places } });
    return row;
  });
  return await getCampaign(ctx, id);
}

/**
 * Does something to a campaign while nobody else does, nor counts for it.
 * @param locksAll whether it depends on others of its organisation, which are made, started and held by nobody else meanwhile
 * @throws Refusal `not_found`
 */
async function changing(
  ctx: Calling,
  id: string,
  change: (tx: Tx, row: WholeCampaignRow, now: Date, actor: Actor) => Promise<void>,
  { locksAll = false } = {},
): Promise<void> {
  const [organisation, now, actor] = [ownOf(ctx), ctx.clock.now(), actorOf(ctx)];
  const found = async (tx: Tx) => {
    const whose = organisation ?? (locksAll ? await findOrganisationOf(tx, id) : undefined);
    if (whose && locksAll) await lockCampaignsOf(tx, whose);
    // A statement of its own, which sees what was done while they were waited for.
    const row = await findCampaign(tx, { organisation, today: hawaiiDay(now) }, id, { lock: true });
    if (row) await change(tx, row, now, actor);
    return row !== undefined;
  };
  const isFound = await (organisation ? withTenant(ctx.db, { organisation }, found) : withTransaction(ctx.db, found));
  if (!isFound) throw missing(await isCampaign(ctx.db, id));
}

/**
 * Gives a campaign its content anew. The same content sent again changes nothing.
 * @throws Refusal `not_found`, `changed_meanwhile`, `campaign_begun`, `campaign_ended`, `listing_held` for an advertiser's that runs,
 * `invalid_request`, also for an administrator without a reason
 */
export async function updateCampaign(ctx: Calling, id: string, form: CampaignChange): Promise<Campaign> {
  const told = reasonOf(ctx, form.reason);
  const change = async (tx: Tx, row: WholeCampaignRow, now: Date, actor: Actor) => {
    const content = contentOf(form);
    const before = row.places.map((place) => place.id);
    const version = versionOf(row, before);
    if (versionOf(content, form.places) === version) return;
    if (row.state === 'ended') throw new Refusal('campaign_ended');
    if (form.replaces !== version) throw new Refusal('changed_meanwhile');
    if (row.state !== 'draft') requireWithin(row, content);
    if (row.state === 'running' && told === null) await requireNotHeld(tx, row, id);
    // One that it has named before may be deleted by now.
    await requirePlaces(
      tx,
      form.places.filter((place) => !before.includes(place)),
    );
    await updateCampaignRow(tx, id, { ...content, updated_at: now });
    await putPlaces(tx, id, form.places);
    const { after, ...changed } = changeOf(row, content, before, form.places);
    await audit(tx, now, actor, 'campaign_changed', id, { ...changed, after: withReason(after, told) });
    if (told) await tellOwners(ctx, tx, { ...row, name: content.name }, 'changed', told);
  };
  await changing(ctx, id, change, { locksAll: true });
  return await getCampaign(ctx, id);
}

/** What was counted stays within what a campaign allows. @throws Refusal `campaign_begun` with each field that does not */
function requireWithin(row: WholeCampaignRow, { pricing, budget_cents, most_impressions }: CampaignContent): void {
  // Whoever has been shown for a fee would have another price for what was delivered.
  const isPricedAnew =
    pricing === 'fixed' &&
    row.impressions > 0 &&
    budget_cents * (row.most_impressions ?? 0) !== row.budget_cents * (most_impressions ?? 0);
  const isCapBelow = (most_impressions ?? Infinity) < row.impressions;
  const wrong = {
    pricing: pricing !== row.pricing,
    budget: budget_cents < row.charged_cents || (isPricedAnew && budget_cents !== row.budget_cents),
    most_impressions: isCapBelow || (isPricedAnew && most_impressions !== row.most_impressions),
  };
  const fields = Object.entries(wrong).filter(([, isWrong]) => isWrong);
  if (fields.length === 0) return;
  const message = 'must be as it was when it began, and not below what was counted';
  throw new Refusal('campaign_begun', { detail: whatStays }).withFields(
    fields.map(([field]) => ({ path: `body.${field}`, code: 'custom', message })),
  );
}

const whatStays =
  'how it is paid stays, its fee in proportion to its impressions, and no limit can be below what was counted';

/** An administrator's reason beside what is so now. */
const withReason = (after: object, reason: string | null) => ({ ...after, ...(reason ? { reason } : {}) });

function changeOf(
  row: CampaignContent,
  content: CampaignContent,
  before: readonly number[],
  places: readonly number[],
) {
  const fields = (Object.keys(content) as (keyof CampaignContent)[]).filter(
    (field) => JSON.stringify(row[field]) !== JSON.stringify(content[field]),
  );
  const isMoved = JSON.stringify(before.toSorted()) !== JSON.stringify(places.toSorted());
  const of = (values: CampaignContent, shown: readonly number[]) => ({
    ...Object.fromEntries(fields.map((field) => [field, values[field]])),
    ...(isMoved ? { places: shown } : {}),
  });
  return { before: of(row, before), after: of(content, places) };
}

const states = { start: 'running', pause: 'paused', end: 'ended' } as const;
const did = { start: 'started', pause: 'paused', end: 'ended', release: 'released' } as const;

/** Whether a step of an administrator leaves a campaign held. Whoever ends it releases nothing: its advertiser would make it anew. */
const heldAfter = (step: CampaignStep, held: boolean) => step === 'pause' || (step === 'end' && held);

/**
 * Starts, pauses, ends or releases a campaign; what is so already stays so. What an administrator pauses is held until one starts or releases
 * it, also once it has ended.
 * @throws Refusal `not_found`, `campaign_ended`, `campaign_held` and `listing_held` for an advertiser, `campaign_over` where its days are,
 * `listing_not_shown`, `invalid_request` for a draft that is to pause or end, and for an administrator without a reason
 */
export async function stepCampaign(
  ctx: Calling,
  id: string,
  { step, reason }: { step: CampaignStep; reason?: string | undefined },
): Promise<Campaign> {
  const told = reasonOf(ctx, reason);
  const change = async (tx: Tx, row: WholeCampaignRow, now: Date, actor: Actor) => {
    const state = step === 'release' ? row.state : states[step];
    const held = told === null ? row.held : heldAfter(step, row.held);
    if (step === 'release' && held) throw new Refusal('campaign_held');
    if (row.state === state && row.held === held) return;
    if (step !== 'release') await requireStep(tx, row, step, now, told === null);
    await updateCampaignRow(tx, id, { ...(step !== 'release' && { state }), ...(told && { held }), updated_at: now });
    const [before, after] = [{ state: row.state, held: row.held }, withReason({ state, held }, told)];
    await audit(tx, now, actor, `campaign_${did[step]}`, id, { before, after });
    const isResumed = step === 'start' && row.state === 'paused';
    if (told) await tellOwners(ctx, tx, row, isResumed ? 'resumed' : did[step], told);
  };
  await changing(ctx, id, change, { locksAll: true });
  return await getCampaign(ctx, id);
}

/** @throws Refusal where a campaign cannot be started, paused or ended as it stands */
async function requireStep(
  tx: Tx,
  row: WholeCampaignRow,
  step: Exclude<CampaignStep, 'release'>,
  now: Date,
  isOwn: boolean,
): Promise<void> {
  if (row.state === 'ended') throw new Refusal('campaign_ended');
  if (row.state === 'draft' && step !== 'start') throw wrongField('body.step', 'must be start for a draft');
  if (step !== 'start') return;
  if (row.last_day < hawaiiDay(now)) throw new Refusal('campaign_over');
  if (!row.is_shown) throw new Refusal('listing_not_shown');
  if (!isOwn) return;
  if (row.held) throw new Refusal('campaign_held');
  await requireNotHeld(tx, row, row.id);
}

/** Deletes a draft. @throws Refusal `not_found`, `campaign_begun`, `invalid_request` for an administrator without a reason */
export async function deleteCampaign(ctx: Calling, id: string, reason: string | undefined): Promise<void> {
  const told = reasonOf(ctx, reason);
  await changing(ctx, id, async (tx, row, now, actor) => {
    if (row.state !== 'draft')
      throw new Refusal('campaign_begun', { detail: 'it can be ended, and no longer deleted' });
    await deleteCampaignRow(tx, id);
    const before = { name: row.name, listing_id: row.listing_id };
    await audit(tx, now, actor, 'campaign_deleted', id, { before, ...(told && { after: { reason: told } }) });
    if (told) await tellOwners(ctx, tx, row, 'deleted', told);
  });
}

/**
 * Takes back some of what a campaign was charged.
 * @param given.credited what was credited before, in dollars, as whoever decides has seen it.
 * @throws Refusal `not_found`, `changed_meanwhile` where it is another sum by now, `credit_too_high`
 */
export async function creditCampaign(
  ctx: Calling,
  id: string,
  { amount, credited, reason }: { amount: number; credited: number; reason: string },
): Promise<void> {
  const cents = centsOf(amount);
  await changing(ctx, id, async (tx, row, now, actor) => {
    if (centsOf(credited) !== row.credited_cents) throw new Refusal('changed_meanwhile');
    const cost = row.charged_cents - row.credited_cents;
    if (cents > cost) throw new Refusal('credit_too_high', { cost: `$${(cost / 100).toFixed(2)}` });
    const by = { actorId: actor.userId, cause: `request ${actor.requestId}` };
    await postCredit(tx, now, by, { campaign_id: id, organisation_id: row.organisation_id, cents });
    await addCredit(tx, id, cents);
    await audit(tx, now, actor, 'campaign_credited', id, { after: { cents, reason } });
  });
}
