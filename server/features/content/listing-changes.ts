import { type ListingAction, listingActions } from '../../../contract/listing-form.ts';
import { type Actor, type AuditRecord, recordAudits } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { undoableAfter } from '../../platform/undo.ts';
import { changeOfMany, type Doing } from '../work/work.ts';
import { bringBack, type Changed, findSeenListings, type ListingFilter, mark, setAside } from './content.store.ts';

const marks = {
  activate: { field: 'is_active', value: true },
  deactivate: { field: 'is_active', value: false },
  feature: { field: 'is_featured', value: true },
  unfeature: { field: 'is_featured', value: false },
} as const;

/** Does it to those that are not so already, in the transaction, each noted in the audit log. @returns those */
export async function changeEach(
  tx: Tx,
  ids: readonly number[],
  { now, actor, action, at }: Doing<ListingAction>,
): Promise<number[]> {
  const [changed, noted] = await does(tx, ids, { now, action, at });
  const by = { actorId: actor.userId, requestId: actor.requestId };
  await recordAudits(
    tx,
    now,
    changed.map((row) => ({ ...by, ...noted(row), subject: { kind: 'listing', id: row.id } })),
  );
  return changed.map(({ id }) => id);
}

type Noted = (row: Changed) => Pick<AuditRecord, 'action' | 'before' | 'after'>;

async function does(
  tx: Tx,
  ids: readonly number[],
  { now, action, at }: Omit<Doing<ListingAction>, 'actor'>,
): Promise<readonly [Changed[], Noted]> {
  if (action === 'delete')
    return [
      await setAside(tx, ids, { now, at }),
      ({ is_active }) => ({ action: 'listing_deleted', before: { is_active } }),
    ];
  if (action === 'restore') {
    const back = await bringBack(tx, ids, { now, after: undoableAfter(now), at });
    return [back, ({ is_active }) => ({ action: 'listing_restored', after: { is_active } })];
  }
  const { field, value } = marks[action];
  const [before, after] = [{ [field]: !value }, { [field]: value }];
  return [await mark(tx, ids, { field, value, now }), () => ({ action: 'listing_changed', before, after })];
}

const listings = changeOfMany({
  kind: 'listings-change',
  actions: listingActions,
  gone: 'listing_gone',
  change: changeEach,
  file: { name: 'listings', columns: ['listing'], line: (id) => [id] },
});
/** Does it to the listings that matched when it was asked for, and no others, with a file of those it changed. */
export const listingsChange = listings.work;

/** Begins to undo what long work has deleted. @returns the long work that does. @throws Refusal `not_found`, `listing_gone`, `work_unended` */
export const undoDeletion = listings.undo;

/** Does it to some listings. @returns how many it changed */
export async function changeListings(
  db: Db,
  now: Date,
  actor: Actor,
  ids: readonly number[],
  action: ListingAction,
): Promise<{ changed: number; left_out: number }> {
  const { asked, told } = await listings.these(db, ids, { now, actor, action });
  return { changed: told.length, left_out: asked - told.length };
}

/** Begins to do it to all that match and were seen. @returns the long work. @throws Refusal `list_changed` */
export async function changeMatching(
  services: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  { seen, action, ...filter }: ListingFilter & { seen: string; action: ListingAction },
): Promise<string> {
  return await listings.begin(services, now, actor, await findSeenListings(services.db, filter, seen), action);
}
