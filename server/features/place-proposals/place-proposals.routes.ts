import * as endpoints from '../../../contract/place-proposals.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { approveProposal, declineProposal } from './decide-proposal.ts';
import { findPicture, findProposedPicture } from './place-proposals.store.ts';
import {
  getAnyProposal,
  getOwnPicture,
  getOwnProposal,
  listAllProposals,
  listPlaceProposals,
  proposeForPlace,
  withdrawProposal,
} from './place-proposals.ts';

function sendPicture(ctx: Context, picture: Buffer | undefined, cached: string): Buffer {
  if (!picture) throw new Refusal('not_found');
  ctx.setHeader('content-type', 'image/jpeg');
  ctx.setHeader('cache-control', cached);
  return picture;
}

const forNobodyElse = 'private, no-store';

export const placeProposalsRoutes = [
  answer(
    endpoints.proposeForPlace,
    async ({ params, body }, ctx) => {
      const proposal = await proposeForPlace(ctx, params.id, body);
      ctx.made(proposal.id);
      return proposal;
    },
    (_input, ctx, { reference }) => getOwnProposal(ctx.db, membershipOf(ctx), reference),
  ),

  answer(endpoints.listPlaceProposals, ({ params }, ctx) => listPlaceProposals(ctx.db, membershipOf(ctx), params.id)),

  answer(
    endpoints.withdrawProposal,
    ({ params }, ctx) => withdrawProposal(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id),
    ({ params }, ctx) => getOwnProposal(ctx.db, membershipOf(ctx), params.id),
  ),

  answer(endpoints.getProposedPicture, async ({ params }, ctx) =>
    sendPicture(ctx, await getOwnPicture(ctx.db, membershipOf(ctx), params.id), forNobodyElse),
  ),

  // Its address changes with it.
  answer(endpoints.getPlacePicture, async ({ params }, ctx) =>
    sendPicture(ctx, await findPicture(ctx.db, params.id), 'public, max-age=31536000, immutable'),
  ),

  answer(endpoints.listAllProposals, ({ query }, ctx) => listAllProposals(ctx.db, query)),

  answer(endpoints.getAnyProposedPicture, async ({ params }, ctx) =>
    sendPicture(ctx, await findProposedPicture(ctx.db, params.id), forNobodyElse),
  ),

  answer(
    endpoints.approveProposal,
    ({ params }, ctx) => approveProposal(ctx, ctx.clock.now(), actorOf(ctx), params.id),
    ({ params }, ctx) => getAnyProposal(ctx.db, params.id),
  ),

  answer(
    endpoints.declineProposal,
    ({ params, body }, ctx) => declineProposal(ctx, ctx.clock.now(), actorOf(ctx), params.id, body.reason),
    ({ params }, ctx) => getAnyProposal(ctx.db, params.id),
  ),
];
