import * as endpoints from '../../../contract/content.ts';
import { deleteListingPicture, getListingPicture, putListingPicture } from '../../../contract/listing-pictures.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { counted, countedBefore } from '../../platform/idempotency.ts';
import { workOf } from '../work/work.ts';
import { createListing, deleteListing, getContent, listListings, restoreListing, updateListing } from './content.ts';
import { changeListings, changeMatching, undoDeletion } from './listing-changes.ts';
import { getPictureFile, removePicture, setPicture } from './listing-pictures.ts';

export const contentRoutes = [
  answer(endpoints.listListings, ({ query }, ctx) => listListings(ctx.db, ctx.clock.now(), query)),

  answer(endpoints.getContent, ({ params }, ctx) => getContent(ctx.db, ctx.clock.now(), params.id)),

  answer(
    endpoints.createListing,
    async ({ body }, ctx) => {
      const listing = await createListing(ctx.db, ctx.clock.now(), actorOf(ctx), body);
      ctx.made(String(listing.id));
      return listing;
    },
    async (_input, ctx, { reference }) => {
      const {
        history: _,
        links: __,
        sent_picture: ___,
        picture_version: ____,
        earlier_pictures: _____,
        shares_above: ______,
        ...listing
      } = await getContent(ctx.db, ctx.clock.now(), Number(reference));
      return listing;
    },
  ),

  answer(endpoints.updateListing, ({ params, body }, ctx) =>
    updateListing(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
  ),

  answer(endpoints.deleteListing, ({ params }, ctx) => deleteListing(ctx.db, ctx.clock.now(), actorOf(ctx), params.id)),

  answer(endpoints.restoreListing, ({ params }, ctx) =>
    restoreListing(ctx.db, ctx.clock.now(), actorOf(ctx), params.id),
  ),

  answer(putListingPicture, async ({ params, body }, ctx) => {
    await setPicture(ctx, ctx.clock.now(), actorOf(ctx), params.id, body);
    return await getContent(ctx.db, ctx.clock.now(), params.id);
  }),

  answer(deleteListingPicture, async ({ params, body }, ctx) => {
    await removePicture(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body);
    return await getContent(ctx.db, ctx.clock.now(), params.id);
  }),

  // Its address changes with it.
  answer(getListingPicture, async ({ params }, ctx) => {
    const { bytes, type, isPublic } = await getPictureFile(ctx.db, ctx.caller, params.id, params.file);
    ctx.setHeader('content-type', type);
    ctx.setHeader('cache-control', isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=300');
    return bytes;
  }),

  answer(
    endpoints.changeListings,
    async ({ body: { ids, action } }, ctx) =>
      counted(ctx, await changeListings(ctx.db, ctx.clock.now(), actorOf(ctx), ids, action)),
    countedBefore<{ changed: number; left_out: number }>,
  ),

  answer(
    endpoints.changeMatchingListings,
    async ({ body }, ctx) => {
      const id = await changeMatching(ctx, ctx.clock.now(), actorOf(ctx), body);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),

  answer(
    endpoints.undoDeletion,
    async ({ body }, ctx) => {
      const id = await undoDeletion(ctx, ctx.clock.now(), actorOf(ctx), body.work);
      ctx.made(id);
      return await workOf(ctx, id);
    },
    (_input, ctx, { reference }) => workOf(ctx, reference),
  ),
];
