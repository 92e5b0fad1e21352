import { z } from 'zod';
import { type ListingAction, listingActions } from '../../../contract/listing-form.ts';
import { type Actor, type AuditRecord, recordAudits } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isUnended } from '../../platform/long-work/long-work.store.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { requireUndoable, undoableAfter } from '../../platform/undo.ts';
import { beginLongWork } from '../work/work.ts';
import { bringBack, type Changed, findSeenListings, type ListingFilter, mark, setAside } from './content.store.ts';
import { findDeletion, lockTaken, putTaken } from './deletions.store.ts';

const perTransaction = 200;

interface Doing {
  now: Date;
  actor: Actor;
  action: ListingAction;
  /** When all that is deleted at once was asked to be; or of the deletion that is undone, where it is one alone. */
  at?: Date | undefined;
}

const marks = {
  activate: { field: 'is_active', value: true },
  deactivate: { field: 'is_active', value: false },
  feature: { field: 'is_featured', value: true },
  unfeature: { field: 'is_featured', value: false },
} as const;

/** Does it to those that are not so already, in the transaction, each noted in the audit log. @returns those */
export async function changeEach(tx: Tx, ids: readonly number[], { now, actor, action, at }: Doing): Promise<number[]> {
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
  { now, action, at }: Omit<Doing, 'actor'>,
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

/** Does it to some listings. @returns how many it changed */
export async function changeListings(
  db: Db,
  now: Date,
  actor: Actor,
  ids: readonly number[],
  action: ListingAction,
): Promise<{ changed: number; left_out: number }> {
  const all = [...new Set(ids)].sort((one, other) => one - other);
  const changed = await withTransaction(db, (tx) => changeEach(tx, all, { now, actor, action }));
  return { changed: changed.length, left_out: all.length - changed.length };
}

type Beginning = Pick<Services, 'db' | 'jobs'>;

/** Begins to do it to all that match and were seen. @returns the long work. @throws Refusal `list_changed` */
export async function changeMatching(
  services: Beginning,
  now: Date,
  actor: Actor,
  { seen, action, ...filter }: ListingFilter & { seen: string; action: ListingAction },
): Promise<string> {
  const of = await findSeenListings(services.db, filter, seen);
  const parameters = { action, asked_at: now.toISOString(), actor };
  return await beginLongWork(services, now, actor, { kind: 'listings-change', parameters, of, mailWhenDone: false });
}

/** Begins to undo what long work has deleted. @returns the long work that does. @throws Refusal `not_found`, `listing_gone`, `work_unended` */
export async function undoDeletion(services: Beginning, now: Date, actor: Actor, work: string): Promise<string> {
  const deletion = await findDeletion(services.db, work);
  if (!deletion) throw new Refusal('not_found');
  if (isUnended(deletion.state)) throw new Refusal('work_unended');
  requireUndoable(new Date(deletion.asked_at), now, 'listing_gone');
  const parameters = { action: 'restore', asked_at: now.toISOString(), actor, deleted_at: deletion.asked_at };
  const { of } = deletion;
  return await beginLongWork(services, now, actor, { kind: 'listings-change', parameters, of, mailWhenDone: false });
}

/**
 * Does it to the listings that matched when it was asked for, and no others, two hundred in a transaction, with a file of those it
 * changed. Run again it goes on where it was: what others have changed back since stays so.
 */
export const listingsChange = declareLongWork({
  parameters: z.object({
    of: z.array(z.string()),
    action: z.enum(listingActions),
    asked_at: z.iso.datetime(),
    /** When they were deleted, where that is undone. */
    deleted_at: z.iso.datetime().optional(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ action }) => ({ name: `listings-${action}.csv`, type: 'text/csv; charset=utf-8' }),
  run: async function* ({ id, db, parameters: { of, action, asked_at, deleted_at, actor }, report, signal, now }) {
    const asked = action === 'delete' ? asked_at : deleted_at;
    const at = asked ? new Date(asked) : undefined;
    const takeSome = async (tx: Tx) => {
      const before = await lockTaken(tx, id);
      const ids = of.slice(before.taken, before.taken + perTransaction).map(Number);
      if (ids.length === 0) return before;
      const changed = await changeEach(tx, ids, { now: now(), actor, action, at });
      const so = { taken: before.taken + ids.length, changed: [...before.changed, ...changed] };
      await putTaken(tx, id, so);
      return so;
    };
    report(0, of.length);
    for (;;) {
      signal.throwIfAborted();
      const { taken, changed } = await withTransaction(db, takeSome);
      report(taken, of.length);
      if (taken < of.length) continue;
      yield csvHeader(['listing']);
      yield changed.map((one) => csvLine([one])).join('');
      return;
    }
  },
});
