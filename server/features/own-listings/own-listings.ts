import { approvedFields, type OwnListingStep, ownListingStates } from '../../../contract/own-listing-form.ts';
import type { OwnListing, OwnListingContent } from '../../../contract/own-listings.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isNameOrWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import type { Settings } from '../../platform/settings.ts';
import { dropPictures, findAskedLinks, findLinks } from '../content/content.ts';
import { missing } from '../organisations/organisations.ts';
import {
  countOwn,
  countUnpublished,
  findOwn,
  findOwnPage,
  insertAsked,
  insertOwn,
  isListing,
  type OwnContent,
  type OwnFilter,
  type OwnRow,
  updateAsked,
  updateOwn,
} from './own-listings.store.ts';
import { type Asked, approvedOf, askedVersion, changeOf, ownVersion } from './own-version.ts';
import { asWanted, contentOf, show, showListed, waitingOf } from './show-own.ts';

type Own = Pick<Membership, 'organisationId' | 'permissions'>;
/** What its answers need. */
interface Answering {
  db: Db;
  settings: Pick<Settings, 'linkCheck'>;
}

const mostUnpublished = 100;

/** A page of an advertiser's listings, and how many are in each state. @throws Refusal `invalid_request` for a cursor that is none */
export async function listOwnListings(
  db: Db,
  { organisationId }: Pick<Own, 'organisationId'>,
  { sort, after, limit, ...filter }: ListQuery & OwnFilter,
) {
  const page = readPage({ sort, after, limit }, isNameOrWhole, numberId);
  return await withTenant(db, { organisation: organisationId }, async (tx) => {
    const { rows, total } = await findOwnPage(tx, organisationId, filter, page);
    const found = new Map((await countOwn(tx, organisationId)).map(({ state, count }) => [state, count]));
    const counts = Object.fromEntries(ownListingStates.map((state) => [state, found.get(state) ?? 0])) as Record<
      (typeof ownListingStates)[number],
      number
    >;
    return { rows: rows.map(showListed), total, next: nextOf(sort, page, rows), counts };
  });
}

/** One of them as it is edited. @throws Refusal `not_found` */
export async function getOwnListing(services: Answering, own: Own, id: number): Promise<OwnListing> {
  const { db } = services;
  const { organisationId } = own;
  const row = await withTenant(db, { organisation: organisationId }, (tx) => findOwn(tx, organisationId, id));
  if (!row || row.deleted_at) throw missing(!row && (await isListing(db, id)));
  return await present(services, own, row);
}

/** Makes a draft. @throws Refusal `own_listings_full` */
export async function createOwnListing(
  services: Answering,
  now: Date,
  actor: Actor,
  own: Own,
  content: OwnListingContent,
): Promise<OwnListing> {
  const { organisationId } = own;
  const made = await withTenant(services.db, { organisation: organisationId }, async (tx) => {
    const count = await countUnpublished(tx, organisationId);
    if (count >= mostUnpublished) throw new Refusal('own_listings_full', { count: String(count) });
    const held = { is_active: false, held: 'unpublished' };
    const times = { created_at: now, updated_at: now };
    const id = await insertOwn(tx, { ...content, ...held, ...times, organisation_id: organisationId });
    await audit(tx, now, actor, 'listing_created', id, { after: { ...content, ...held } });
    return (await findOwn(tx, organisationId, id))!;
  });
  return await present(services, own, made);
}

/**
 * Gives a listing its content anew. Of a published one another link or price waits for an administrator; all else guests see at once.
 * What waits takes the change over. The same content sent again changes nothing.
 * @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` where it is another version by now
 */
export async function updateOwnListing(
  services: Answering,
  now: Date,
  actor: Actor,
  own: Own,
  id: number,
  { replaces, ...given }: OwnListingContent & { replaces: string },
): Promise<OwnListing> {
  return await changing(services, own, id, async (tx, row) => {
    const [before, wanted] = [asWanted(row), contentOf(given)];
    if (ownVersion(before) === ownVersion(wanted)) return;
    if (ownVersion(before) !== replaces) throw new Refusal('changed_meanwhile');
    const isPublished = row.held !== 'unpublished';
    const is = isPublished ? { ...wanted, ...approvedOf(row) } : wanted;
    const change = changeOf(contentOf(row), is);
    if (Object.keys(change.after).length > 0) {
      await updateOwn(tx, id, { ...is, updated_at: now });
      await audit(tx, now, actor, 'listing_changed', id, change);
    }
    if (isPublished) await askAnew(tx, now, actor, own, row, wanted);
    else if (waitingOf(row)) await updateAsked(tx, waitingOf(row)!.id, { content: JSON.stringify(wanted) });
  });
}

/**
 * Submits those of the links and the price that are other than what guests have, in the place of what waits; takes that back where none
 * is.
 */
async function askAnew(tx: Tx, now: Date, actor: Actor, own: Own, row: OwnRow, wanted: OwnContent): Promise<void> {
  const { before: was, after: content } = changeOf(contentOf(row), wanted, approvedFields);
  const found = waitingOf(row);
  // A process of the version before has shown it, which waited to be.
  if (found?.is_new) await withdraw(tx, now, actor, row.id, found.id);
  const waiting = found?.is_new ? null : found;
  const isOther = Object.keys(content).length > 0;
  if (waiting && askedVersion(waiting) === askedVersion({ content, was })) return;
  if (isOther && waiting)
    await updateAsked(tx, waiting.id, { content: JSON.stringify(content), was: JSON.stringify(was) });
  else if (isOther) await ask(tx, now, actor, own, row.id, { content, was });
  else if (waiting) await updateAsked(tx, waiting.id, { state: 'withdrawn', decided_at: now });
  else return;
  await audit(tx, now, actor, isOther ? 'listing_submitted' : 'listing_withdrawn', row.id, {
    before: was,
    after: content,
  });
}

