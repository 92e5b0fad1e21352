import {
  deleteSaved,
  listSaved as listEndpoint,
  listSavedIds as listIds,
  mergeSaved as mergeEndpoint,
  putSaved,
} from '../../../contract/saved.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { viewerOf } from '../listings/listings.ts';
import { deleteSavedRow, listSavedIds } from './saved.store.ts';
import { findUnknown, listSaved, mergeSaved, saveListing } from './saved.ts';

/** Admin passes every role rule and may look, but only travelers save. @throws Refusal `forbidden` */
function travelerOf({ caller }: Context): string {
  if (caller!.role !== 'traveler') throw new Refusal('forbidden');
  return caller!.userId;
}

export const savedRoutes = [
  answer(listEndpoint, (_input, ctx) => listSaved(ctx.db, ctx.caller!.userId, viewerOf(ctx))),
  answer(listIds, (_input, ctx) => listSavedIds(ctx.db, ctx.caller!.userId)),
  answer(putSaved, ({ params, body }, ctx) =>
    saveListing(ctx.db, ctx.clock.now(), travelerOf(ctx), { ...body, ...params }),
  ),
  answer(deleteSaved, async ({ params }, ctx) => ({
    removed: await deleteSavedRow(ctx.db, travelerOf(ctx), params.listing_id),
  })),
  answer(
    mergeEndpoint,
    async ({ body }, ctx) => {
      const merged = await mergeSaved(ctx.db, ctx.clock.now(), travelerOf(ctx), body.items);
      ctx.made([merged.added, ...merged.left_out].join(' '));
      return merged;
    },
    async ({ body }, ctx, { reference }) => {
      const [added = 0, ...left_out] = reference.split(' ').map(Number);
      return { added, left_out, unknown: await findUnknown(ctx.db, ctx.clock.now(), body.items) };
    },
  ),
];
