import { createHash } from 'node:crypto';
import { locationFields } from '../../../contract/location-form.ts';
import type { KeptPlace, ListedLocation, LocationContent, LocationWithHistory } from '../../../contract/locations.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isNameOrWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { deletionOf, requireUndoable } from '../../platform/undo.ts';
import { holdRoom, islandOf, makePlace, type PlaceValues, requireIsland } from '../codes/codes.ts';
import { changeEachPlace } from './location-changes.ts';
import { historyOfPlace } from './location-history.ts';
import {
  countLocations,
  findLocation,
  findLocationPage,
  findPartner,
  findUses,
  forgetArranged,
  type ListedRow,
  type LocationFilter,
  type LocationRow,
  lockLocation,
  updateLocationRow,
} from './locations.store.ts';

/** All that is edited of a place; its partner by the organisation's id. */
export interface Content {
  name: string;
  description: string;
  address: string;
  latitude: number | null;
  longitude: number | null;
  partner: string | null;
}

/** A page of the places, and how many there are of each kind. @throws Refusal `invalid_request` for a cursor that is none */
export async function listLocations(db: Db, now: Date, { sort, after, limit, ...filter }: ListQuery & LocationFilter) {
  const page = readPage({ sort, after, limit }, isNameOrWhole, numberId);
  const { rows, total, digest } = await findLocationPage(db, filter, page);
  const shown = rows.map((row) => show(row, now));
  return { rows: shown, total, digest, next: nextOf(sort, page, rows), counts: await countLocations(db) };
}

/** One place as it is edited, with who changed what. @throws Refusal `not_found` */
export async function getLocation(db: Db, now: Date, id: number): Promise<LocationWithHistory> {
  const row = await findLocation(db, id);
  if (!row) throw new Refusal('not_found');
  return { ...showAll(row, now), history: await historyOfPlace(db, row.history) };
}

/** Makes a place. @throws Refusal `invalid_request` for a position far from all islands, or a partner that is none */
export async function createLocation(db: Db, now: Date, actor: Actor, content: Content): Promise<LocationContent> {
  const place = valuesOf(content);
  return await withTransaction(db, async (tx) => {
    const partner = await requirePartner(tx, content.partner);
    const id = await makePlace(tx, now, actor, place, partner);
    return showAll((await findLocation(tx, id))!, now);
  });
}

/** What is written of a place, whose island its position tells. */
export function placeOf({ partner, ...content }: Content): PlaceValues {
  const { latitude, longitude } = content;
  const position = latitude === null || longitude === null ? undefined : { latitude, longitude };
  return { ...content, organisation_id: partner, island: (position && islandOf(position)) ?? '' };
}

/** @throws Refusal `invalid_request` for a position far from all islands */
function valuesOf(content: Content): PlaceValues {
  const { latitude, longitude } = content;
  if (latitude !== null && longitude !== null) requireIsland({ latitude, longitude });
  return placeOf(content);
}

/** @returns its name. @throws Refusal `invalid_request` at the field */
async function requirePartner(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const found = await findPartner(tx, id);
  if (found) return found.name;
  throw partnerFault('must be one of the partners');
}

const atPartner = (message: string) => [{ path: 'body.partner', code: 'custom', message }];
const partnerFault = (message: string) =>
  new Refusal('invalid_request', { detail: `body.partner: ${message}` }).withFields(atPartner(message));

/**
 * Gives a place to a partner, or to nobody. One that had a partner goes on as if it never had one: what was counted at a place and by its
 * codes is read by whoever has the place, so that none of it may be there.
 * @returns the name of the new one. @throws Refusal `location_keeps_partner`, `invalid_request`
 */
async function giveTo(tx: Tx, now: Date, { id, partner, codes }: LocationRow, to: string | null) {
  if (partner) {
    const uses = await findUses(tx, id, now);
    const keeps = (detail: string) => new Refusal('location_keeps_partner', { detail }).withFields(atPartner(detail));
    if (uses.codes > 0) throw keeps(leadTo(uses.codes));
    if (uses.is_counted) throw keeps('what guests did there was counted for it');
    await forgetArranged(tx, id);
  }
  const name = await requirePartner(tx, to);
  if (to === null || codes === 0) return name;
  const { left, most } = await holdRoom(tx, to);
  if (codes <= left) return name;
  const [further, all] = [left.toLocaleString('en'), most.toLocaleString('en')];
  throw partnerFault(`has room for ${further} further codes, of ${all}: ${leadTo(codes)}`);
}

