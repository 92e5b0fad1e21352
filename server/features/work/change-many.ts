import { z } from 'zod';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { LongWorkKindName } from '../../../contract/long-work-kinds.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isUnended } from '../../platform/long-work/long-work.store.ts';
import { declareLongWork, type LongWorkKind } from '../../platform/long-work/long-work.ts';
import { requireUndoable } from '../../platform/undo.ts';
import { findDeletion, lockTaken, putTaken } from './change-many.store.ts';
import { beginLongWork } from './long-work.ts';

const perTransaction = 200;

/** What is done to things, when, and by whom. */
export interface Doing<Action> {
  now: Date;
  actor: Actor;
  action: Action;
  /** When all that is deleted at once was asked to be; or of the deletion that is undone, where it is one alone. */
  at?: Date | undefined;
}

/** A kind of thing, of which many are changed at once. */
interface Many<Action extends string, Told> {
  kind: LongWorkKindName;
  /** `delete` and `restore` among them. */
  actions: readonly Action[];
  /** What an undo is refused by once it is too late. */
  gone: ErrorCode;
  /** Does it to those that it can be done to, each noted in the audit log. @returns what is told of them, as the file does */
  change: (tx: Tx, ids: readonly number[], doing: Doing<Action>) => Promise<Told[]>;
  file: {
    name: string;
    columns: readonly string[];
    line: (told: Told, action: Action) => readonly (string | number)[];
  };
  /** What the work itself says, from all that is told so far. */
  said?: (told: readonly Told[]) => object;
}

type Beginning = Pick<Services, 'db' | 'jobs'>;

interface ChangeOfMany<Action extends string, Told> {
  /** Does it to some, at once. @returns how many were asked for, and what is told of them */
  these: (db: Db, ids: readonly number[], doing: Doing<Action>) => Promise<{ asked: number; told: Told[] }>;
  /** Begins to do it to these and no others. @returns the long work */
  begin: (services: Beginning, now: Date, actor: Actor, of: readonly string[], action: Action) => Promise<string>;
  /** Begins to undo what long work has deleted. @returns the long work that does. @throws Refusal `not_found`, `work_unended`, `gone` */
  undo: (services: Beginning, now: Date, actor: Actor, work: string) => Promise<string>;
  /**
   * Does it, two hundred in a transaction, with a file of what is told of them. Run again it goes on where it was: what others have
   * changed back since stays so.
   */
  work: LongWorkKind;
}

/** What is done to many things of a kind at once: to those that are ticked, or to all that matched, and its undoing. */
export function changeOfMany<Action extends string, Told>(many: Many<Action, Told>): ChangeOfMany<Action, Told> {
  const { kind, change, file } = many;
  return {
    these: async (db, ids, doing) => {
      const all = [...new Set(ids)].sort((one, other) => one - other);
      return { asked: all.length, told: await withTransaction(db, (tx) => change(tx, all, doing)) };
    },
    begin: async (services, now, actor, of, action) => {
      const parameters = { action, asked_at: now.toISOString(), actor };
      return await beginLongWork(services, now, actor, { kind, parameters, of, mailWhenDone: false });
    },
    undo: async (services, now, actor, work) => {
      const deletion = await findDeletion(services.db, kind, work);
      if (!deletion) throw new Refusal('not_found');
      if (isUnended(deletion.state)) throw new Refusal('work_unended');
      requireUndoable(new Date(deletion.asked_at), now, many.gone);
      const parameters = { action: 'restore', asked_at: now.toISOString(), actor, deleted_at: deletion.asked_at };
      return await beginLongWork(services, now, actor, { kind, parameters, of: deletion.of, mailWhenDone: false });
    },
    work: declareLongWork({
      parameters: z.object({
        of: z.array(z.string()),
        action: z.enum(many.actions as readonly [Action, ...Action[]]),
        asked_at: z.iso.datetime(),
        /** When they were deleted, where that is undone. */
        deleted_at: z.iso.datetime().optional(),
        actor: z.object({ userId: z.string(), requestId: z.string() }),
      }),
      file: ({ action }) => ({ name: `${file.name}-${action}.csv`, type: 'text/csv; charset=utf-8' }),
      run: async function* ({ id, db, parameters, report, signal, now }) {
        const { of, asked_at, deleted_at, actor } = parameters;
        const action = parameters.action as Action;
        const asked = action === 'delete' ? asked_at : deleted_at;
        const at = asked ? new Date(asked) : undefined;
        const takeSome = async (tx: Tx) => {
          const before = await lockTaken<Told>(tx, id);
          const ids = of.slice(before.taken, before.taken + perTransaction).map(Number);
          if (ids.length === 0) return before;
          const told = await change(tx, ids, { now: now(), actor, action, at });
          const so = { taken: before.taken + ids.length, changed: [...before.changed, ...told] };
          await putTaken(tx, id, { ...so, ...many.said?.(so.changed) });
          return so;
        };
        report(0, of.length);
        for (;;) {
          signal.throwIfAborted();
          const { taken, changed } = await withTransaction(db, takeSome);
          report(taken, of.length);
          if (taken < of.length) continue;
          yield csvHeader(file.columns);
          yield changed.map((one) => csvLine(file.line(one, action))).join('');
          return;
        }
      },
    }),
  };
}
