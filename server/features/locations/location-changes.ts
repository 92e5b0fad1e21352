import { type LocationAction, locationActions, mostKeptTold } from '../../../contract/location-form.ts';
import type { KeptPlace } from '../../../contract/locations.ts';
import { type Actor, type AuditRecord, recordAudits } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { undoableAfter } from '../../platform/undo.ts';
import { defaultLocationId } from '../scanning/scanning.ts';
import { changeOfMany, type Doing } from '../work/work.ts';
import {
  bringLocationsBack,
  findUsesOf,
  lockLocations,
  setLocationsAside,
  type Uses,
} from './location-changes.store.ts';
import { findSeenLocations, type LocationFilter } from './locations.store.ts';

/** What came of one: it was changed, or kept for a reason. */
type Told = Pick<KeptPlace, 'id' | 'name'> | KeptPlace;
const isKept = (told: Told): told is KeptPlace => 'reason' in told;

/** Does it to those that are not so already and can be, each noted in the audit log. @returns what came of them; of the others nothing */
export async function changeEachPlace(
  tx: Tx,
  ids: readonly number[],
  { now, actor, action, at }: Doing<LocationAction>,
): Promise<Told[]> {
  await lockLocations(tx, ids);
  if (action === 'delete') {
    const uses = await findUsesOf(tx, ids, now);
    const free = uses.filter((place) => !reasonOf(place));
    await setLocationsAside(
      tx,
      free.map(({ id }) => id),
      at ?? now,
    );
    await note(
      tx,
      now,
      actor,
      free.map((place) => ({ action: 'place_deleted', id: place.id, before: partnerOf(place) })),
    );
    return uses.map(told);
  }
  const back = await bringLocationsBack(tx, ids, { after: undoableAfter(now), at });
  await note(
    tx,
    now,
    actor,
    back.map((place) => ({ action: 'place_restored', id: place.id, after: partnerOf(place) })),
  );
  return back.map(({ id, name }) => ({ id, name }));
}

const partnerOf = ({ partner }: Pick<Uses, 'partner'>) => ({ partner });

function reasonOf({ id, code_count, is_scanned }: Uses): KeptPlace['reason'] | undefined {
  if (code_count > 0) return 'codes';
  if (is_scanned) return 'scanned';
  return id === defaultLocationId ? 'stands_in' : undefined;
}

function told(place: Uses): Told {
  const { id, name, codes, code_count } = place;
  const reason = reasonOf(place);
  return { id, name, ...(reason && { reason, codes, code_count }) };
}

type Noted = Pick<AuditRecord, 'action' | 'before' | 'after'> & { id: number };

const note = (tx: Tx, now: Date, { userId: actorId, requestId }: Actor, all: readonly Noted[]) =>
  recordAudits(
    tx,
    now,
    all.map(({ id, ...what }) => ({ ...what, actorId, subject: { kind: 'place', id }, requestId })),
  );

const outcomes: Record<LocationAction, string> = { delete: 'deleted', restore: 'restored' };

const places = changeOfMany<LocationAction, Told>({
  kind: 'places-change',
  actions: locationActions,
  gone: 'location_gone',
  change: changeEachPlace,
  file: {
    name: 'places',
    columns: ['place', 'name', 'outcome', 'reason', 'codes', 'code_count'],
    line: (told, action) =>
      isKept(told)
        ? [told.id, told.name, 'kept', told.reason, told.codes.join(' '), told.code_count]
        : [told.id, told.name, outcomes[action], '', '', ''],
  },
  said: (told) => {
    const kept = told.filter(isKept);
    return { kept: { count: kept.length, places: kept.slice(0, mostKeptTold) } };
  },
});

/** Does it to the places that matched when it was asked for, and no others, with a file of what came of each. */
export const placesChange = places.work;

/** Begins to undo what long work has deleted. @returns the long work that does. @throws Refusal `not_found`, `location_gone`, `work_unended` */
export const undoDeletion = places.undo;

/** Does it to some places. @returns how many it changed, and those that cannot be deleted with why */
export async function changeLocations(
  db: Db,
  now: Date,
  actor: Actor,
  ids: readonly number[],
  action: LocationAction,
): Promise<{ changed: number; left_out: number; kept: KeptPlace[] }> {
  const { asked, told } = await places.these(db, ids, { now, actor, action });
  const kept = told.filter(isKept);
  return { changed: told.length - kept.length, left_out: asked - told.length, kept };
}

/** Begins to do it to all that match and were seen. @returns the long work. @throws Refusal `list_changed` */
export async function changeMatching(
  services: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  { seen, action, ...filter }: LocationFilter & { seen: string; action: LocationAction },
): Promise<string> {
  return await places.begin(services, now, actor, await findSeenLocations(services.db, filter, seen), action);
}
