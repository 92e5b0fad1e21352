import { getPlace, getPlacePack } from '../../../contract/places.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { guestOf, viewerOf } from '../listings/listings.ts';
import { describePack, type FileBytes } from './pack.ts';
import { findPlaceWithExperiences, lookOf } from './places.ts';

/** A place with what it shows, and what a device fetches to have it without a network. */
export const placesRoutes = ({ fileBytes }: { fileBytes: FileBytes }) => [
  fromReplica(
    answer(getPlace, async ({ params }, ctx) => {
      const found = await findPlaceWithExperiences(ctx.db, params.id, viewerOf(ctx), lookOf(ctx));
      if (!found) throw new Refusal('not_found');
      return found;
    }),
  ),
  fromReplica(
    answer(getPlacePack, async ({ params }, ctx) => {
      const pack = await describePack(ctx.db, params.id, guestOf(ctx), lookOf(ctx), fileBytes);
      if (!pack) throw new Refusal('not_found');
      return pack;
    }),
  ),
];
