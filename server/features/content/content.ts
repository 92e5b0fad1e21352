import type { ListedListing, ListingContent, ListingWithHistory } from '../../../contract/content.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { listingFields } from '../../../contract/listing-form.ts';
import type { HistoryRow } from '../../platform/audit/audit.store.ts';
import { type Actor, historyOfFields, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal, wrongField } from '../../platform/http/refusal.ts';
import { isNameOrWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { deletionOf, requireUndoable, undoUntil } from '../../platform/undo.ts';
import { findSharesAbove } from '../commission/commission.ts';
import { findAdvertisers } from './advertisers.store.ts';
import {
  type Content,
  type ContentRow,
  countListings,
  findContent,
  findListingPage,
  insertListing,
  type ListedRow,
  type ListingFilter,
  lockListing,
  updateContent,
} from './content.store.ts';
import { changeEach } from './listing-changes.ts';
import { findLinks } from './listing-links.store.ts';
import { findPictureVersion, findSentFor } from './listing-pictures.store.ts';
import { changeOf, versionOf } from './listing-version.ts';

export { findAdvertiserChoices } from './advertisers.store.ts';
export { findAskedLinks, findLinks, hasBrokenLink } from './listing-links.store.ts';
export {
  countOwnSent,
  dropPictures,
  findAdded,
  findPlaced,
  findPlacedOf,
  findSent,
  insertSent,
  type PlacedPicture,
  placePictures,
} from './listing-pictures.store.ts';

/** A page of the listings, and how many there are of each kind. @throws Refusal `invalid_request` for a cursor that is none */
export async function listListings(db: Db, now: Date, { sort, after, limit, ...filter }: ListQuery & ListingFilter) {
  const page = readPage({ sort, after, limit }, isNameOrWhole, numberId);
  const { rows, total, digest } = await findListingPage(db, filter, page);
  const shown = rows.map((row) => show(row, now));
  return { rows: shown, total, digest, next: nextOf(sort, page, rows), counts: await countListings(db) };
}

/** One listing as it is edited, with who changed what. @throws Refusal `not_found` */
export async function getContent(db: Db, now: Date, id: number): Promise<ListingWithHistory> {
  const row = await findContent(db, id);
  if (!row) throw new Refusal('not_found');
  const { last, earlier } = await findSentFor(db, id);
  const links = await findLinks(db, id);
  const shares_above = await findSharesAbove(db, hawaiiDay(now), row.commission_rate);
  return {
    ...showAll(row, now),
    shares_above,
    history: await historyIn(db, row.history),
    links: links.map((link) => ({
      field: link.field as 'booking_url' | 'website_url',
      checked_at: link.checked_at.toISOString(),
      answer: link.answer,
      failing_since: link.failing_since?.toISOString() ?? null,
      broken: link.broken,
    })),
    sent_picture: last ? { id: last.id, state: last.state as 'waiting' | 'failed', problem: last.problem } : null,
    picture_version: await findPictureVersion(db, id),
    earlier_pictures: earlier.map((one) => ({
      id: one.id,
      url: one.url!,
      until: undoUntil(one.past_since!).toISOString(),
    })),
  };
}

/** Makes a listing. @throws Refusal `invalid_request` for an advertiser that is none */
export async function createListing(db: Db, now: Date, actor: Actor, content: Content): Promise<ListingContent> {
  return await withTransaction(db, async (tx) => {
    await requireAdvertiser(tx, content.advertiser_id);
    const id = await insertListing(tx, { ...content, created_at: now, updated_at: now });
    await audit(tx, now, actor, 'listing_created', id, { after: content });
    return showAll((await findContent(tx, id))!, now);
  });
}

/** What a page of an earlier edition says nothing of. */
type Later = 'name_ja' | 'description_ja' | 'advertiser_id';

/** A listing's content anew, its Japanese words and its advertiser only where they are given. */
type Change = Omit<Content, Later> & { [field in Later]?: Content[field] | undefined } & { replaces: string };

/**
 * Gives a listing its content anew. The same content sent again, as after an answer that was lost, changes nothing.
 * @param replaces the version that it was made from.
 * @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` where it is another version by now, `invalid_request`
 */
export async function updateListing(
  db: Db,
  now: Date,
  actor: Actor,
  id: number,
  { replaces, name_ja, description_ja, advertiser_id, ...given }: Change,
): Promise<ListingContent> {
  return await changing(db, now, id, async (tx, row) => {
    if (row.deleted_at) throw new Refusal('listing_deleted');
    const content = {
      ...given,
      name_ja: name_ja === undefined ? row.name_ja : name_ja,
      description_ja: description_ja === undefined ? row.description_ja : description_ja,
      advertiser_id: advertiser_id === undefined ? row.advertiser_id : advertiser_id,
    };
    const before = versionOf(row);
    if (versionOf(content) === before) return;
    if (replaces !== before) throw new Refusal('changed_meanwhile');
    if (content.advertiser_id !== row.advertiser_id) await requireAdvertiser(tx, content.advertiser_id);
    await updateContent(tx, id, content, now);
    await audit(tx, now, actor, 'listing_changed', id, changeOf(row, content));
  });
}

/** @throws Refusal `invalid_request` at the field */
async function requireAdvertiser(tx: Tx, id: string | null): Promise<void> {
  if (id === null || (await findAdvertisers(tx, [id])).length > 0) return;
  throw wrongField('body.advertiser_id', 'must be one of the advertisers');
}

/** Sets a listing aside; one that is stays so. @throws Refusal `not_found` */
export async function deleteListing(db: Db, now: Date, actor: Actor, id: number): Promise<ListingContent> {
  return await changing(db, now, id, async (tx) => {
    await changeEach(tx, [id], { now, actor, action: 'delete' });
  });
}

/** Undoes that; one that is not deleted stays as it is. @throws Refusal `not_found`, `listing_gone` once it is too late */
export async function restoreListing(db: Db, now: Date, actor: Actor, id: number): Promise<ListingContent> {
  return await changing(db, now, id, async (tx, row) => {
    if (row.deleted_at) requireUndoable(row.deleted_at, now, 'listing_gone');
    await changeEach(tx, [id], { now, actor, action: 'restore' });
  });
}

/** Changes one while nobody else does. @returns it as it is then. @throws Refusal `not_found` */
async function changing(db: Db, now: Date, id: number, change: (tx: Tx, row: ContentRow) => Promise<void>) {
  return await withTransaction(db, async (tx) => {
    const row = (await lockListing(tx, id)) ? await findContent(tx, id) : undefined;
    if (!row) throw new Refusal('not_found');
    await change(tx, row);
    return showAll((await findContent(tx, id))!, now);
  });
}

async function audit(
  tx: Tx,
  now: Date,
  { userId, requestId }: Actor,
  action: string,
  id: number,
  values: { before?: Partial<Content>; after?: Partial<Content> },
): Promise<void> {
  await recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'listing', id }, ...values, requestId });
}