const leadTo = (codes: number) => (codes === 1 ? 'a code leads to it' : `${codes} codes lead to it`);

/**
 * Gives a place its content anew. The same content sent again, as after an answer that was lost, changes nothing.
 * @param replaces the version that it was made from.
 * @throws Refusal `not_found`, `location_deleted`, `changed_meanwhile` where it is another version by now,
 *   `location_keeps_partner`, `invalid_request`
 */
export async function updateLocation(
  db: Db,
  now: Date,
  actor: Actor,
  id: number,
  { replaces, ...content }: Content & { replaces: string },
): Promise<LocationContent> {
  const place = valuesOf(content);
  return await changing(db, now, id, async (tx, row) => {
    if (row.deleted_at) throw new Refusal('location_deleted');
    const before = contentOf(row);
    if (versionOf(content) === versionOf(before)) return;
    if (replaces !== versionOf(before)) throw new Refusal('changed_meanwhile');
    const partner =
      content.partner === before.partner ? row.partner?.name : await giveTo(tx, now, row, content.partner);
    await updateLocationRow(tx, id, place);
    const changed = locationFields.filter((field) => before[field] !== content[field]);
    const of = (values: Content, name: string | null | undefined) =>
      Object.fromEntries(changed.map((field) => [field, field === 'partner' ? (name ?? null) : values[field]]));
    const values = { before: of(before, row.partner?.name), after: of(content, partner) };
    await audit(tx, now, actor, 'place_changed', id, values);
  });
}

/** Sets a place aside; one that is stays so. @throws Refusal `not_found`, `location_in_use` */
export async function deleteLocation(db: Db, now: Date, actor: Actor, id: number): Promise<LocationContent> {
  return await changing(db, now, id, async (tx, row) => {
    if (row.deleted_at) return;
    const [told] = await changeEachPlace(tx, [id], { now, actor, action: 'delete' });
    if (told && 'reason' in told) throw new Refusal('location_in_use', { detail: keptWords[told.reason](told) });
  });
}

const keptWords: Record<KeptPlace['reason'], (place: KeptPlace) => string> = {
  codes: ({ code_count }) => leadTo(code_count),
  scanned: () => 'it has been scanned, and those scans stay with it',
  stands_in: () => 'it is shown where content has no place of its own',
};

/** Undoes that; one that is not deleted stays as it is. @throws Refusal `not_found`, `location_gone` once it is too late */
export async function restoreLocation(db: Db, now: Date, actor: Actor, id: number): Promise<LocationContent> {
  return await changing(db, now, id, async (tx, row) => {
    if (!row.deleted_at) return;
    requireUndoable(row.deleted_at, now, 'location_gone');
    await changeEachPlace(tx, [id], { now, actor, action: 'restore' });
  });
}

/** Changes one while nobody else does. @returns it as it is then. @throws Refusal `not_found` */
async function changing(db: Db, now: Date, id: number, change: (tx: Tx, row: LocationRow) => Promise<void>) {
  return await withTransaction(db, async (tx) => {
    if (!(await lockLocation(tx, id))) throw new Refusal('not_found');
    await change(tx, (await findLocation(tx, id))!);
    return showAll((await findLocation(tx, id))!, now);
  });
}

async function audit(
  tx: Tx,
  now: Date,
  { userId, requestId }: Actor,
  action: string,
  id: number,
  values: { before?: object; after?: object },
): Promise<void> {
  await recordAudit(tx, now, { action, actorId: userId, subject: { kind: 'place', id }, ...values, requestId });
}

const contentOf = ({ partner, ...row }: LocationRow): Content => ({ ...row, partner: partner?.id ?? null });

/** Names what is edited of a place, so that whoever has the same has the same version, whatever happened in between. */
const versionOf = (content: Content) =>
  createHash('sha256')
    .update(JSON.stringify(locationFields.map((field) => content[field])))
    .digest('base64url');

function show(row: ListedRow, now: Date): ListedLocation {
  const { id, name, address, island, latitude, longitude, partner, codes, listings } = row;
  return {
    ...{ id, name, address, island, latitude, longitude, partner, codes, listings },
    created_at: row.created_at.toISOString(),
    ...deletionOf(row.deleted_at, now),
  };
}

const showAll = (row: LocationRow, now: Date): LocationContent => ({
  ...show(row, now),
  ...{ description: row.description, image_url: row.image_url },
  version: versionOf(contentOf(row)),
});
