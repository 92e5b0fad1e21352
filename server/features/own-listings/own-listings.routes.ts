import * as proposals from '../../../contract/listing-proposals.ts';
import * as endpoints from '../../../contract/own-listings.ts';
import * as pictures from '../../../contract/own-pictures.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { approveListing, declineListing, getListingProposal, listListingProposals } from './decide-listing.ts';
import {
  createOwnListing,
  deleteOwnListing,
  getOwnListing,
  listOwnListings,
  stepOwnListing,
  updateOwnListing,
} from './own-listings.ts';
import { arrangeOwnPictures, getListingDetails, getOwnPictures, sendOwnPicture } from './own-pictures.ts';

export const ownListingsRoutes = [
  answer(endpoints.listOwnListings, ({ query }, ctx) => listOwnListings(ctx.db, membershipOf(ctx), query)),

  answer(endpoints.getOwnListingEditor, (_input, { settings }) => ({ tiles: settings.mapTiles })),

  answer(endpoints.getOwnListing, ({ params }, ctx) => getOwnListing(ctx, membershipOf(ctx), params.id)),

  answer(
    endpoints.createOwnListing,
    async ({ body }, ctx) => {
      const listing = await createOwnListing(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body);
      ctx.made(String(listing.id));
      return listing;
    },
    (_input, ctx, { reference }) => getOwnListing(ctx, membershipOf(ctx), Number(reference)),
  ),

  answer(endpoints.updateOwnListing, ({ params, body }, ctx) =>
    updateOwnListing(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body),
  ),

  answer(endpoints.stepOwnListing, ({ params, body }, ctx) =>
    stepOwnListing(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body.step),
  ),

  answer(endpoints.deleteOwnListing, async ({ params }, ctx) => {
    await deleteOwnListing(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id);
    return { ok: true as const };
  }),

  answer(pictures.getOwnPictures, ({ params }, ctx) => getOwnPictures(ctx.db, membershipOf(ctx), params.id)),

  answer(pictures.sendOwnPicture, ({ params, body }, ctx) =>
    sendOwnPicture(ctx, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body),
  ),

  answer(pictures.arrangeOwnPictures, ({ params, body }, ctx) =>
    arrangeOwnPictures(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body),
  ),

  answer(pictures.getListingDetails, ({ params }, ctx) => getListingDetails(ctx.db, params.id)),

  answer(proposals.listListingProposals, ({ query }, ctx) => listListingProposals(ctx, ctx.clock.now(), query)),

  answer(
    proposals.approveListing,
    ({ params, body }, ctx) => approveListing(ctx, ctx.clock.now(), actorOf(ctx), params.id, body),
    ({ params }, ctx) => getListingProposal(ctx, ctx.clock.now(), params.id),
  ),

  answer(
    proposals.declineListing,
    ({ params, body }, ctx) => declineListing(ctx, ctx.clock.now(), actorOf(ctx), params.id, body),
    ({ params }, ctx) => getListingProposal(ctx, ctx.clock.now(), params.id),
  ),
];
