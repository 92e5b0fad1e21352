import { createHash } from 'node:crypto';
import type { Input, Reply } from '../../../contract/endpoint.ts';
import { clockOf, failing, type ListRules, type Moment, minuteOf } from '../../../contract/list-rules.ts';
import type {
  ChosenList,
  ChosenListing,
  listPlaceLists as listEndpoint,
  previewPlace as previewEndpoint,
  putPlaceList as putEndpoint,
} from '../../../contract/place-lists.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal, wrongField } from '../../platform/http/refusal.ts';
import { isNameOrWhole, nextOf, numberId, readPage } from '../../platform/lists.ts';
import type { Viewer } from '../listings/listings.ts';
import { countShown, findPlaceWithExperiences, type Look } from '../places/places.ts';
import { lockPlaced, setArranged } from './curation.store.ts';
import {
  findChoosable,
  findChosen,
  findHousePlace,
  findPlacePage,
  putBehind,
  replaceChosen,
} from './house-lists.store.ts';

type HousePlace = NonNullable<Awaited<ReturnType<typeof findHousePlace>>>;
type Ruled = Pick<ChosenListing, 'id' | 'rules'>;

/** A page of all places, with how much each shows to whoever looks. @throws Refusal `invalid_request` for a cursor that is none */
export async function listPlaceLists(db: Db, look: Look, query: Input<typeof listEndpoint>['query']) {
  const { sort, after, limit, search, empty } = query;
  const page = readPage({ sort, after, limit }, isNameOrWhole, numberId);
  const { rows, total } = await findPlacePage(db, look.now, { search, empty }, page);
  const ids = rows.map(({ id }) => id);
  const shown = await countShown(db, ids, look);
  return {
    rows: rows.map((row) => ({ ...row, shown: shown.get(row.id) ?? 0 })),
    total,
    next: nextOf(sort, page, rows),
  };
}

/** What is chosen for a place, with its rules and its partner's marks. @throws Refusal `not_found` */
export async function getPlaceList(db: Db, id: number): Promise<ChosenList> {
  const place = await findHousePlace(db, id);
  if (!place) throw new Refusal('not_found');
  return show(place, await findChosen(db, id));
}

/**
 * Gives a place its list anew. What its partner hides stays hidden, and the order that they gave it is replaced only where that is asked for.
 * The same list sent again, as after an answer that was lost, changes nothing.
 * @throws Refusal `not_found`, `changed_meanwhile` where it is another version by now, `invalid_request` for a listing that is not in the guide
 *   and that the place does not have, or for another order than the partner's
 */
export async function putPlaceList(
  db: Db,
  now: Date,
  actor: Actor,
  id: number,
  { replaces, over_partner, listings }: Input<typeof putEndpoint>['body'],
): Promise<ChosenList> {
  return await withTransaction(db, async (tx) => {
    const place = await findHousePlace(tx, id, { lock: true });
    if (!place) throw new Refusal('not_found');
    await lockPlaced(tx, id);
    const before = await findChosen(tx, id);
    if (contentOf(before) === contentOf(listings)) return show(place, before);
    if (replaces !== versionOf(before)) throw new Refusal('changed_meanwhile');
    const had = before.map((one) => one.id);
    await requireChoosable(tx, had, listings);
    const isReordered = isAnotherOrder(had, listings);
    if (place.arranged_at && isReordered && !over_partner)
      throw fault('over_partner', 'another order than the partner’s');
    await replaceChosen(tx, id, had, listings);
    await putBehind(
      tx,
      id,
      listings.map((one) => one.id),
    );
    if (place.arranged_at && isReordered) await setArranged(tx, id, null);
    await recordAudit(tx, now, {
      ...{ action: 'place_list_changed', actorId: actor.userId, subject: { kind: 'place', id } },
      ...{ before: told(before), after: told(listings), requestId: actor.requestId },
    });
    return show((await findHousePlace(tx, id))!, await findChosen(tx, id));
  });
}

/** What a guest sees of a place at a moment, and what they do not, and why. @throws Refusal `not_found` */
export async function previewPlace(
  db: Db,
  id: number,
  viewer: Viewer,
  query: Input<typeof previewEndpoint>['query'],
): Promise<Reply<typeof previewEndpoint>> {
  const { language, stay } = query;
  const { day, minute } = {
    ...clockOf(viewer.now),
    ...(query.day && { day: query.day }),
    ...(query.at && { minute: minuteOf(query.at) }),
  };
  const at = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  const now = new Date(`${day}T${at}:00-10:00`);
  const found = await findPlaceWithExperiences(
    db,
    id,
    { ...viewer, language },
    { now, language, stayDay: async () => stay },
  );
  if (!found) throw new Refusal('not_found');
  const shown = new Set(found.experiences.map((one) => one.id));
  const left = (await findChosen(db, id)).filter((one) => !shown.has(one.id));
  const moment = { day, minute, language, stay };
  const left_out = left.map((one) => ({ id: one.id, name: one.name, why: whyNot(one, moment), rules: one.rules }));
  return { at, day, language, stay, experiences: found.experiences, left_out };
}

const whyNot = ({ is_active, hidden_by_house, hidden_by_partner, rules }: ChosenListing, moment: Moment) => [
  ...(is_active ? [] : (['inactive'] as const)),
  ...(hidden_by_house ? (['house'] as const) : []),
  ...(hidden_by_partner ? (['partner'] as const) : []),
  ...failing(rules, moment),
];

async function requireChoosable(db: Db, had: readonly number[], listings: readonly Ruled[]): Promise<void> {
  const added = listings.map(({ id }) => id).filter((id) => !had.includes(id));
  const choosable = await findChoosable(db, added);
  const stray = added.find((id) => !choosable.has(id));
  if (stray !== undefined) throw fault('listings', `${stray} is not in the guide`);
}

/** Whether those that stay stand in another order. */
function isAnotherOrder(had: readonly number[], listings: readonly Ruled[]): boolean {
  const ids = listings.map(({ id }) => id);
  const stayed = had.filter((id) => ids.includes(id));
  return stayed.join() !== ids.filter((id) => had.includes(id)).join();
}

const fault = (field: string, message: string) => wrongField(`body.${field}`, message);

/** Rules as one text, whatever the order in which the database has their parts. */
const textOf = (rules: ListRules | null) =>
  rules && Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1));

const contentOf = (rows: readonly Ruled[]) => JSON.stringify(rows.map(({ id, rules }) => [id, textOf(rules)]));

/** Names a list with its rules and what hides of it, so that whoever has the same has the same version. */
const versionOf = (rows: readonly ChosenListing[]) =>
  createHash('sha256')
    .update(JSON.stringify(rows.map((one) => [one.id, textOf(one.rules), one.hidden_by_house, one.hidden_by_partner])))
    .digest('base64url');

const told = (rows: readonly Ruled[]) => ({
  order: rows.map(({ id }) => id),
  rules: Object.fromEntries(rows.flatMap(({ id, rules }) => (rules ? [[id, rules]] : []))),
});

const show = (
  { organisation_id, organisation, arranged_at, ...place }: HousePlace,
  listings: ChosenListing[],
): ChosenList => ({
  place,
  organisation: organisation_id === null || organisation === null ? null : { id: organisation_id, name: organisation },
  arranged_at: arranged_at?.toISOString() ?? null,
  listings,
  version: versionOf(listings),
});
