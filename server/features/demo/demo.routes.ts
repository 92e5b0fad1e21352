import { demoCodes, demoCodesPage, demoMailPage } from '../../../contract/demo.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { codeUrl, listCodes } from '../scanning/scanning.ts';
import { renderCodesPage, renderMailPage } from './demo-pages.ts';
import { readKeptMail } from './kept-mail.ts';

const list = (ctx: Context) => listCodes(ctx.db, ctx.clock.now());

export const demoRoutes = [
  answer(demoCodes, async (_input, ctx) =>
    (await list(ctx)).map(({ code, location_id, location_name, status }) => ({
      qr_code_id: code,
      location_id,
      location_name,
      url: codeUrl(ctx.settings.publicUrl, location_id, code),
      status,
    })),
  ),
  answer(demoCodesPage, async (_input, ctx) => {
    const page = renderCodesPage(await list(ctx), ctx.settings);
    ctx.setHeader('content-security-policy', page.policy);
    return page.html;
  }),
  answer(demoMailPage, async (_input, ctx) => {
    const page = renderMailPage(await readKeptMail(ctx.settings.dataDir, 100), ctx.settings);
    ctx.setHeader('content-security-policy', page.policy);
    return page.html;
  }),
];
