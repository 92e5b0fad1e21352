import { recordEvents } from '../../../contract/analytics.ts';
import type { Services } from '../../platform/context.ts';
import { answer } from '../../platform/http.ts';
import { insertEvents } from './analytics.store.ts';
import { audienceOf, eventRows } from './analytics.ts';
import { EventQueue } from './event-queue.ts';

/** One queue per process, shared by all requests. */
export function analyticsRoutes({ db }: Pick<Services, 'db'>) {
  const queue = new EventQueue((events) => insertEvents(db, events));
  return [
    answer(
      recordEvents,
      async ({ body }, ctx) => {
        if (ctx.privacySignal) return { accepted: 0 };
        const events = eventRows(body, {
          receivedAt: ctx.clock.now(),
          audience: audienceOf(ctx.userAgent, ctx.caller?.role),
          userId: ctx.caller?.userId ?? null,
          visitHash: ctx.visitHash ?? null,
        });
        // With a key the events belong to the transaction that keeps the key; without, to the batch of the moment.
        if (ctx.idempotencyKey) await insertEvents(ctx.db, events);
        else await queue.add(events);
        ctx.made(String(events.length));
        return { accepted: events.length };
      },
      (_input, _ctx, { reference }) => ({ accepted: Number(reference) }),
    ),
  ];
}
