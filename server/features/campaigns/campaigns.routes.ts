import * as endpoints from '../../../contract/campaigns.ts';
import { answer } from '../../platform/http/http.ts';
import { viewerOf } from '../listings/listings.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { lookOf } from '../places/places.ts';
import { getCampaign, getCampaignEditor, listCampaigns } from './campaigns.ts';
import { createCampaign, creditCampaign, deleteCampaign, stepCampaign, updateCampaign } from './change-campaign.ts';
import type { SponsoredSlots } from './slots.ts';

/** Campaigns of advertisers, and what is sponsored in lists of the guide. */
export const campaignsRoutes = ({ sponsored }: { sponsored: SponsoredSlots }) => [
  answer(endpoints.listCampaigns, ({ query }, ctx) => listCampaigns(ctx, query)),

  answer(endpoints.getCampaign, ({ params }, ctx) => getCampaign(ctx, params.id)),

  answer(endpoints.getCampaignEditor, ({ query }, ctx) => getCampaignEditor(ctx, query)),

  answer(
    endpoints.createCampaign,
    async ({ body }, ctx) => {
      const campaign = await createCampaign(ctx, body);
      ctx.made(campaign.id);
      return campaign;
    },
    (_input, ctx, { reference }) => getCampaign(ctx, reference),
  ),

  answer(endpoints.updateCampaign, ({ params, body }, ctx) => updateCampaign(ctx, params.id, body)),

  answer(endpoints.stepCampaign, ({ params, body }, ctx) => stepCampaign(ctx, params.id, body)),

  answer(
    endpoints.creditCampaign,
    async ({ params, body }, ctx) => {
      await requireStepUp(ctx);
      await creditCampaign(ctx, params.id, body);
      return await getCampaign(ctx, params.id);
    },
    ({ params }, ctx) => getCampaign(ctx, params.id),
  ),

  answer(endpoints.deleteCampaign, async ({ params, body }, ctx) => {
    await deleteCampaign(ctx, params.id, body?.reason);
    return { ok: true as const };
  }),

  answer(endpoints.getSponsored, async ({ query }, ctx) =>
    sponsored.present(await sponsored.choose(query, lookOf(ctx), { reader: ctx }), viewerOf(ctx)),
  ),
];
