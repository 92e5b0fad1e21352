import * as endpoints from '../../../contract/rate-changes.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import type { Made } from '../../platform/idempotency.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import {
  confirmRateChange,
  getRateChange,
  listRateChanges,
  proposeRateCard,
  proposeTerms,
  withdrawRateChange,
} from './rate-changes.ts';

/** What was made before, as it is by now. */
const again = (_input: unknown, ctx: Context, { reference }: Made) =>
  getRateChange(ctx.db, ctx.clock.now(), ctx.caller!.userId, reference);

export const rateChangesRoutes = [
  answer(endpoints.listRateChanges, ({ query }, ctx) =>
    listRateChanges(ctx.db, ctx.clock.now(), ctx.caller!.userId, query.organisation),
  ),

  answer(endpoints.getRateChange, ({ params }, ctx) =>
    getRateChange(ctx.db, ctx.clock.now(), ctx.caller!.userId, params.id),
  ),

  answer(
    endpoints.proposeRateCard,
    async ({ body }, ctx) => {
      await requireStepUp(ctx);
      const change = await proposeRateCard(ctx.db, ctx.clock.now(), actorOf(ctx), body);
      ctx.made(change.id);
      return change;
    },
    again,
  ),

  answer(endpoints.proposeOrganisationTerms, async ({ params, body: { tier, minimum_payout, reason } }, ctx) => {
    await requireStepUp(ctx);
    const given = { tier, minimum_payout_cents: Math.round(minimum_payout * 100), reason };
    const { terms, waits } = await proposeTerms(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, given);
    return { tier: terms.tier, minimum_payout: terms.minimum_payout_cents / 100, waits };
  }),

  answer(
    endpoints.confirmRateChange,
    async ({ params }, ctx) => {
      await requireStepUp(ctx);
      const change = await confirmRateChange(ctx.db, ctx.clock.now(), actorOf(ctx), params.id);
      ctx.made(change.id);
      return change;
    },
    again,
  ),

  answer(
    endpoints.withdrawRateChange,
    async ({ params, body }, ctx) => {
      await requireStepUp(ctx);
      const change = await withdrawRateChange(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body.reason);
      ctx.made(change.id);
      return change;
    },
    again,
  ),
];
