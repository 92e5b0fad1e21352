import type { ErrorCode } from '../../contract/errors.ts';
import { undoDays } from '../../contract/listing-form.ts';
import { Refusal } from './http/refusal.ts';

const undoMs = undoDays * 86_400_000;

/** Until when what was deleted can be brought back. */
export const undoUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + undoMs);

/** The moment after which a deletion must have been to be undone now. */
export const undoableAfter = (now: Date): Date => new Date(now.getTime() - undoMs);

/** @throws Refusal of this code once it is too late to undo a deletion */
export function requireUndoable(deletedAt: Date, now: Date, code: ErrorCode): void {
  if (deletedAt <= undoableAfter(now)) throw new Refusal(code, { days: String(undoDays) });
}

/** What is told of a deletion, or of none: when it was, and until when it can be undone, where it can. */
export function deletionOf(deletedAt: Date | null, now: Date) {
  const until = deletedAt && undoUntil(deletedAt);
  return {
    deleted_at: deletedAt?.toISOString() ?? null,
    undo_until: until && until > now ? until.toISOString() : null,
  };
}
