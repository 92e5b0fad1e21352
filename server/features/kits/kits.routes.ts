import { checkPrintKit, getPrintKit } from '../../../contract/print-kits.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { recordPrinted } from '../codes/codes.ts';
import { describeKit, makeKit } from './kits.ts';

export const kitsRoutes = [
  answer(checkPrintKit, async ({ params, query }, ctx) => describeKit(await makeKit(ctx, params.qr_code_id, query))),

  answer(getPrintKit, async ({ params, query }, ctx) => {
    const { bytes } = await makeKit(ctx, params.qr_code_id, query);
    await recordPrinted(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.qr_code_id);
    const name = [query.format, query.paper, query.language].join('-');
    ctx.setHeader('content-type', 'application/pdf');
    ctx.setHeader('content-disposition', `attachment; filename="${name}.pdf"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return bytes;
  }),
];
