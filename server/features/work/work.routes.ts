import type { LongWorkKindName } from '../../../contract/long-work-kinds.ts';
import {
  cancelLongWork as cancelEndpoint,
  discardDeadLetter as discardEndpoint,
  exportRawRows,
  exportScans,
  fetchLongWorkResult,
  getLongWork as getEndpoint,
  listDeadLetters as listDeadEndpoint,
  listLongWork as listEndpoint,
  retryDeadLetter as retryEndpoint,
  summarizeWork,
} from '../../../contract/work.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { doneBefore } from '../../platform/idempotency.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { discardDeadLetter, listDeadLetters, retryDeadLetter } from './dead-letters.ts';
import { beginLongWork, cancelLongWork, getLongWork, listLongWork, openLongWorkResult, workOf } from './long-work.ts';
import { countWork } from './work-summary.store.ts';

interface Export {
  kind: LongWorkKindName;
  parameters: { from: string; to: string };
  mailWhenDone: boolean;
}

async function beginExport(ctx: Context, work: Export, what: string) {
  const { from, to } = work.parameters;
  const id = await beginLongWork(ctx, ctx.clock.now(), actorOf(ctx), work);
  ctx.made(id);
  const description = `An export of the ${what} from ${from} to ${to} was begun.`;
  ctx.recordEvent({ type: 'export', severity: 'info', description });
  return await workOf(ctx, id);
}

const begunBefore = (_input: unknown, ctx: Context, { reference }: { reference: string }) => workOf(ctx, reference);

export const workRoutes = [
  answer(summarizeWork, (_input, ctx) => countWork(ctx.db)),
  answer(listDeadEndpoint, ({ query }, ctx) => listDeadLetters(ctx.db, query)),
  answer(
    retryEndpoint,
    async ({ params, body: { reason } }, ctx) => {
      await retryDeadLetter(ctx, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
      return { ok: true as const };
    },
    doneBefore,
  ),
  answer(
    discardEndpoint,
    async ({ params, body: { reason } }, ctx) => {
      await discardDeadLetter(ctx.db, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
      return { ok: true as const };
    },
    doneBefore,
  ),

  answer(
    exportScans,
    ({ body: { from, to, mail_when_done } }, ctx) =>
      beginExport(ctx, { kind: 'scans-export', parameters: { from, to }, mailWhenDone: mail_when_done }, 'scans'),
    begunBefore,
  ),
  answer(
    exportRawRows,
    ({ body: { from, to, of: source, format, mail_when_done } }, ctx) => {
      const parameters = { from, to, source, format };
      return beginExport(ctx, { kind: 'raw-export', parameters, mailWhenDone: mail_when_done }, `raw ${source}`);
    },
    begunBefore,
  ),
  answer(listEndpoint, ({ query }, ctx) => listLongWork(ctx.db, ctx.clock.now(), ctx.caller!, query)),
  answer(getEndpoint, ({ params }, ctx) => getLongWork(ctx.db, ctx.clock.now(), ctx.caller!, params.id)),
  answer(cancelEndpoint, ({ params }, ctx) =>
    cancelLongWork(ctx.db, ctx.clock.now(), ctx.caller!, ctx.requestId, params.id),
  ),
  answer(fetchLongWorkResult, async ({ params }, ctx) => {
    const { id } = params;
    const confirm = () => requireStepUp(ctx);
    const now = ctx.clock.now();
    const { file, name, type, bytes } = await openLongWorkResult(ctx, now, ctx.caller!, ctx.requestId, id, confirm);
    ctx.setHeader('content-type', type);
    ctx.setHeader('content-length', String(bytes));
    ctx.setHeader('content-disposition', `attachment; filename="${name}"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return file.createReadStream();
  }),
];
