import { buffer } from 'node:stream/consumers';
import type { Input } from '../../../contract/endpoint.ts';
import type { deleteListingPicture, putListingPicture } from '../../../contract/listing-pictures.ts';
import { mostListingPictures } from '../../../contract/own-listing-form.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Context, Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { undoableAfter } from '../../platform/undo.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';
import { claimUpload, readClaimed } from '../../platform/uploads/uploads.ts';
import { findContent, lockListing } from './content.store.ts';
import { drawApart } from './draw-apart.ts';
import { type DrawnPicture, PictureRefused } from './draw-picture.ts';
import {
  countWaitingOfHouse,
  deletePastBefore,
  deleteWaiting,
  findFile,
  findPictureVersion,
  findPlaced,
  findSent,
  findWaiting,
  insertFiles,
  insertSent,
  placePictures,
  type SentPicture,
  updateSent,
} from './listing-pictures.store.ts';

type Worker = Pick<Services, 'db' | 'jobs' | 'settings'>;

/**
 * Takes up a picture that the actor has uploaded, to be drawn by a worker, or shows one again that the listing had. The same asked for
 * again changes nothing.
 * @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` where it is another picture by now
 */
export async function setPicture(
  { db, jobs, settings }: Worker,
  now: Date,
  actor: Actor,
  listingId: number,
  { upload, earlier, replaces }: Input<typeof putListingPicture>['body'],
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockKept(tx, listingId);
    const id = (upload ?? earlier)!;
    const sent = await findSent(tx, id);
    if (sent && sent.listing_id !== listingId) throw new Refusal('not_found');
    if (earlier !== undefined) {
      if (sent?.state !== 'done') throw new Refusal('not_found');
      if (!(await mayChange(tx, listingId, id, replaces))) return;
      await deleteWaiting(tx, listingId);
      return await showFirst(tx, now, actor, listingId, sent);
    }
    if (sent || !(await mayChange(tx, listingId, id, replaces))) return;
    await withTenant(tx, { person: actor.userId }, (own) => claimUpload(own, { settings, now }, id, 'picture'));
    await deleteWaiting(tx, listingId);
    const turn = await countWaitingOfHouse(tx);
    await insertSent(tx, { id, listing_id: listingId, state: 'waiting', asked_by: actor.userId, asked_at: now });
    await jobs.send(tx, 'listing-picture', { id, turn });
    await audit(tx, now, actor, 'listing_picture_sent', listingId, {});
  });
}

/**
 * Takes its first picture away, and what is still to be drawn for it.
 * @throws Refusal `not_found`, `listing_deleted`, `changed_meanwhile` where it is another picture by now
 */
export async function removePicture(
  db: Db,
  now: Date,
  actor: Actor,
  listingId: number,
  { replaces }: NonNullable<Input<typeof deleteListingPicture>['body']> = {},
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockKept(tx, listingId);
    if (!(await mayChange(tx, listingId, 'none', replaces))) return;
    await deleteWaiting(tx, listingId);
    await showFirst(tx, now, actor, listingId, null);
  });
}

/**
 * Draws a picture that waits and shows it. What is no picture is said to be none; a process that ends in between leaves the listing
 * what it had, and the work to the next one.
 */
export async function drawListingPicture(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await findSent(db, id);
  if (waiting?.state !== 'waiting') return await deleteUpload(db, id);
  const drawn = await draw(settings, waiting, signal);
  await withTransaction(db, async (tx) => {
    const sent = await findSent(tx, id);
    // Its listing first, as whoever asks for another one does.
    if (!sent || !(await lockListing(tx, sent.listing_id))) return;
    if ((await findSent(tx, id))?.state !== 'waiting') return;
    await finish(tx, clock.now(), sent, drawn);
  });
  await deleteUpload(db, id);
}

async function draw(
  settings: Services['settings'],
  { id, crop: given }: SentPicture,
  signal: AbortSignal,
): Promise<DrawnPicture | string> {
  const [left = 0, top = 0, width = 1, height = 1] = given?.map((millionths) => millionths / 1_000_000) ?? [];
  const crop = given ? { left, top, width, height } : undefined;
  try {
    return await drawApart(await buffer(readClaimed(settings, id)), signal, undefined, crop);
  } catch (error) {
    if (error instanceof PictureRefused) return error.message;
    if ((error as { code?: string }).code === 'ENOENT') return 'it is not here any more, and has to be sent again';
    throw error;
  }
}

