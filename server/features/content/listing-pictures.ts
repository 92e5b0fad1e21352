import { buffer } from 'node:stream/consumers';
import type { Input } from '../../../contract/endpoint.ts';
import type { putListingPicture } from '../../../contract/listing-pictures.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
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
  deletePastBefore,
  deleteWaiting,
  findFile,
  findSent,
  findShown,
  findWaiting,
  insertFiles,
  insertSent,
  type SentPicture,
  type ShownPicture,
  showPicture,
  updateSent,
} from './listing-pictures.store.ts';

type Worker = Pick<Services, 'db' | 'jobs' | 'settings'>;

const none: ShownPicture = { image_url: null, image_color: null, image_widths: null };

/**
 * Takes up a picture that the actor has uploaded, to be drawn by a worker, or shows one again that the listing had. The same asked for
 * again changes nothing.
 * @throws Refusal `not_found`, `listing_deleted`
 */
export async function setPicture(
  { db, jobs, settings }: Worker,
  now: Date,
  actor: Actor,
  listingId: number,
  { upload, earlier }: Input<typeof putListingPicture>['body'],
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockKept(tx, listingId);
    const id = (upload ?? earlier)!;
    const sent = await findSent(tx, id);
    if (sent && sent.listing_id !== listingId) throw new Refusal('not_found');
    if (earlier !== undefined) {
      if (sent?.state !== 'done') throw new Refusal('not_found');
      await deleteWaiting(tx, listingId);
      return await show(tx, now, actor, listingId, shownAs(sent));
    }
    if (sent) return;
    await withTenant(tx, { person: actor.userId }, (own) => claimUpload(own, { settings, now }, id, 'picture'));
    await deleteWaiting(tx, listingId);
    await insertSent(tx, { id, listing_id: listingId, state: 'waiting', asked_by: actor.userId, asked_at: now });
    await jobs.send(tx, 'listing-picture', { id });
    await audit(tx, now, actor, 'listing_picture_sent', listingId, {});
  });
}

/** Takes its picture away, and what is still to be drawn for it. @throws Refusal `not_found`, `listing_deleted` */
export async function removePicture(db: Db, now: Date, actor: Actor, listingId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockKept(tx, listingId);
    await deleteWaiting(tx, listingId);
    await show(tx, now, actor, listingId, none);
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
  if ((await findSent(db, id))?.state !== 'waiting') return await deleteUpload(db, id);
  const drawn = await draw(settings, id, signal);
  await withTransaction(db, async (tx) => {
    const sent = await findSent(tx, id);
    // Its listing first, as whoever asks for another one does.
    if (!sent || !(await lockListing(tx, sent.listing_id))) return;
    if ((await findSent(tx, id))?.state !== 'waiting') return;
    await finish(tx, clock.now(), sent, drawn);
  });
  await deleteUpload(db, id);
}

async function draw(settings: Services['settings'], id: string, signal: AbortSignal): Promise<DrawnPicture | string> {
  try {
    return await drawApart(await buffer(readClaimed(settings, id)), signal);
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
  await show(tx, now, { userId: asked_by }, listing_id, shownAs(done));
}

const shownAs = ({ url, color, widths }: Pick<SentPicture, 'url' | 'color' | 'widths'>): ShownPicture => ({
  image_url: url,
  image_color: color,
  image_widths: widths,
});

/** Shows a picture instead of what is shown; the same changes nothing. */
async function show(tx: Tx, now: Date, actor: ByWhom, listingId: number, shown: ShownPicture): Promise<void> {
  const { image_url } = await findShown(tx, listingId);
  if (image_url === shown.image_url) return;
  await showPicture(tx, listingId, shown, now);
  const action = shown.image_url ? 'listing_picture_changed' : 'listing_picture_removed';
  await audit(tx, now, actor, action, listingId, { before: { image_url }, after: { image_url: shown.image_url } });
}

async function lockKept(tx: Tx, id: number): Promise<void> {
  if (!(await lockListing(tx, id))) throw new Refusal('not_found');
  if ((await findContent(tx, id))!.deleted_at) throw new Refusal('listing_deleted');
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

/** A file of a picture by its name. */
export async function getPictureFile(db: Db, id: string, name: string): Promise<{ bytes: Buffer; type: string }> {
  const [width, type] = name.split('.') as [string, string];
  const bytes = await findFile(db, id, Number(width), type);
  if (!bytes) throw new Refusal('not_found');
  return { bytes, type: `image/${type}` };
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
