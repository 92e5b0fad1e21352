import { randomUUID } from 'node:crypto';
import * as endpoints from '../../../contract/commission.ts';
import { getCommissionOverview } from '../../../contract/commission-overview.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import * as explanation from '../../../contract/explanation.ts';

import * as entries from '../../../contract/ledger-entries.ts';
import { listOwnCommissions as listOwnCommissionsEndpoint } from '../../../contract/own-commissions.ts';
import { getOrganisationTerms } from '../../../contract/partner-terms.ts';
import * as payoutBookings from '../../../contract/payout-bookings.ts';
import * as cards from '../../../contract/rate-cards.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { counted, countedBefore } from '../../platform/idempotency.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { beginLongWork, getLongWork } from '../work/work.ts';
import { listAccountEntries } from './account-entries.ts';
import { explainBooking } from './explain.ts';
import { holdsRoutes } from './holds.routes.ts';
import { getTerms, listOwnPayouts, listPayouts, releasedByNow, trialBalance } from './ledger-lists.ts';
import { readOverview } from './overview.ts';
import { listOwnCommissions } from './own-commissions.ts';
import { listPayoutBookings } from './payout-bookings.ts';
import { releasePayouts, withdrawPayouts } from './payouts.ts';
import { listRateCards, openRateCard } from './rate-cards.ts';
import { rateChangesRoutes } from './rate-changes.routes.ts';
import { drawStatement } from './statement-pdf.ts';
import { getEarnings, getStatement, getWholeStatement, writeStatement } from './statements.ts';

/** Whose rows a caller may ask for; null for an admin, who may ask for anybody's. */
const ownOf = (ctx: Context) => (ctx.caller!.role === 'admin' ? null : membershipOf(ctx).organisationId);

const statementTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' };

export const commissionRoutes = [
  answer(cards.listRateCards, (_input, ctx) => listRateCards(ctx.db, ctx.clock.now())),

  answer(cards.getRateCard, ({ params }, ctx) => openRateCard(ctx.db, ctx.clock.now(), params.id)),

  answer(getCommissionOverview, (_input, ctx) => readOverview(ctx.db, ctx.clock.now())),

  answer(getOrganisationTerms, ({ params }, ctx) => getTerms(ctx.db, params.id)),

  ...rateChangesRoutes,

  answer(
    endpoints.startPayoutRun,
    async (_input, ctx) => {
      await requireStepUp(ctx);
      const now = ctx.clock.now();
      const actor = actorOf(ctx);
      const parameters = { run: randomUUID(), asked: now.toISOString(), actor };
      const id = await beginLongWork(ctx, now, actor, { kind: 'payout-run', parameters, mailWhenDone: false });
      ctx.made(id);
      return await getLongWork(ctx.db, now, ctx.caller!, id);
    },
    (_input, ctx, { reference }) => getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, reference),
  ),

  answer(payoutBookings.listPayoutBookings, ({ params }, ctx) => listPayoutBookings(ctx.db, params.id)),

  answer(endpoints.listPayouts, ({ query }, ctx) => listPayouts(ctx.db, query)),

  answer(
    endpoints.releasePayouts,
    async ({ body: { ids } }, ctx) => {
      await requireStepUp(ctx);
      const { released, waits } = await releasePayouts(ctx.db, ctx.clock.now(), actorOf(ctx), ids);
      const counts = { released, left_out: new Set(ids).size - released, waiting: waits.length };
      const done = counted(ctx, { ...counts, ...(waits.length > 0 && { waits }) });
      return { ...done, ...(await releasedByNow(ctx.db, ids, released)) };
    },
    async (input, ctx, made) => {
      const done = countedBefore<Answer<typeof endpoints.releasePayouts>>(input, ctx, made);
      return { ...done, ...(await releasedByNow(ctx.db, input.body.ids, done.released)) };
    },
  ),

  answer(
    endpoints.withdrawPayouts,
    async ({ body }, ctx) => {
      await requireStepUp(ctx);
      const withdrawn = await withdrawPayouts(ctx.db, ctx.clock.now(), actorOf(ctx), body);
      return counted(ctx, { withdrawn, left_out: new Set(body.ids).size - withdrawn });
    },
    countedBefore<{ withdrawn: number; left_out: number }>,
  ),

  answer(endpoints.trialBalance, ({ query }, ctx) => trialBalance(ctx.db, query)),

  answer(entries.listAccountEntries, ({ params, query }, ctx) => listAccountEntries(ctx.db, params.id, query)),

  answer(endpoints.getEarnings, ({ params }, ctx) => getEarnings(ctx.db, ownOf(ctx), params.id)),

  answer(endpoints.listOwnPayouts, ({ params }, ctx) => listOwnPayouts(ctx.db, ownOf(ctx), params.id)),

  answer(listOwnCommissionsEndpoint, ({ params, query }, ctx) =>
    listOwnCommissions(ctx.db, ctx.clock.now(), ownOf(ctx), params.id, query),
  ),

  answer(endpoints.getStatement, ({ params }, ctx) =>
    getStatement(ctx.db, ctx.clock.now(), ownOf(ctx), params.id, params.month),
  ),

  answer(endpoints.getStatementFile, async ({ params: { id, month }, query: { format } }, ctx) => {
    const now = ctx.clock.now();
    const statement = await getWholeStatement(ctx.db, now, ownOf(ctx), id, month);
    ctx.recordEvent({ type: 'export', severity: 'info', description: `Exported a partner's statement of ${month}.` });
    ctx.setHeader('content-type', statementTypes[format]);
    ctx.setHeader('content-disposition', `attachment; filename="statement-${month}.${format}"`);
    ctx.setHeader('cache-control', 'private, no-store');
    if (format === 'pdf') return () => drawStatement(statement, ctx.settings.productName, now);
    return new TextEncoder().encode(writeStatement(statement));
  }),

  answer(explanation.explainBooking, ({ params }, ctx) => explainBooking(ctx.db, ownOf(ctx), params.id)),

  ...holdsRoutes,
];
