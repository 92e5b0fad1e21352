import { createHash } from 'node:crypto';
import type { Input, Reply } from '../../../contract/endpoint.ts';
import type {
  arrangePlace as arrangeEndpoint,
  getPlaceListings as listingsEndpoint,
  OwnPlace,
  PlacedListing,
  PlaceList,
} from '../../../contract/own-places.ts';
import type { Place } from '../../../contract/places.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Membership } from '../../platform/organisations/memberships.ts';
import { requireOwn } from '../codes/codes.ts';
import { missing } from '../organisations/organisations.ts';
import { countShown, type Look } from '../places/places.ts';
import {
  findAllPlaced,
  findOwnPlace,
  findOwnPlaces,
  findPlaced,
  findPlaceOfHouse,
  lockPlaced,
  type PlacedRow,
  setArranged,
  updatePlaced,
} from './curation.store.ts';

type Own = Pick<Membership, 'organisationId'>;
type Mark = Pick<PlacedListing, 'id' | 'is_hidden'>;

/** An organisation's places by name, at most 500. */
export async function listOwnPlaces(db: Db, look: Look, { organisationId }: Own): Promise<OwnPlace[]> {
  const places = await withTenant(db, { organisation: organisationId }, (tx) => findOwnPlaces(tx, organisationId));
  const ids = places.map(({ id }) => id);
  const shown = await countShown(db, ids, look);
  return places.map((place) => ({ ...place, shown: shown.get(place.id) ?? 0 }));
}

/** One of them, with all that the house has given to it. @throws Refusal `not_found` */
export async function getOwnPlace(db: Db, own: Own, id: number): Promise<PlaceList> {
  await requireOwn(db, own, { place: id });
  return await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const place = await findOwnPlace(tx, own.organisationId, id);
    if (!place) throw missing(false);
    return show(place, await findPlaced(tx, id));
  });
}

/**
 * Puts what a place shows in order, and hides some of it from guests. What no partner knows of, as a listing that the house hides, stays
 * where it is in the row. The same list sent again, as after an answer that was lost, is answered like the first.
 * @throws Refusal `not_found`, `changed_meanwhile` where the list is no longer the one that the new one was made from, `invalid_request`
 *   for a list that is not of the same listings
 */
export async function arrangePlace(
  db: Db,
  now: Date,
  actor: Actor,
  own: Own,
  id: number,
  { version, listings }: Input<typeof arrangeEndpoint>['body'],
): Promise<PlaceList> {
  await requireOwn(db, own, { place: id });
  return await withTenant(db, { organisation: own.organisationId }, async (tx) => {
    const place = await findOwnPlace(tx, own.organisationId, id, { lock: true });
    if (!place) throw missing(false);
    await lockPlaced(tx, id);
    const rows = await findPlaced(tx, id);
    const before = marksOf(rows);
    if (versionOf(listings) === versionOf(before)) return show(place, rows);
    if (version !== versionOf(before)) throw new Refusal('changed_meanwhile');
    requireSame(before, listings);
    await updatePlaced(tx, id, arranged(rows, listings));
    await setArranged(tx, id, now);
    await audit(tx, now, actor, id, before, listings);
    return show(place, await findPlaced(tx, id));
  });
}

/** All that a place has, for administrators: a partner's marks hide nothing from them. @throws Refusal `not_found` */
export async function getPlaceListings(db: Db, id: number): Promise<Reply<typeof listingsEndpoint>> {
  const found = await findPlaceOfHouse(db, id);
  if (!found) throw new Refusal('not_found');
  const { organisation_id, organisation, ...place } = found;
  return {
    place,
    organisation:
      organisation_id === null || organisation === null ? null : { id: organisation_id, name: organisation },
    listings: await findAllPlaced(db, id),
  };
}

function requireSame(before: readonly Mark[], after: readonly Mark[]): void {
  const ids = new Set(before.map(({ id }) => id));
  const stray = after.find(({ id }) => !ids.has(id));
  if (stray) throw new Refusal('invalid_request', { detail: `body.listings: ${stray.id} is not of this place` });
  if (after.length !== before.length)
    throw new Refusal('invalid_request', { detail: 'body.listings: must be all that the place has' });
}

const marksOf = (rows: readonly PlacedRow[]): Mark[] =>
  rows.flatMap(({ listing_id: id, hidden_by_partner, listing }) =>
    listing ? [{ id, is_hidden: hidden_by_partner }] : [],
  );

/** Names the content of a list, so that whoever has the same has the same version, whatever happened in between. */
const versionOf = (marks: readonly Mark[]) =>
  createHash('sha256')
    .update(JSON.stringify(marks.map(({ id, is_hidden }) => [id, is_hidden])))
    .digest('base64url');

const show = (place: Place, rows: readonly PlacedRow[]): PlaceList => ({
  place,
  listings: rows.flatMap(({ listing_id: id, hidden_by_partner: is_hidden, listing }) =>
    listing ? [{ id, ...listing, is_hidden }] : [],
  ),
  version: versionOf(marksOf(rows)),
});

/** The whole row of a place anew: the known ones in their new order, at the positions that known ones had. */
function arranged(rows: readonly PlacedRow[], listings: readonly Mark[]) {
  let next = 0;
  return rows.map((row, position) => {
    const { listing_id, hidden_by_partner } = row;
    if (!row.listing) return { listing_id, hidden_by_partner, position };
    const { id, is_hidden } = listings[next++]!;
    return { listing_id: id, hidden_by_partner: is_hidden, position };
  });
}

async function audit(
  tx: Tx,
  now: Date,
  { userId, requestId }: Actor,
  id: number,
  was: readonly Mark[],
  is: readonly Mark[],
) {
  const told = (marks: readonly Mark[]) => ({
    order: marks.map((one) => one.id),
    hidden: marks.filter((one) => one.is_hidden).map((one) => one.id),
  });
  const subject = { kind: 'place', id };
  const change = { before: told(was), after: told(is), requestId };
  await recordAudit(tx, now, { action: 'place_arranged', actorId: userId, subject, ...change });
}
