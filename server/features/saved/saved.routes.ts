import {
  deleteSaved,
  listSaved as listEndpoint,
  listSavedIds as listIds,
  mergeSaved as mergeEndpoint,
  putSaved,
} from '../../../contract/saved.ts';
import type { Context } from '../../platform/context.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { answer } from '../../platform/http/http.ts';
import { viewerOf } from '../listings/listings.ts';
import { listSavedIds } from './saved.store.ts';
import { findUnknown, listSaved, mergeSaved, removeListing, saveListing } from './saved.ts';

const callerOf = ({ caller }: Context): string => caller!.userId;

export const savedRoutes = [
  answer(listEndpoint, (_input, ctx) => listSaved(ctx.db, callerOf(ctx), viewerOf(ctx))),
  answer(listIds, (_input, ctx) =>
    withTenant(ctx.db, { person: callerOf(ctx) }, (tx) => listSavedIds(tx, callerOf(ctx))),
  ),
  answer(putSaved, ({ params, body }, ctx) =>
    saveListing(ctx.db, ctx.clock.now(), callerOf(ctx), { ...body, ...params }),
  ),
  answer(deleteSaved, ({ params, body }, ctx) => removeListing(ctx.db, callerOf(ctx), params.listing_id, body?.seen)),
  answer(
    mergeEndpoint,
    async ({ body }, ctx) => {
      const merged = await mergeSaved(ctx.db, ctx.clock.now(), callerOf(ctx), body.items);
      ctx.made([merged.added, ...merged.left_out].join(' '));
      return merged;
    },
    async ({ body }, ctx, { reference }) => {
      const [added = 0, ...left_out] = reference.split(' ').map(Number);
      return { added, left_out, unknown: await findUnknown(ctx.db, ctx.clock.now(), body.items) };
    },
  ),
];
