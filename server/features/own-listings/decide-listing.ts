import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { ListingProposal } from '../../../contract/listing-proposals.ts';
import { type ApprovedField, approvedFields } from '../../../contract/own-listing-form.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal, wrongField } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { findTold } from '../codes/codes.ts';
import { findSharesAbove } from '../commission/commission.ts';
import { findPlaced, findPlacedOf, type PlacedPicture } from '../content/content.ts';
import { listingDecisionMail } from './listing-decision-mail.ts';
import {
  countWaitingProposals,
  decideRow,
  findProposalPage,
  type LockedProposal,
  lockProposal,
  type ProposalFilter,
  type ProposalRow,
  publish,
  updateApproved,
} from './listing-proposals.store.ts';
import { askedVersion, isAnother } from './own-version.ts';

type Asking = Pick<Services, 'db' | 'settings'>;
type Decider = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/** The fields that are asked for, as they are. */
const nowOf = (content: object, now: ProposalRow['now']) =>
  Object.fromEntries(approvedFields.filter((field) => field in content).map((field) => [field, now[field]]));

/** What is told of a listing beside what it is asked to be. */
interface Beside {
  /** Those of a new one. */
  pictures: readonly PlacedPicture[];
  shares_above: ListingProposal['shares_above'];
  asks_links: boolean;
}

const show = (row: ProposalRow, { pictures, ...beside }: Beside): ListingProposal => ({
  ...{ id: row.id, is_new: row.is_new, state: row.state, listing_id: row.listing_id, name: row.name },
  submitted_at: row.submitted_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decision_reason: row.decision_reason,
  ...{ content: row.content, was: row.was, now: row.was && nowOf(row.content, row.now) },
  version: askedVersion(row, pictures),
  image_url: row.is_new || row.state !== 'submitted' ? (pictures[0]?.url ?? null) : row.image_url,
  pictures: pictures.map(({ url, widths, color, words }) => ({ url, widths, color, words })),
  commission_rate: row.commission_rate,
  ...beside,
  links: row.links.map((one) => ({ ...one, checked_at: new Date(one.checked_at).toISOString() })),
  organisation: { id: row.organisation_id, name: row.organisation },
  ...{ proposed_by: row.proposed_by, decided_by: row.decided_by },
});

/** A page of what advertisers ask for their listings, and how much waits. @throws Refusal `invalid_request` for a cursor that is none */
export async function listListingProposals(
  { db, settings }: Asking,
  now: Date,
  { sort, after, limit, ...filter }: ListQuery & ProposalFilter,
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findProposalPage(db, filter, page);
  const placed = await findPlacedOf(
    db,
    rows.filter(({ is_new, pictures }) => is_new && !pictures).map(({ listing_id }) => listing_id),
  );
  const rates = [...new Set(rows.map(({ commission_rate }) => commission_rate))];
  const above = new Map<number, ListingProposal['shares_above']>();
  for (const rate of rates) above.set(rate, await findSharesAbove(db, hawaiiDay(now), rate));
  const shown = rows.map((row) => {
    const pictures = row.is_new ? (row.pictures ?? placed.get(row.listing_id) ?? []) : [];
    return show(row, { pictures, shares_above: above.get(row.commission_rate)!, asks_links: settings.linkCheck });
  });
  return { rows: shown, total, next: nextOf(sort, page, rows), waiting: await countWaitingProposals(db) };
}

