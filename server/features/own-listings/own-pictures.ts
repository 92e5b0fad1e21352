import { createHash } from 'node:crypto';
import type { Input } from '../../../contract/endpoint.ts';
import { mostListingPictures, mostWaitingPictures } from '../../../contract/own-listing-form.ts';
import type {
  arrangeOwnPictures as arrangeEndpoint,
  ListingDetails,
  OwnPictures,
  sendOwnPicture as sendEndpoint,
} from '../../../contract/own-pictures.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { claimUpload } from '../../platform/uploads/uploads.ts';
import {
  countOwnSent,
  findAdded,
  findPlaced,
  findSent,
  insertSent,
  type PlacedPicture,
  placePictures,
} from '../content/content.ts';
import { missing } from '../organisations/organisations.ts';
import { findDetails, findOwn, isListing } from './own-listings.store.ts';

/** In which a part of a picture is kept. */
const millionths = 1_000_000;

type Own = Pick<Membership, 'organisationId'>;

/** Names pictures, their order and their words. */
export const picturesVersion = (pictures: readonly Pick<PlacedPicture, 'id' | 'words'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(pictures.map(({ id, words }) => [id, words])))
    .digest('base64url');

async function read(db: Db, listingId: number): Promise<OwnPictures> {
  const pictures = await findPlaced(db, listingId);
  return { pictures, sent: await findAdded(db, listingId), version: picturesVersion(pictures) };
}

/** The pictures of one of an advertiser's listings. @throws Refusal `not_found` */
export async function getOwnPictures(db: Db, own: Own, id: number): Promise<OwnPictures> {
  const { organisationId } = own;
  const row = await withTenant(db, { organisation: organisationId }, (tx) => findOwn(tx, organisationId, id));
  if (!row || row.deleted_at) throw missing(!row && (await isListing(db, id)));
  return await read(db, id);
}

/**
 * Takes up a picture that somebody of the organisation has uploaded, to be drawn by a worker and shown behind the others.
 * @throws Refusal `not_found`, `listing_deleted`, `own_pictures_full`, `own_pictures_waiting`
 */
export async function sendOwnPicture(
  { db, jobs, settings }: Pick<Services, 'db' | 'jobs' | 'settings'>,
  now: Date,
  actor: Actor,
  own: Own,
  id: number,
  { upload, words, crop }: Input<typeof sendEndpoint>['body'],
): Promise<OwnPictures> {
  return await ofOwn(db, own, id, async (tx) => {
    const sent = await findSent(tx, upload);
    if (sent && sent.listing_id !== id) throw new Refusal('not_found');
    if (sent) return await read(tx, id);
    const { pictures, sent: waiting } = await read(tx, id);
    const count = pictures.length + waiting.filter(({ state }) => state === 'waiting').length;
    if (count >= mostListingPictures) throw new Refusal('own_pictures_full', { count: String(count) });
    const turn = await takeTurn(tx, now, own);
    const tenant = { person: actor.userId, organisation: own.organisationId };
    await withTenant(tx, tenant, (mine) => claimUpload(mine, { settings, now }, upload, 'picture'));
    await insertSent(tx, {
      ...{ id: upload, listing_id: id, state: 'waiting', asked_by: actor.userId, asked_at: now, is_added: true },
      ...{
        words,
        crop: crop && [crop.left, crop.top, crop.width, crop.height].map((part) => Math.round(part * millionths)),
      },
    });
    await jobs.send(tx, 'listing-picture', { id: upload, turn });
    await audit(tx, now, actor, 'listing_picture_sent', id, {});
    return await read(tx, id);
  });
}

/** Whoever has had many drawn within an hour waits for those who have had few. */
const turnMs = 3_600_000;

/** How many of an organisation's pictures come before its next one. @throws Refusal `own_pictures_waiting` */
async function takeTurn(tx: Tx, now: Date, { organisationId }: Own): Promise<number> {
  const { lately, waiting } = await countOwnSent(tx, organisationId, new Date(now.getTime() - turnMs));
  if (waiting >= mostWaitingPictures) throw new Refusal('own_pictures_waiting', { count: String(waiting) });
  return lately;
}

/** Orders the pictures, words them, and leaves some out. @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` */
export async function arrangeOwnPictures(
  db: Db,
  now: Date,
  actor: Actor,
  own: Own,
  id: number,
  { pictures, replaces }: Input<typeof arrangeEndpoint>['body'],
): Promise<OwnPictures> {
  return await ofOwn(db, own, id, async (tx) => {
    const before = await read(tx, id);
    if (before.version === picturesVersion(pictures)) return before;
    const areThere = pictures.every((one) => before.pictures.some((other) => other.id === one.id));
    if (before.version !== replaces || !areThere) throw new Refusal('changed_meanwhile');
    await placePictures(tx, id, pictures, now);
    const told = (of: readonly Pick<PlacedPicture, 'id' | 'words'>[]) =>
      of.map((one) => ({ id: one.id, words: one.words }));
    const values = { before: { pictures: told(before.pictures) }, after: { pictures: told(pictures) } };
    await audit(tx, now, actor, 'listing_pictures_arranged', id, values);
    return await read(tx, id);
  });
}

/** Works on the pictures of a listing that is found to be the organisation's own, and held. @throws Refusal `not_found`, `listing_deleted` */
async function ofOwn<T>(db: Db, { organisationId }: Own, id: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await withTransaction(db, async (tx) => {
    const row = await withTenant(tx, { organisation: organisationId }, (own) =>
      findOwn(own, organisationId, id, { lock: true }),
    );
    if (row?.deleted_at) throw new Refusal('listing_deleted');
    return row && { result: await work(tx) };
  });
  if (!done) throw missing(await isListing(db, id));
  return done.result;
}

/** What helps to decide about a listing that guests find. @throws Refusal `not_found` */
export async function getListingDetails(db: Db, id: number): Promise<ListingDetails> {
  const facts = await findDetails(db, id);
  if (!facts) throw new Refusal('not_found');
  const pictures = await findPlaced(db, id);
  return { ...facts, pictures: pictures.map(({ url, widths, color, words }) => ({ url, widths, color, words })) };
}

async function audit(tx: Tx, now: Date, actor: Actor, action: string, id: number, values: object): Promise<void> {
  const { userId, requestId } = actor;
  await recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'listing', id }, requestId, ...values });
}
