import {
  answerInquiry as answerEndpoint,
  listInquiries as listEndpoint,
  sendInquiry as sendEndpoint,
} from '../../../contract/inquiries.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { answerInquiry, getOwnInquiry, listInquiries, sendInquiry } from './inquiries.ts';

export const inquiriesRoutes = [
  answer(
    sendEndpoint,
    async ({ body }, ctx) => {
      const sent = await sendInquiry(ctx, ctx.clock.now(), actorOf(ctx), body, ctx.reader.language);
      ctx.made(sent.id);
      return sent;
    },
    (_input, ctx, { reference }) => getOwnInquiry(ctx.db, ctx.caller!.userId, reference),
  ),
  answer(listEndpoint, ({ query }, ctx) => listInquiries(ctx.db, query)),
  answer(answerEndpoint, ({ params, body }, ctx) => answerInquiry(ctx, ctx.clock.now(), actorOf(ctx), params.id, body)),
];
