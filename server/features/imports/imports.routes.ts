import * as reconciling from '../../../contract/reconciliation.ts';
import * as endpoints from '../../../contract/statement-imports.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { workOf } from '../work/work.ts';
import { applyStatement, getImport, getImportLine, listImports, listRows, setMap, startImport } from './imports.ts';
import { getDifferencesFile, listDifferences, reconcile } from './reconciliation.ts';

export const importsRoutes = [
  answer(
    endpoints.startStatementImport,
    async ({ body }, ctx) => {
      const id = await startImport(ctx, ctx.clock.now(), actorOf(ctx), body.upload_id);
      ctx.made(String(id));
      return await getImportLine(ctx.db, id);
    },
    (_input, ctx, { reference }) => getImportLine(ctx.db, Number(reference)),
  ),

  answer(endpoints.listStatementImports, ({ query }, ctx) => listImports(ctx.db, query)),

  answer(endpoints.getStatementImport, ({ params }, ctx) => getImport(ctx.db, params.id)),

  answer(endpoints.listStatementRows, ({ params, query }, ctx) => listRows(ctx.db, params.id, query)),

  answer(endpoints.setStatementMap, async ({ params, body }, ctx) =>
    workOf(ctx, await setMap(ctx, ctx.clock.now(), actorOf(ctx), params.id, body)),
  ),

  answer(
    endpoints.applyStatementImport,
    async ({ params, body }, ctx) => {
      await requireStepUp(ctx);
      const id = await applyStatement(ctx, ctx.clock.now(), actorOf(ctx), params.id, body);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),

  answer(reconciling.reconcile, ({ query }, ctx) => reconcile(ctx.db, query)),

  answer(reconciling.listDifferences, ({ params }, ctx) => listDifferences(ctx.db, params)),

  answer(reconciling.getDifferencesFile, async ({ params }, ctx) => {
    const file = await getDifferencesFile(ctx.db, params);
    ctx.setHeader('content-type', 'text/csv; charset=utf-8');
    const name = `reconciliation-${params.platform}-${params.month}.csv`;
    const description = `Exported what ${params.platform} and we tell differently of ${params.month}.`;
    ctx.recordEvent({ type: 'export', severity: 'info', description });
    ctx.setHeader('content-disposition', `attachment; filename="${name}"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return new TextEncoder().encode(file);
  }),
];
