import * as endpoints from '../../../contract/holds.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { counted, countedBefore } from '../../platform/idempotency.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { beginLongWork, getLongWork } from '../work/work.ts';
import { isAnyOwnHold } from './holds.store.ts';
import { findSeenHolds } from './holds-queue.store.ts';
import { countHolds, decideEach, listHolds } from './holds-queue.ts';

export const holdsRoutes = [
  answer(endpoints.listHolds, ({ query }, ctx) => listHolds(ctx.db, query)),

  answer(endpoints.countHolds, (_input, ctx) => countHolds(ctx.db)),

  answer(
    endpoints.decideHolds,
    async ({ body: { ids, replaces, decision, reason } }, ctx) => {
      await requireStepUp(ctx);
      if (await isAnyOwnHold(ctx.db, ids, actorOf(ctx).userId)) throw new Refusal('own_account');
      const given = { state: decision, replaces, reason };
      const decided = await decideEach(ctx.db, () => ctx.clock.now(), actorOf(ctx), ids, given);
      return counted(ctx, { decided: decided.size, left_out: new Set(ids).size - decided.size });
    },
    countedBefore<{ decided: number; left_out: number }>,
  ),

  answer(
    endpoints.decideMatchingHolds,
    async ({ body: { seen, ...body } }, ctx) => {
      await requireStepUp(ctx);
      const now = ctx.clock.now();
      const actor = actorOf(ctx);
      const { search, rule, state } = body;
      const of = await findSeenHolds(ctx.db, { search, rule, state }, seen);
      const parameters = { ...body, until: now.toISOString(), actor };
      const id = await beginLongWork(ctx, now, actor, { kind: 'holds-decision', parameters, of, mailWhenDone: false });
      ctx.made(id);
      return await getLongWork(ctx.db, now, ctx.caller!, id);
    },
    (_input, ctx, { reference }) => getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, reference),
  ),
];