async function finish(tx: Tx, now: Date, sent: SentPicture, drawn: DrawnPicture | string): Promise<void> {
  const { id, listing_id, asked_by } = sent;
  if (typeof drawn === 'string') return await updateSent(tx, id, { state: 'failed', problem: drawn, past_since: now });
  const widths = [...new Set(drawn.files.map(({ width }) => width))];
  // What is shown without a choice of widths, and what a place's pack takes.
  const usual = widths.findLast((width) => width <= 640) ?? widths[0]!;
  const done = { url: `/listing-pictures/${id}/${usual}.webp`, color: drawn.color, widths };
  await insertFiles(tx, id, drawn.files);
  await updateSent(tx, id, { state: 'done', ...done });
  if (!sent.is_added)
    return await showFirst(tx, now, { userId: asked_by }, listing_id, { id, url: done.url, words: null });
  const placed = await findPlaced(tx, listing_id);
  await placePictures(tx, listing_id, [...placed.slice(0, mostListingPictures - 1), { id, words: sent.words }], now);
  await audit(tx, now, { userId: asked_by }, 'listing_picture_added', listing_id, { after: { url: done.url } });
}

/** Shows a picture instead of the first, or none instead of it; the same changes nothing. */
async function showFirst(
  tx: Tx,
  now: Date,
  actor: ByWhom,
  listingId: number,
  shown: Pick<SentPicture, 'id' | 'url' | 'words'> | null,
): Promise<void> {
  const [first, ...others] = await findPlaced(tx, listingId);
  if (first?.url === shown?.url) return;
  const rest = others.filter(({ id }) => id !== shown?.id);
  await placePictures(tx, listingId, shown ? [shown, ...rest] : rest, now);
  const image_url = shown?.url ?? rest[0]?.url ?? null;
  const action = shown ? 'listing_picture_changed' : 'listing_picture_removed';
  await audit(tx, now, actor, action, listingId, { before: { image_url: first?.url ?? null }, after: { image_url } });
}

/** Whether it is not that picture already. @throws Refusal `changed_meanwhile` where it is neither that one nor what this was made from */
async function mayChange(tx: Tx, listingId: number, to: string, replaces: string | undefined): Promise<boolean> {
  const version = await findPictureVersion(tx, listingId);
  if (version === to) return false;
  if (replaces !== undefined && replaces !== version) throw new Refusal('changed_meanwhile');
  return true;
}

async function lockKept(tx: Tx, id: number): Promise<void> {
  const row = (await lockListing(tx, id)) ? await findContent(tx, id) : undefined;
  if (!row) throw new Refusal('not_found');
  if (row.deleted_at) throw new Refusal('listing_deleted');
}

/** Nobody where the account is gone; without a request where a worker does it. */
interface ByWhom {
  userId: string | null;
  requestId?: string;
}

async function audit(tx: Tx, now: Date, actor: ByWhom, action: string, id: number, values: object): Promise<void> {
  const subject = { kind: 'listing', id };
  const { userId, requestId } = actor;
  await recordAudit(tx, now, { action, actorId: userId, subject, ...(requestId && { requestId }), ...values });
}

/**
 * A file of a picture by its name. Of a listing that was never published it is for its organisation and administrators alone; whoever has
 * saved or booked one that guests do not find any more still sees its pictures.
 * @throws Refusal `not_found`
 */
export async function getPictureFile(
  db: Db,
  caller: Context['caller'],
  id: string,
  name: string,
): Promise<{ bytes: Buffer; type: string; isPublic: boolean }> {
  const [width, type] = name.split('.') as [string, string];
  const file = await findFile(db, id, Number(width), type, caller?.userId);
  if (!file) throw new Refusal('not_found');
  const { bytes, is_unpublished, is_own } = file;
  if (is_unpublished && !is_own && caller?.role !== 'admin') throw new Refusal('not_found');
  return { bytes, type: `image/${type}`, isPublic: !is_unpublished };
}

/** A drawing is tried for an hour or so. */
const longestWait = 86_400_000;

/** Says of pictures that still wait though nothing draws them any more that they have to be sent again, and lets their uploads go. */
export async function endWaitingPictures(db: Db, now: Date): Promise<void> {
  for (const { id, listing_id, asked_at } of await findWaiting(db)) {
    if (now.getTime() - asked_at.getTime() < longestWait) continue;
    await withTransaction(db, async (tx) => {
      await lockListing(tx, listing_id);
      if ((await findSent(tx, id))?.state !== 'waiting') return;
      await updateSent(tx, id, {
        state: 'failed',
        problem: 'it was not drawn, and has to be sent again',
        past_since: now,
      });
      await deleteUpload(tx, id);
    });
  }
}

/** Forgets pictures that nobody has been shown for so long that their listing cannot have them again. */
export const forgetPastPictures = (db: Db, now: Date): Promise<void> => deletePastBefore(db, undoableAfter(now));
