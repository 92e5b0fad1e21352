import { generateReport, listReportSubscriptions, putReportSubscription } from '../../../contract/platform-reports.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { beginLongWork, workOf } from '../work/work.ts';
import { aboutReport, isLong, makeReport, namesPersons, reportAsked } from './platform-reports.ts';
import type { ReportOf } from './report-lines.ts';
import { findSubscriptions, subscribe } from './subscriptions.ts';

export const platformReportsRoutes = [
  answer(
    generateReport,
    async ({ body }, ctx) => {
      const asked = reportAsked(body, ctx.clock.now());
      if (body.instant && !(await isLong(ctx.db, asked))) return await sendAtOnce(ctx, asked);
      const work = { kind: 'report', parameters: asked, mailWhenDone: body.mail_when_done };
      const id = await beginLongWork(ctx, ctx.clock.now(), actorOf(ctx), work);
      ctx.made(id);
      ctx.recordEvent({ type: 'export', severity: 'info', description: `The ${aboutReport(asked)} was begun.` });
      return await workOf(ctx, id);
    },
    ({ body }, ctx, { reference }) =>
      reference ? workOf(ctx, reference) : sendAtOnce(ctx, reportAsked(body, ctx.clock.now())),
  ),
  answer(listReportSubscriptions, async (_input, ctx) => ({
    subscriptions: await findSubscriptions(ctx.db, ctx.caller!.userId),
  })),
  answer(putReportSubscription, async ({ body }, ctx) => {
    await subscribe(ctx.db, ctx.clock.now(), actorOf(ctx), body);
    return { subscriptions: await findSubscriptions(ctx.db, ctx.caller!.userId) };
  }),
];

async function sendAtOnce(ctx: Context, asked: ReportOf): Promise<Uint8Array> {
  if (namesPersons(asked)) await requireStepUp(ctx);
  const { name, bytes } = await makeReport(ctx.db, ctx.clock.now(), actorOf(ctx), asked);
  ctx.recordEvent({ type: 'export', severity: 'info', description: `Exported the ${aboutReport(asked)}.` });
  ctx.setStatus(200);
  ctx.setHeader('content-type', 'text/csv; charset=utf-8');
  ctx.setHeader('content-disposition', `attachment; filename="${name}"`);
  ctx.setHeader('cache-control', 'private, no-store');
  return bytes;
}
