import {
  answerInquiry as answerEndpoint,
  listInquiries as listEndpoint,
  sendInquiry as sendEndpoint,
} from '../../../contract/inquiries.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http.ts';
import { answerInquiry, listInquiries, sendInquiry } from './inquiries.ts';
import { travelerOf } from './traveler-of.ts';

const actorOf = (ctx: Context) => ({ userId: ctx.caller!.userId, requestId: ctx.requestId });

export const inquiriesRoutes = [
  answer(sendEndpoint, ({ body }, ctx) => {
    travelerOf(ctx);
    return sendInquiry(ctx, ctx.clock.now(), actorOf(ctx), body, ctx.reader.language);
  }),
  answer(listEndpoint, ({ query }, ctx) => listInquiries(ctx.db, query)),
  answer(answerEndpoint, ({ params, body }, ctx) => answerInquiry(ctx, ctx.clock.now(), actorOf(ctx), params.id, body)),
];