/** One of it. @throws Refusal `not_found` */
export async function getListingProposal(services: Asking, now: Date, id: string): Promise<ListingProposal> {
  const [row] = (await listListingProposals(services, now, { sort: 'submitted', id })).rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/**
 * Approves what was submitted: guests have it with the same transaction. The owners and who submitted it are told by mail.
 * @param given.version what was looked at.
 * @param given.commission_rate what a new one is to have.
 * @throws Refusal `not_found`, `proposal_decided`, `listing_deleted`, `changed_meanwhile` where it is another by now, or another's, or
 * where somebody else has changed what was to be another; `invalid_request` for a rate of one that is not new
 */
export async function approveListing(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  { version, commission_rate }: { version: string; commission_rate?: number | undefined },
): Promise<ListingProposal> {
  return await withTransaction(services.db, async (tx) => {
    const proposal = await lockSubmitted(tx, id, version);
    const { is_new, listing, listing_id, organisation_id } = proposal;
    if (!is_new && commission_rate !== undefined) throw wrongField('body.commission_rate', 'is of a new listing alone');
    if (listing.is_deleted) throw new Refusal('listing_deleted');
    if (listing.organisation_id !== organisation_id) throw new Refusal('changed_meanwhile');
    if (isAnother(proposal, listing.now)) throw new Refusal('changed_meanwhile');
    const change = is_new
      ? await publishNew(tx, now, proposal, commission_rate)
      : await changePublished(tx, now, proposal);
    await decide(services, tx, now, actor, proposal, { state: 'approved', reason: null });
    if (change) await audit(tx, now, actor, is_new ? 'listing_published' : 'listing_changed', listing_id, change);
    return await getListingProposal({ ...services, db: tx }, now, id);
  });
}

/** @returns what that changed; nothing of one that administrators have shown before */
async function publishNew(
  tx: Tx,
  now: Date,
  { listing_id, listing }: LockedProposal,
  rate: number | undefined,
): Promise<object | null> {
  if (!(await publish(tx, listing_id, now, rate))) return null;
  const isOther = rate !== undefined && rate !== listing.commission_rate;
  return {
    before: { is_active: false, ...(isOther && { commission_rate: listing.commission_rate }) },
    after: { is_active: true, ...(isOther && { commission_rate: rate }) },
  };
}

async function changePublished(tx: Tx, now: Date, { listing_id, content, listing }: LockedProposal): Promise<object> {
  await updateApproved(tx, listing_id, content as Partial<Record<ApprovedField, string | null>>, now);
  return { before: nowOf(content, listing.now), after: content };
}

/** Declines what was submitted; the owners and who submitted it are told the reason by mail. @throws Refusal as approveListing */
export async function declineListing(
  services: Decider,
  now: Date,
  actor: Actor,
  id: string,
  { version, reason }: { version: string; reason: string },
): Promise<ListingProposal> {
  return await withTransaction(services.db, async (tx) => {
    const proposal = await lockSubmitted(tx, id, version);
    await decide(services, tx, now, actor, proposal, { state: 'declined', reason });
    return await getListingProposal({ ...services, db: tx }, now, id);
  });
}

async function lockSubmitted(tx: Tx, id: string, version: string): Promise<LockedProposal> {
  const proposal = await lockProposal(tx, id);
  if (!proposal) throw new Refusal('not_found');
  if (proposal.state !== 'submitted') throw new Refusal('proposal_decided', { status: proposal.state });
  const pictures = proposal.is_new ? await findPlaced(tx, proposal.listing_id) : [];
  if (askedVersion(proposal, pictures) !== version) throw new Refusal('changed_meanwhile');
  return proposal;
}

async function decide(
  { jobs, settings, languages, mailsIn }: Decider,
  tx: Tx,
  now: Date,
  actor: Actor,
  { id, listing_id, is_new, content, organisation_id, proposed_by, listing }: LockedProposal,
  { state, reason }: { state: 'approved' | 'declined'; reason: string | null },
): Promise<void> {
  await decideRow(tx, id, { state, decided_at: now, decided_by: actor.userId, decision_reason: reason });
  await audit(tx, now, actor, `listing_proposal_${state}`, listing_id, {
    before: { state: 'submitted' },
    after: { state, reason },
  });
  for (const { email, language } of await findTold(tx, { organisation_id, requested_by: proposed_by })) {
    const words = await mailsIn(languages.find((one) => one === language) ?? defaultLanguage);
    const fields = is_new ? [] : approvedFields.filter((field) => field in content);
    const about = { id: listing_id, name: listing.name, is_new, fields };
    await jobs.send(tx, 'mail', { to: email, ...listingDecisionMail(settings, words, about, state, reason) });
  }
}

async function audit(tx: Tx, now: Date, actor: Actor, action: string, id: number, values: object): Promise<void> {
  const { userId, requestId } = actor;
  await recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'listing', id }, requestId, ...values });
}
