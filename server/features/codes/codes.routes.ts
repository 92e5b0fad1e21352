import { getFirstSteps } from '../../../contract/first-steps.ts';
import { changeQrCode as changeEndpoint, listQrCodes as listCodesEndpoint } from '../../../contract/qr-codes.ts';
import * as endpoints from '../../../contract/qr-requests.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { firstLook } from '../places/places.ts';
import { approveQrRequest, rejectQrRequest } from './decide-request.ts';
import { readFirstSteps } from './first-steps.ts';
import { changeQrCode, listQrCodes, requireOwnPartner } from './qr-codes.ts';
import { getAnyQrRequest, getQrRequest, listAllQrRequests, listQrRequests, submitQrRequest } from './qr-requests.ts';

const submitted = (request: endpoints.QrRequest) => ({ message: endpoints.requestSubmitted, request });

export const codesRoutes = [
  answer(listCodesEndpoint, async ({ params }, ctx) => {
    await requireOwnPartner(ctx.db, membershipOf(ctx), params.partnerId);
    return await listQrCodes(ctx.db, firstLook(ctx), membershipOf(ctx));
  }),

  answer(getFirstSteps, (_input, ctx) => readFirstSteps(ctx.db, firstLook(ctx), membershipOf(ctx))),

  answer(changeEndpoint, ({ params, body }, ctx) =>
    changeQrCode(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), params.qr_code_id, body),
  ),

  answer(
    endpoints.submitQrRequest,
    async ({ body }, ctx) => {
      const request = await submitQrRequest(ctx.db, ctx.clock.now(), actorOf(ctx), membershipOf(ctx), body);
      ctx.made(request.id);
      return submitted(request);
    },
    async (_input, ctx, { reference }) => submitted(await getQrRequest(ctx.db, membershipOf(ctx), reference)),
  ),

  answer(endpoints.listQrRequests, async ({ params }, ctx) => {
    await requireOwnPartner(ctx.db, membershipOf(ctx), params.partnerId);
    return await listQrRequests(ctx.db, membershipOf(ctx));
  }),

  answer(endpoints.listAllQrRequests, ({ query }, ctx) => listAllQrRequests(ctx.db, ctx.clock.now(), query)),

  answer(
    endpoints.approveQrRequest,
    async ({ params, body }, ctx) => {
      const position =
        body?.latitude === undefined || body.longitude === undefined
          ? undefined
          : { latitude: body.latitude, longitude: body.longitude };
      return await approveQrRequest(ctx, ctx.clock.now(), actorOf(ctx), params.id, position);
    },
    ({ params }, ctx) => getAnyQrRequest(ctx.db, ctx.clock.now(), params.id),
  ),

  answer(
    endpoints.rejectQrRequest,
    ({ params, body }, ctx) => rejectQrRequest(ctx, ctx.clock.now(), actorOf(ctx), params.id, body?.reason ?? null),
    ({ params }, ctx) => getAnyQrRequest(ctx.db, ctx.clock.now(), params.id),
  ),
];
