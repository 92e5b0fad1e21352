import * as endpoints from '../../../contract/listing-imports.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { beginLongWork, workOf } from '../work/work.ts';
import { getImport, importListings, listImports, listRows, setColumns, startImport } from './listing-imports.ts';

export const listingImportsRoutes = [
  answer(
    endpoints.exportListings,
    async ({ body }, ctx) => {
      const work = { kind: 'listings-export' as const, parameters: body, mailWhenDone: false };
      const id = await beginLongWork(ctx, ctx.clock.now(), actorOf(ctx), work);
      ctx.made(id);
      ctx.recordEvent({ type: 'export', severity: 'info', description: 'An export of the listings was begun.' });
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),

  answer(
    endpoints.startListingImport,
    async ({ body }, ctx) => {
      const id = await startImport(ctx, ctx.clock.now(), actorOf(ctx), body.upload_id);
      ctx.made(String(id));
      return await getImport(ctx.db, id);
    },
    (_input, ctx, { reference }) => getImport(ctx.db, Number(reference)),
  ),

  answer(endpoints.listListingImports, ({ query }, ctx) => listImports(ctx.db, query)),

  answer(endpoints.getListingImport, ({ params }, ctx) => getImport(ctx.db, params.id)),

  answer(endpoints.listImportRows, ({ params, query }, ctx) => listRows(ctx.db, params.id, query)),

  answer(endpoints.setImportColumns, async ({ params, body }, ctx) =>
    workOf(ctx, await setColumns(ctx, ctx.clock.now(), actorOf(ctx), params.id, body.columns)),
  ),

  answer(
    endpoints.importListings,
    async ({ params, body }, ctx) => {
      const id = await importListings(ctx, ctx.clock.now(), actorOf(ctx), params.id, body);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),
];
