import * as endpoints from '../../../contract/own-places.ts';
import * as houseLists from '../../../contract/place-lists.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { guestOf } from '../listings/listings.ts';
import { firstLook } from '../places/places.ts';
import { arrangePlace, getOwnPlace, getPlaceListings, listOwnPlaces } from './curation.ts';
import { getPlaceList, listPlaceLists, previewPlace, putPlaceList } from './house-lists.ts';

export const curationRoutes = [
  answer(endpoints.listOwnPlaces, (_input, ctx) => listOwnPlaces(ctx.db, firstLook(ctx), membershipOf(ctx))),

  answer(endpoints.getOwnPlace, ({ params }, ctx) => getOwnPlace(ctx.db, membershipOf(ctx), params.id)),

  answer(endpoints.arrangePlace, ({ params, body }, ctx) =>
    arrangePlace(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.id, body),
  ),

  answer(endpoints.getPlaceListings, ({ params }, ctx) => getPlaceListings(ctx.db, params.id)),

  answer(houseLists.listPlaceLists, ({ query }, ctx) => listPlaceLists(ctx.db, firstLook(ctx), query)),

  answer(houseLists.getPlaceList, ({ params }, ctx) => getPlaceList(ctx.db, params.id)),

  answer(houseLists.putPlaceList, ({ params, body }, ctx) =>
    putPlaceList(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
  ),

  answer(houseLists.previewPlace, ({ params, query }, ctx) => previewPlace(ctx.db, params.id, guestOf(ctx), query)),
];
