import { Readable } from 'node:stream';
import * as endpoints from '../../../contract/users.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { counted, countedBefore } from '../../platform/idempotency.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import {
  endOthersSessions,
  holdAccount,
  reactivateAccount,
  replaceRole,
  suspendAccounts,
} from '../profiles/profiles.ts';
import { beginLongWork, getLongWork } from '../work/work.ts';
import { findSeenUsers } from './users.store.ts';
import { exportUsers, findRow, getUser, listUsers } from './users.ts';

/** A repeat is answered with the account as it is by then. */
const rowAgain = ({ params }: { params: { id: string } }, ctx: Context) => findRow(ctx.db, ctx.clock.now(), params.id);

export const usersRoutes = [
  answer(endpoints.listUsers, ({ query }, ctx) => listUsers(ctx.db, ctx.clock.now(), query)),

  answer(endpoints.exportUsers, async ({ query }, ctx) => {
    await requireStepUp(ctx);
    const pieces = await exportUsers(ctx.db, ctx.clock.now(), actorOf(ctx), query);
    ctx.recordEvent({ type: 'export', severity: 'info', description: 'Exported the list of accounts.' });
    ctx.setHeader('content-type', 'text/csv; charset=utf-8');
    ctx.setHeader('content-disposition', 'attachment; filename="users.csv"');
    ctx.setHeader('cache-control', 'private, no-store');
    return Readable.from(pieces);
  }),

  answer(endpoints.getUser, ({ params }, ctx) => getUser(ctx.db, ctx.clock.now(), params.id)),

  answer(
    endpoints.changeUserRole,
    async ({ params: { id }, body: { role, replaces, reason } }, ctx) => {
      await requireStepUp(ctx);
      const now = ctx.clock.now();
      const actor = actorOf(ctx);
      const by = { actorId: actor.userId, requestId: actor.requestId, reason, replaces };
      const [row, previous] = await withTransaction(ctx.db, async (tx) => {
        await holdAccount(tx, actor, id);
        const before = await replaceRole(tx, now, by, id, role);
        return [await findRow(tx, now, id), before] as const;
      });
      const description = `Changed the role of user ${id} from ${previous ?? 'none'} to ${role}.`;
      if (previous !== role) ctx.recordEvent({ type: 'role_changed', severity: 'medium', description });
      return row;
    },
    rowAgain,
  ),

  answer(
    endpoints.setUserState,
    async ({ params: { id }, body: { state, replaces, reason } }, ctx) => {
      await requireStepUp(ctx);
      const now = ctx.clock.now();
      const decision = { actor: actorOf(ctx), reason };
      const [row, isChanged] = await withTransaction(ctx.db, async (tx) => {
        const { isActive } = await holdAccount(tx, decision.actor, id);
        if (replaces && replaces !== (isActive ? 'active' : 'suspended')) throw new Refusal('changed_meanwhile');
        if (state === 'suspended') await suspendAccounts(tx, now, decision, [id]);
        else await reactivateAccount(tx, now, decision, id);
        return [await findRow(tx, now, id), isActive === (state === 'suspended')] as const;
      });
      const event =
        state === 'suspended'
          ? ({ type: 'session_revoked', description: `Suspended the account of user ${id}.` } as const)
          : ({ type: 'account_reactivated', description: `Reactivated the account of user ${id}.` } as const);
      if (isChanged) ctx.recordEvent({ ...event, severity: 'medium' });
      return row;
    },
    rowAgain,
  ),

  answer(
    endpoints.endUserSessions,
    async ({ params: { id }, body: { reason } }, ctx) => {
      const decision = { actor: actorOf(ctx), reason };
      const ended = await withTransaction(ctx.db, (tx) => endOthersSessions(tx, ctx.clock.now(), decision, id));
      const description = `Ended the sessions of user ${id} (${ended}).`;
      if (ended > 0) ctx.recordEvent({ type: 'session_revoked', severity: 'medium', description });
      return counted(ctx, { ended });
    },
    countedBefore<{ ended: number }>,
  ),

  answer(
    endpoints.suspendUsers,
    async ({ body: { ids, reason } }, ctx) => {
      await requireStepUp(ctx);
      const decision = { actor: actorOf(ctx), reason };
      const given = new Set(ids);
      const suspended = await withTransaction(ctx.db, (tx) =>
        suspendAccounts(tx, ctx.clock.now(), decision, [...given]),
      );
      const description = `Suspended ${suspended.length} accounts.`;
      if (suspended.length > 0) ctx.recordEvent({ type: 'session_revoked', severity: 'medium', description });
      return counted(ctx, { suspended: suspended.length, left_out: given.size - suspended.length });
    },
    countedBefore<{ suspended: number; left_out: number }>,
  ),

  answer(
    endpoints.suspendMatchingUsers,
    async ({ body: { seen, ...body } }, ctx) => {
      await requireStepUp(ctx);
      const now = ctx.clock.now();
      const actor = actorOf(ctx);
      const { search, role, state } = body;
      const of = await findSeenUsers(ctx.db, { search, role, state }, seen);
      const parameters = { ...body, until: now.toISOString(), actor };
      const work = { kind: 'accounts-suspension', parameters, of, mailWhenDone: false };
      const id = await beginLongWork(ctx, now, actor, work);
      ctx.made(id);
      const description = 'The suspension of all accounts that match was begun.';
      ctx.recordEvent({ type: 'session_revoked', severity: 'medium', description });
      return await getLongWork(ctx.db, now, ctx.caller!, id);
    },
    (_input, ctx, { reference }) => getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, reference),
  ),
];
