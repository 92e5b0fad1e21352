import type { Readable } from 'node:stream';
import type { Upload, UploadPurpose } from '../../../contract/uploads.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../database/database.ts';
import { type Tenant, withTenant } from '../database/tenants.store.ts';
import { Refusal } from '../http/refusal.ts';
import { retention } from '../retention.ts';
import type { Settings } from '../settings.ts';
import { hasUpload, listUploadFiles, readUpload, removeUploadFiles } from './upload-files.ts';
import { claimRow, findUpload, findUploadIds, insertUpload, type UploadRow } from './uploads.store.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Whose an upload is: the caller's organisation's where they call for one, else the caller's own. */
const senderOf = ({ caller, membership }: Context): Tenant => ({
  person: caller!.userId,
  organisation: membership?.organisationId,
});

const describe = ({ sha256, expires_at, ...row }: UploadRow): Upload => ({
  id: row.id,
  purpose: row.purpose as UploadPurpose,
  name: row.name,
  bytes: row.bytes,
  media_type: row.media_type,
  sha256: sha256.toString('hex'),
  expires_at: expires_at.toISOString(),
});

/** Keeps the file that a request has brought, until something claims it or its time is over. */
export async function keepUpload(ctx: Context, purpose: UploadPurpose): Promise<Upload> {
  const upload = ctx.upload();
  const created_at = ctx.clock.now();
  const row: UploadRow = {
    id: upload.id,
    purpose,
    user_id: ctx.caller!.userId,
    organisation_id: ctx.membership?.organisationId ?? null,
    name: upload.name,
    bytes: upload.bytes,
    media_type: upload.mediaType,
    sha256: upload.sha256,
    created_at,
    expires_at: new Date(created_at.getTime() + retention.uploadDays * dayMs),
    claimed_at: null,
  };
  // First the file: a file without a row goes by itself, a row without its file would promise what is not there.
  await upload.keep();
  await withTenant(ctx.db, senderOf(ctx), (tx) => insertUpload(tx, row));
  return describe(row);
}

/** What is known of an upload of the caller's. @throws Refusal `not_found` */
export async function getUpload(ctx: Context, id: string): Promise<Upload> {
  const row = await withTenant(ctx.db, senderOf(ctx), (tx) => findUpload(tx, id));
  if (!row) throw new Refusal('not_found');
  return describe(row);
}

/**
 * A file of the caller's for a purpose, to be looked at and left to its time: nothing takes it up.
 * @throws Refusal `not_found` where there is none, or its time is over
 */
export async function peekUpload(ctx: Context, id: string, purpose: UploadPurpose): Promise<ClaimedUpload> {
  const row = await withTenant(ctx.db, senderOf(ctx), (tx) => findUpload(tx, id));
  const isThere = row?.purpose === purpose && (row.claimed_at !== null || row.expires_at > ctx.clock.now());
  if (!row || !isThere || !(await hasUpload(ctx.settings, id, row.bytes))) throw new Refusal('not_found');
  const { name, bytes, media_type: mediaType, sha256 } = row;
  return { name, bytes, mediaType, sha256, read: () => readUpload(ctx.settings, id) };
}

/** A file that somebody has sent for what is done now. */
export interface ClaimedUpload {
  name: string;
  bytes: number;
  /** What its bytes say it is; of a table with its encoding. */
  mediaType: string;
  sha256: Buffer;
  /** Its bytes, from the beginning. Whoever asks for them reads them to the end or destroys the stream. */
  read: () => Readable;
}

/**
 * Takes up an upload of the tenant that the transaction works for: nobody else can any more, and it stays until its row is deleted.
 * @throws Refusal `not_found` where there is none for this purpose: of another, taken up before, or expired.
 */
export async function claimUpload(
  tx: Tx,
  { settings, now }: { settings: Settings; now: Date },
  id: string,
  purpose: UploadPurpose,
): Promise<ClaimedUpload> {
  const row = await claimRow(tx, id, purpose, now);
  if (!row || !(await hasUpload(settings, id, row.bytes))) throw new Refusal('not_found');
  const { name, bytes, media_type: mediaType, sha256 } = row;
  return { name, bytes, mediaType, sha256, read: () => readUpload(settings, id) };
}

/** The bytes of an upload that was claimed before, from the beginning. */
export const readClaimed = (settings: Settings, id: string): Readable => readUpload(settings, id);

/** Takes away files that no row names, and to which nobody has written for an hour, as to one that is on its way. */
export async function tidyUploadFiles(db: Db, now: Date, settings: Settings): Promise<void> {
  const files = await listUploadFiles(settings, new Date(now.getTime() - hourMs));
  const kept = await findUploadIds(db, [...files.keys()]);
  for (const [id, names] of files) if (!kept.has(id)) await removeUploadFiles(settings, names);
}
