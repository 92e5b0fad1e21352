import { Readable } from 'node:stream';
import * as endpoints from '../../../contract/audit-log.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { beginLongWork, getLongWork } from '../work/work.ts';
import { exportAuditLog, getAuditEntry, listAuditLog } from './audit-log.ts';

export const auditLogRoutes = [
  answer(endpoints.listAuditLog, ({ query }, ctx) => listAuditLog(ctx.db, query)),

  answer(endpoints.exportAuditLog, async ({ query }, ctx) => {
    await requireStepUp(ctx);
    const pieces = await exportAuditLog(ctx.db, ctx.clock.now(), actorOf(ctx), query);
    ctx.recordEvent({ type: 'export', severity: 'info', description: 'Exported the audit log.' });
    ctx.setHeader('content-type', 'text/csv; charset=utf-8');
    ctx.setHeader('content-disposition', 'attachment; filename="audit-log.csv"');
    ctx.setHeader('cache-control', 'private, no-store');
    return Readable.from(pieces);
  }),

  answer(endpoints.getAuditEntry, ({ params }, ctx) => getAuditEntry(ctx.db, params.id)),

  answer(
    endpoints.checkAuditLog,
    async (_input, ctx) => {
      const work = { kind: 'audit-check', parameters: {}, mailWhenDone: false };
      const id = await beginLongWork(ctx, ctx.clock.now(), actorOf(ctx), work);
      ctx.made(id);
      return await getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, id);
    },
    (_input, ctx, { reference }) => getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, reference),
  ),
];
