import { recordEvents } from '../../../contract/analytics.ts';
import type { Services } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { answerRepeat } from '../../platform/idempotency.ts';
import { insertEventCalls } from './analytics.store.ts';
import { audienceOf, eventRows } from './analytics.ts';
import { EventQueue } from './event-queue.ts';

/** One queue per process, shared by all requests. */
export function analyticsRoutes({ db }: Pick<Services, 'db'>) {
  const queue = new EventQueue((calls) => insertEventCalls(db, calls));
  return [
    answer(
      recordEvents,
      async ({ body }, ctx) => {
        if (ctx.privacySignal) return { accepted: 0 };
        const receivedAt = ctx.clock.now();
        const events = eventRows(body, {
          receivedAt,
          audience: audienceOf(ctx),
          userId: ctx.caller?.userId ?? null,
          visitHash: ctx.visitHash ?? null,
        });
        const call = ctx.keyedCall;
        if (await queue.add({ events, call, receivedAt })) return { accepted: events.length };
        return await answerRepeat(call!, ctx, ({ reference }) => ({ accepted: Number(reference) }));
      },
      'handler',
    ),
  ];
}