function show(row: ListedRow, now: Date): ListedListing {
  const { id, name, category, status, price_range, commission_rate, rating, is_featured, advertiser } = row;
  return {
    ...{ id, name, category, status, price_range, commission_rate, rating, is_featured, advertiser },
    updated_at: row.updated_at.toISOString(),
    ...deletionOf(row.deleted_at, now),
  };
}

const showAll = ({ history: _, created_at, ...row }: ContentRow, now: Date): ListingContent => ({
  ...row,
  ...show(row, now),
  created_at: created_at.toISOString(),
  version: versionOf(row),
});

type Told = ListingWithHistory['history'][number];

type Value = Told['changes'][number]['after'];

/** Who changed what of it, with the advertisers by the names that they have now. */
async function historyIn(db: Db, rows: readonly HistoryRow[]): Promise<Told[]> {
  const entries: Told[] = historyOfFields<(typeof listingFields)[number], Value>(rows, listingFields);
  const isOne = ({ field }: Told['changes'][number]) => field === 'advertiser_id';
  const ids = entries.flatMap(({ changes }) => changes.filter(isOne).flatMap((one) => [one.before, one.after]));
  const found = await findAdvertisers(db, [...new Set(ids.flatMap((id) => (typeof id === 'string' ? id : [])))]);
  const names = new Map<unknown, string>(found.map(({ id, name }) => [id, name]));
  const named = (id: Value) => names.get(id) ?? id;
  return entries.map(({ changes, ...entry }) => ({
    ...entry,
    changes: changes.map((one) => (isOne(one) ? { ...one, before: named(one.before), after: named(one.after) } : one)),
  }));
}
