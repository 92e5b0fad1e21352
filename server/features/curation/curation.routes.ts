import * as endpoints from '../../../contract/own-places.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { arrangePlace, getOwnPlace, getPlaceListings, listOwnPlaces } from './curation.ts';

export const curationRoutes = [
  answer(endpoints.listOwnPlaces, (_input, ctx) => listOwnPlaces(ctx.db, membershipOf(ctx))),

  answer(endpoints.getOwnPlace, ({ params }, ctx) => getOwnPlace(ctx.db, membershipOf(ctx), params.id)),

  answer(endpoints.arrangePlace, ({ params, body }, ctx) =>
    arrangePlace(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body),
  ),

  answer(endpoints.getPlaceListings, ({ params }, ctx) => getPlaceListings(ctx.db, params.id)),
];
