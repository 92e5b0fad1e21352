import {
  discardNews as discardEndpoint,
  listNews as listEndpoint,
  readNews as readEndpoint,
  receiveNews as receiveEndpoint,
  receiveFareharborNews as receiveFareharborEndpoint,
  retryNews as retryEndpoint,
} from '../../../contract/news.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { doneBefore } from '../../platform/idempotency.ts';
import { keepNews } from '../../platform/news/news.ts';
import { discardNews, listNews, readNews, retryNews } from './news.ts';

async function receive(ctx: Context, source: string) {
  const { headers } = ctx;
  await keepNews(ctx, { source, received_at: ctx.clock.now(), headers, body: ctx.rawBody() });
  return { received: true as const };
}

export const newsRoutes = [
  answer(receiveEndpoint, ({ params }, ctx) => receive(ctx, params.source)),
  answer(receiveFareharborEndpoint, (_input, ctx) => receive(ctx, receiveFareharborEndpoint.source)),
  answer(listEndpoint, ({ query }, ctx) => listNews(ctx.db, query)),
  answer(readEndpoint, ({ params }, ctx) => readNews(ctx.db, ctx.clock.now(), actorOf(ctx), params.id)),
  answer(
    retryEndpoint,
    async ({ params, body: { reason } }, ctx) => {
      await retryNews(ctx, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
      return { ok: true as const };
    },
    doneBefore,
  ),
  answer(
    discardEndpoint,
    async ({ params, body: { reason } }, ctx) => {
      await discardNews(ctx.db, ctx.clock.now(), { actor: actorOf(ctx), reason }, params.id);
      return { ok: true as const };
    },
    doneBefore,
  ),
];
