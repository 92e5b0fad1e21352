import { isDemoCode, normalizeCode } from '../../../contract/code-form.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { type QrData, recordScan as recordScanEndpoint } from '../../../contract/scanning.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { spendBytes } from '../../platform/call-limits.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { GuardedJson } from '../../platform/guarded-reply.ts';
import { Refusal } from '../../platform/refusal.ts';
import { deriveKey, type Settings } from '../../platform/settings.ts';
import { newToken } from '../../platform/tokens.ts';
import { findPlaceWithExperiences, type ListingRow, presentExperience, type Viewer } from '../discovery/discovery.ts';
import { isOurs } from './code-check.ts';
import { insertScan, type ScanRow } from './scanning.store.ts';

export { newCode } from './code-check.ts';
export { qrPng, qrSvg } from './qr-image.ts';
export { findCode, listCodes } from './scanning.store.ts';

/** A visit lasts 90 days in the browser that made it. */
export const visitSeconds = 90 * 86_400;

/** What content without a place of its own falls back to, for display only. */
export const defaultLocationId = 1;

/** The keys that code checks are made with, newest first. */
export const codeKeys = (settings: Pick<Settings, 'secretKeys'>) =>
  settings.secretKeys.map((key) => deriveKey(key, 'code'));

/** The address a printed code leads to. */
export const codeUrl = (publicUrl: string, locationId: number, code: string) =>
  `${publicUrl}/location/${locationId}?qr=${code}`;

export interface ScanRequest {
  code: string;
  source: 'scanner' | 'camera';
  /** Hash of the visit cookie; without one a new visit begins. */
  visitHash: Buffer | undefined;
  userId: string | null;
  device: object | null;
  withListings: boolean;
  knownListings?: string | undefined;
}

export interface ScanResult {
  /** The code in its stored form. */
  code: string;
  row: ScanRow;
  /** The new visit's token, for its cookie; undefined when the visit was known. */
  newVisitToken: string | undefined;
}

const refusals = {
  paused: 'code_paused',
  expired: 'code_expired',
  replaced: 'code_replaced',
} as const satisfies Record<string, ErrorCode>;

/**
 * Records a scan of a printed code.
 * @throws Refusal `invalid_code` for what has not the form of a code; `code_mistyped`, `code_unknown`, `code_paused`,
 * `code_expired` or `code_replaced`, each of which is logged as an orphan scan and credits nobody.
 */
export async function recordScan(db: Db, keys: readonly Buffer[], now: Date, scan: ScanRequest): Promise<ScanResult> {
  const code = normalizeCode(scan.code);
  if (!code) throw new Refusal('invalid_code');
  const genuine = isOurs(code, keys);
  const fresh = scan.visitHash ? undefined : newToken();
  const row = await insertScan(db, {
    code,
    visitHash: scan.visitHash ?? fresh!.hash,
    userId: scan.userId,
    now,
    source: scan.source,
    device: scan.device,
    unknownReason: genuine ? 'unknown' : 'mistyped',
    withListings: scan.withListings,
    knownListings: scan.knownListings ?? null,
  });
  if (row.state === 'unknown') throw new Refusal(genuine ? 'code_unknown' : 'code_mistyped');
  if (row.state !== 'active') throw new Refusal(refusals[row.state]);
  return { code, row, newVisitToken: fresh?.token };
}

/**
 * Records a scan for this request's visit, starting a visit where there is none. A page that a code opens spends the limits of
 * scans here, as it is no endpoint.
 */
export async function scanForRequest(
  ctx: Context,
  scan: Pick<ScanRequest, 'code' | 'source' | 'device' | 'withListings' | 'knownListings'>,
): Promise<ScanResult> {
  if (scan.source === 'camera') {
    await ctx.limits.spend({ limit: 'scan-network', key: ctx.network }, ctx.clock.now());
    await spendBytes('scan-bytes', { code: scan.code, device: scan.device }, ctx);
  }
  const result = await recordScan(ctx.db, codeKeys(ctx.settings), ctx.clock.now(), {
    ...scan,
    visitHash: ctx.visitHash,
    userId: ctx.caller?.userId ?? null,
  });
  if (result.newVisitToken) ctx.setCookie('visit', result.newVisitToken, visitSeconds);
  return result;
}

/**
 * The answer to a scan in the scanner: what the code stands for, and the experiences of its place.
 * @param kept the list whose digest the scan was told.
 */
export function presentScan(
  asked: string,
  { code, row }: ScanResult,
  kept: ShownList | undefined,
  viewer: Viewer,
): GuardedJson {
  const qr_data: QrData = {
    qr_code_id: code,
    location_id: row.location_id!,
    location_name: row.location_name!,
    location_description: row.location_description!,
    address: row.address!,
    distributor_id: row.partner_id,
    coordinates: { lat: row.latitude!, lng: row.longitude! },
    demo: false,
  };
  return GuardedJson.compose(recordScanEndpoint.reply.shape, {
    qr_data,
    experiences: presentList(asked, row, kept, viewer),
    scan_timestamp: viewer.now.toISOString(),
    counted: row.counted,
  });
}

/** A place's list as guests are shown it, and the digest of the rows it was made from. */
export interface ShownList {
  digest: string;
  list: GuardedJson;
}

/** What was shown last for a code: the database then sends no rows that have not changed. */
const shownLists = new BoundedMap<string, ShownList>(500);

/** Only a traveler's links and an admin's figures are their own; all others are shown the same. */
const isShownOwn = ({ role }: Viewer) => role === 'traveler' || role === 'admin';

/** The list that is kept for a code (as it was sent), where this viewer may be shown it. */
export const keptListOf = (code: string, viewer: Viewer): ShownList | undefined =>
  isShownOwn(viewer) ? undefined : shownLists.get(code);

/** The list of a scan as a viewer sees it: made of its rows, or the kept one where they were not sent. */
function presentList(
  code: string,
  { listings, listings_digest }: ScanRow,
  kept: ShownList | undefined,
  viewer: Viewer,
) {
  if (listings === null) return kept!.list;
  const rows: ListingRow[] = JSON.parse(listings);
  const list = GuardedJson.of(
    recordScanEndpoint.reply.shape.experiences,
    rows.map((listing) => presentExperience(listing, viewer)),
  );
  if (!isShownOwn(viewer)) shownLists.set(code, { digest: listings_digest, list });
  return list;
}

/** A demo scan: the default place under the name "Demo Location"; nothing is recorded. */
export async function presentDemoScan(db: Db, code: string, viewer: Viewer) {
  const shown = await findPlaceWithExperiences(db, defaultLocationId, viewer);
  if (!shown || !isDemoCode(code)) throw new Refusal('not_found');
  const qr_data: QrData = {
    qr_code_id: code,
    location_id: shown.place.id,
    location_name: 'Demo Location',
    location_description: shown.place.description,
    address: shown.place.address,
    distributor_id: null,
    coordinates: { lat: shown.place.latitude, lng: shown.place.longitude },
    demo: true,
  };
  return { qr_data, experiences: shown.experiences, scan_timestamp: viewer.now.toISOString(), counted: false };
}
