import { recordEvents } from '../../../contract/analytics.ts';
import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/http.ts';
import { answerRepeat } from '../../platform/idempotency.ts';
import { type EventCall, type EventRow, insertEventCalls } from './analytics.store.ts';
import { audienceOf, eventRows } from './analytics.ts';
import { EventQueue } from './event-queue.ts';

/** What else follows from events, in the transaction that keeps them. */
export interface EventCounter {
  isCounted(event: EventRow): boolean;
  /** Looks up what is long before the transaction. @returns what counts those of them that were kept, within it */
  prepare(events: readonly EventRow[]): Promise<(tx: Tx, kept: readonly EventRow[]) => Promise<void>>;
}

/** One queue per process, shared by all requests. */
export function analyticsRoutes({ db, counter }: Pick<Services, 'db'> & { counter: EventCounter }) {
  const keep = async (calls: readonly EventCall[]) => {
    const counted = calls.flatMap(({ events }) => events.filter(counter.isCounted));
    if (counted.length === 0) return await insertEventCalls(db, calls);
    const count = await counter.prepare(counted);
    return await withTransaction(db, async (tx) => {
      const kept = await insertEventCalls(tx, calls);
      const fresh = calls.filter((_, at) => kept[at]).flatMap(({ events }) => events);
      await count(tx, fresh);
      return kept;
    });
  };
  const queue = new EventQueue(keep);
  return [
    answer(
      recordEvents,
      async ({ body }, ctx) => {
        if (ctx.privacySignal) return { accepted: 0 };
        const receivedAt = ctx.clock.now();
        let stay: Promise<number> | undefined;
        const events = eventRows(body, {
          receivedAt,
          audience: audienceOf(ctx),
          userId: ctx.caller?.userId ?? null,
          visitHash: ctx.visitHash ?? null,
          language: ctx.reader.language,
          network: ctx.network,
          // Asked for once, however many events there are.
          stayDay: (now) => {
            stay ??= ctx.stayDay(now);
            return stay;
          },
        });
        const call = ctx.keyedCall;
        if (await queue.add({ events, call, receivedAt })) return { accepted: events.length };
        return await answerRepeat(call!, ctx, ({ reference }) => ({ accepted: Number(reference) }));
      },
      'handler',
    ),
  ];
}
