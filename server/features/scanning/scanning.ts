import { isDemoCode, normalizeCode } from '../../../contract/code-form.ts';
import { type QrData, recordScan as recordScanEndpoint } from '../../../contract/scanning.ts';
import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import type { Db } from '../../platform/database/database.ts';
import { GuardedJson } from '../../platform/http/guarded-reply.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ListingRow, presentExperience, type Viewer } from '../listings/listings.ts';
import { findPlaceWithExperiences } from '../places/places.ts';
import type { ScanResult } from './record-scan.ts';
import type { ScanRow } from './scanning.store.ts';

export { codeKeys, newCode } from './code-check.ts';
export { landingOf } from './landing.ts';
export { qrSvg } from './qr-image.ts';
export { scanForRequest } from './record-scan.ts';
export { findCode, listCodes } from './scanning.store.ts';

/** What content without a place of its own falls back to, for display only. */
export const defaultLocationId = 1;

/** The address a printed code leads to. */
export const codeUrl = (publicUrl: string, locationId: number, code: string) =>
  `${publicUrl}/location/${locationId}?qr=${code}`;

/**
 * The answer to a scan in the scanner: what the code stands for, and the experiences of its place.
 * @param kept the list whose digest the scan was told.
 */
export function presentScan(
  { code, row, scannedAt }: ScanResult,
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
    experiences: presentList(code, row, kept, viewer),
    scan_timestamp: scannedAt.toISOString(),
    counted: row.counted,
  });
}

/** A place's list as guests are shown it, and the digest of the rows it was made from. */
export interface ShownList {
  digest: string;
  list: GuardedJson;
}

/** What was shown last for a code, in its stored form: the database then sends no rows that have not changed. */
const shownLists = new ByteBoundedCache<ShownList>(
  16 * 1024 * 1024,
  ({ digest, list }) => list.bytes.length + 2 * digest.length + 200,
);

/** Only a traveler's links and an admin's figures are their own; all others are shown the same. */
const isShownOwn = ({ role }: Viewer) => role === 'traveler' || role === 'admin';

/** The list that is kept for a code, however it is spelled, where this viewer may be shown it. */
export function keptListOf(asked: string, viewer: Viewer): ShownList | undefined {
  const code = normalizeCode(asked);
  return code === null || isShownOwn(viewer) ? undefined : shownLists.get(code);
}

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
