import * as faults from '../../../contract/faults.ts';
import { reportError, trackError } from '../../../contract/reports.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { getFault, listFaults, setFaultState } from './faults.ts';
import { keepPageError, keepPersonsReport } from './reports.ts';

const reporterOf = ({ caller, network, userAgent }: Context) => ({
  userId: caller?.userId ?? null,
  network,
  userAgent,
});

export const reportsRoutes = [
  answer(faults.listFaults, ({ query }, ctx) => listFaults(ctx.db, query)),
  answer(faults.getFault, ({ params }, ctx) => getFault(ctx.db, params.id)),
  answer(
    faults.setFaultState,
    ({ params, body }, ctx) => setFaultState(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
    ({ params }, ctx) => getFault(ctx.db, params.id),
  ),

  answer(trackError, async ({ body }, ctx) => {
    await keepPageError(ctx.db, ctx.clock.now(), reporterOf(ctx), body);
    return { error_id: body.error_id };
  }),

  answer(
    reportError,
    async ({ body }, ctx) => {
      await keepPersonsReport(ctx.db, ctx.clock.now(), reporterOf(ctx), body);
      return { error_id: body.error_id };
    },
    ({ body }) => ({ error_id: body.error_id }),
  ),
];
