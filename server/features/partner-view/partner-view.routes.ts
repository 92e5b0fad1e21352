import * as endpoints from '../../../contract/partner-view.ts';
import type { Context } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf, recordAdminView } from '../../platform/organisations/admission.ts';
import { firstLook } from '../places/places.ts';
import { findViewDays } from './partner-view.store.ts';
import { findPartnerOf, viewCodes, viewOverview, viewPerformance, viewSettings } from './partner-view.ts';

const noted = ({ name, ownerId }: { name: string; ownerId: string }, at: Date) => ({
  action_type: 'admin_partner_view' as const,
  partner_id: ownerId,
  organization_name: name,
  timestamp: at.toISOString(),
});

export const partnerViewRoutes = [
  answer(endpoints.viewOverview, ({ params }, ctx) => viewOverview(ctx.db, firstLook(ctx), params.id)),

  answer(endpoints.viewCodes, ({ params }, ctx) => viewCodes(ctx.db, firstLook(ctx), params.id)),

  answer(endpoints.viewPerformance, ({ params, query }, ctx) =>
    viewPerformance(ctx.db, ctx.clock.now(), params.id, query),
  ),

  answer(endpoints.viewSettings, ({ params }, ctx) => viewSettings(ctx.db, ctx.requestId, params.id)),

  answer(
    endpoints.logPartnerView,
    async ({ body }, ctx: Context) => {
      const now = ctx.clock.now();
      const partner = await withTransaction(ctx.db, async (tx) => {
        const found = await findPartnerOf(tx, body.partner_id);
        await recordAdminView(tx, 'partner', found.id, ctx);
        return found;
      });
      ctx.made(now.toISOString());
      return noted(partner, now);
    },
    async ({ body }, ctx, { reference }) => noted(await findPartnerOf(ctx.db, body.partner_id), new Date(reference)),
  ),

  answer(endpoints.listAdminViews, (_input, ctx) => findViewDays(ctx.db, membershipOf(ctx).organisationId)),
];
