import { isDemoCode } from '../../../contract/code-form.ts';
import { hawaiiMonth } from '../../../contract/hawaii-time.ts';
import type { ListRules } from '../../../contract/list-rules.ts';
import { type QrData, recordScan as recordScanEndpoint } from '../../../contract/scanning.ts';
import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import type { Db } from '../../platform/database/database.ts';
import { GuardedJson } from '../../platform/http/guarded-reply.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import { findPlaceWithExperiences, type Look, shownOf } from '../places/places.ts';
import type { ScanResult } from './record-scan.ts';
import type { PlaceRow, ScanRow } from './scanning.store.ts';

export { codeKeys, isOurs, newCode } from './code-check.ts';
export { landingOf } from './landing.ts';
export { sumWrongCodes } from './orphan-scans.store.ts';
export { qrSvg } from './qr-image.ts';
export { scanForRequest, storedCode } from './record-scan.ts';
export { findCode, listCodes } from './scanning.store.ts';

/** What content without a place of its own falls back to, for display only. */
export const defaultLocationId = 1;

/** The address a printed code leads to. */
export const codeUrl = (publicUrl: string, locationId: number, code: string) =>
  `${publicUrl}/location/${locationId}?qr=${code}`;

/**
 * The answer to a scan in the scanner: what the code stands for, and the experiences of its place.
 * @param kept the place whose digest the scan was told.
 */
export async function presentScan(
  { code, row, scannedAt }: ScanResult,
  kept: ShownPlace | undefined,
  viewer: Viewer,
  look: Look,
): Promise<GuardedJson> {
  const { qr_data, listings } = row.place ? showPlace(code, row, row.place, viewer) : kept!;
  return GuardedJson.compose(recordScanEndpoint.reply.shape, {
    qr_data,
    experiences: GuardedJson.list((await shownOf(listings, look)).map(({ shown }) => shown)),
    scan_timestamp: scannedAt.toISOString(),
    counted: row.counted,
  });
}

/** What a code stands for and its place's list, as guests are shown them, and the digest of what they were made from. */
export interface ShownPlace {
  digest: string;
  qr_data: GuardedJson;
  /** Those that it shows at some time to somebody: which of them, each scan decides. */
  listings: { rules: ListRules | null; shown: GuardedJson }[];
}

/** What an entry takes for a listing beside its words: objects, a rule; about. */
const listingBytes = 400;

/** What was shown last for a code, in its stored form: the database then sends nothing that has not changed. */
const shownPlaces = new ByteBoundedCache<ShownPlace>(
  16 * 1024 * 1024,
  ({ digest, qr_data, listings }) =>
    listings.reduce((sum, { shown }) => sum + shown.bytes.length + listingBytes, 0) +
    qr_data.bytes.length +
    2 * digest.length +
    300,
);

/** Only a traveler's links and an admin's figures are their own; all others are shown the same. */
const isShownOwn = ({ role }: Viewer) => role === 'traveler' || role === 'admin';

/** What is closed this month is shown otherwise in the next. */
const shownKey = (code: string, { language, now }: Viewer) => `${language} ${hawaiiMonth(now)} ${code}`;

/** The place that is kept for a code, where this viewer may be shown it. */
export function keptPlaceOf(code: string, viewer: Viewer): ShownPlace | undefined {
  return isShownOwn(viewer) ? undefined : shownPlaces.get(shownKey(code, viewer));
}

const coordinatesOf = ({ latitude, longitude }: Pick<PlaceRow, 'latitude' | 'longitude'>): QrData['coordinates'] =>
  latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };

/** Makes what a viewer is shown of a place, and keeps it where all others are shown the same. */
function showPlace(code: string, { location_id, place_digest }: ScanRow, place: PlaceRow, viewer: Viewer): ShownPlace {
  const { listings: rows, latitude, longitude, partner_id, ...words } = place;
  const shape = recordScanEndpoint.reply.shape;
  const shown = {
    digest: place_digest!,
    qr_data: GuardedJson.of(shape.qr_data, {
      qr_code_id: code,
      location_id: location_id!,
      ...words,
      distributor_id: partner_id,
      coordinates: coordinatesOf({ latitude, longitude }),
      demo: false,
    }),
    listings: rows.map(({ rules, ...listing }) => ({
      rules,
      shown: GuardedJson.of(shape.experiences.element, presentExperience(listing, viewer)),
    })),
  };
  if (!isShownOwn(viewer)) shownPlaces.set(shownKey(code, viewer), shown);
  return shown;
}

/** A demo scan: the default place under the name "Demo Location"; nothing is recorded. */
export async function presentDemoScan(db: Db, code: string, viewer: Viewer, look: Look) {
  const shown = await findPlaceWithExperiences(db, defaultLocationId, viewer, look);
  if (!shown || !isDemoCode(code)) throw new Refusal('not_found');
  const qr_data: QrData = {
    qr_code_id: code,
    location_id: shown.place.id,
    location_name: 'Demo Location',
    location_description: shown.place.description,
    address: shown.place.address,
    distributor_id: null,
    coordinates: coordinatesOf(shown.place),
    demo: true,
  };
  return { qr_data, experiences: shown.experiences, scan_timestamp: viewer.now.toISOString(), counted: false };
}
