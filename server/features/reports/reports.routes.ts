import { reportError, trackError } from '../../../contract/reports.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { keepPageError, keepPersonsReport } from './reports.ts';

const reporterOf = ({ caller, network, userAgent }: Context) => ({
  userId: caller?.userId ?? null,
  network,
  userAgent,
});

export const reportsRoutes = [
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