async function withdraw(tx: Tx, now: Date, actor: Actor, listing: number, waiting: string): Promise<void> {
  await updateAsked(tx, waiting, { state: 'withdrawn', decided_at: now });
  await audit(tx, now, actor, 'listing_withdrawn', listing, { before: { state: 'submitted' } });
}

const ask = (
  tx: Tx,
  now: Date,
  { userId }: Actor,
  { organisationId }: Own,
  listing_id: number,
  { content, was }: Asked,
) =>
  insertAsked(tx, {
    ...{ organisation_id: organisationId, listing_id, is_new: was === null, content: JSON.stringify(content) },
    ...{ was: was && JSON.stringify(was), state: 'submitted', proposed_by: userId, submitted_at: now },
  });

/**
 * Submits, withdraws, pauses or resumes; what is so already stays so.
 * @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` where it is in no state for that
 */
export async function stepOwnListing(
  services: Answering,
  now: Date,
  actor: Actor,
  own: Own,
  id: number,
  step: OwnListingStep,
): Promise<OwnListing> {
  return await changing(services, own, id, async (tx, row) => {
    const waiting = waitingOf(row);
    const note = (action: string, values: object = {}) => audit(tx, now, actor, action, id, values);
    switch (step) {
      case 'submit':
        if (waiting || (row.held !== 'unpublished' && row.asked?.state === 'approved')) return;
        if (row.held !== 'unpublished') throw new Refusal('changed_meanwhile');
        await ask(tx, now, actor, own, id, { content: contentOf(row), was: null });
        return await note('listing_submitted', { after: { state: 'submitted' } });
      case 'withdraw':
        if (!waiting && row.asked?.state === 'withdrawn') return;
        if (!waiting) throw new Refusal('changed_meanwhile');
        return await withdraw(tx, now, actor, id, waiting.id);
      case 'pause':
        if (row.state === 'paused') return;
        if (row.state !== 'live') throw new Refusal('changed_meanwhile');
        await updateOwn(tx, id, { is_active: false, held: 'paused', updated_at: now });
        return await note('listing_paused', { before: { is_active: true }, after: { is_active: false } });
      case 'resume':
        if (row.state === 'live') return;
        if (row.state !== 'paused') throw new Refusal('changed_meanwhile');
        await updateOwn(tx, id, { is_active: true, held: null, updated_at: now });
        return await note('listing_resumed', { before: { is_active: false }, after: { is_active: true } });
    }
  });
}

/** Deletes one that was never published; what waits is withdrawn, and its pictures are past. @throws Refusal `not_found`, `listing_published` */
export async function deleteOwnListing(db: Db, now: Date, actor: Actor, own: Own, id: number): Promise<void> {
  const toDelete = async (tx: Tx, row: OwnRow): Promise<boolean> => {
    if (row.deleted_at) return false;
    if (row.held !== 'unpublished') throw new Refusal('listing_published');
    const waiting = waitingOf(row);
    if (waiting) await updateAsked(tx, waiting.id, { state: 'withdrawn', decided_at: now });
    await updateOwn(tx, id, { deleted_at: now, active_before: false, updated_at: now });
    await audit(tx, now, actor, 'listing_deleted', id, { before: { is_active: false } });
    return true;
  };
  await withTransaction(db, async (tx) => {
    // Pictures are nobody's own.
    if (await locked(tx, own, id, toDelete)) await dropPictures(tx, id, now);
  });
}

/** Changes one while nobody else does. @returns it as it is then. @throws Refusal `not_found`, `listing_deleted` */
async function changing(
  services: Answering,
  own: Own,
  id: number,
  change: (tx: Tx, row: OwnRow) => Promise<void>,
): Promise<OwnListing> {
  const changed = await locked(services.db, own, id, async (tx, row) => {
    if (row.deleted_at) throw new Refusal('listing_deleted');
    await change(tx, row);
    return (await findOwn(tx, own.organisationId, id))!;
  });
  return await present(services, own, changed);
}

/** One that is found to be the organisation's own, with what its links answered. */
const present = async ({ db, settings }: Answering, own: Own, row: OwnRow): Promise<OwnListing> =>
  show(
    row,
    { live: await findLinks(db, row.id), asked: await findAskedLinks(db, row.id) },
    { seesMoney: own.permissions.includes('revenue_analytics'), asksLinks: settings.linkCheck },
  );

/** @throws Refusal `not_found` */
async function locked<T>(
  db: Db,
  { organisationId }: Own,
  id: number,
  work: (tx: Tx, row: OwnRow) => Promise<T>,
): Promise<T> {
  const done = await withTenant(db, { organisation: organisationId }, async (tx) => {
    const row = await findOwn(tx, organisationId, id, { lock: true });
    return row && { result: await work(tx, row) };
  });
  if (!done) throw missing(await isListing(db, id));
  return done.result;
}

async function audit(tx: Tx, now: Date, actor: Actor, action: string, id: number, values: object): Promise<void> {
  const { userId, requestId } = actor;
  await recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'listing', id }, requestId, ...values });
}
