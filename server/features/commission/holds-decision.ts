import { z } from 'zod';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { findDecidedBy, nameHolds } from './holds-queue.store.ts';
import { decideEach } from './holds-queue.ts';

const perFetch = 100;

/**
 * Decides the holds that matched when it was asked for, as far as they are open, and no other, each in a transaction of its own, with
 * a file of what came of each. Run again it does the rest, and its file tells of those before as well.
 */
export const holdsDecision = declareLongWork({
  parameters: z.object({
    of: z.array(z.string()),
    decision: z.enum(['released', 'voided']),
    reason: z.string(),
    until: z.iso.datetime(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ until }) => ({ name: `decided-holds-${hawaiiDay(new Date(until))}.csv`, type: 'text/csv; charset=utf-8' }),
  run: async function* ({ db, parameters, report, signal, now }) {
    const { actor, reason, decision: state, until, of } = parameters;
    const line = (one: { transaction_id: string; rule: string }, outcome: string) =>
      csvLine([one.transaction_id, one.rule, outcome]);
    yield csvHeader(['booking', 'rule', 'outcome']);
    const before = await findDecidedBy(db, actor, new Date(until));
    yield before.map((one) => line(one, state)).join('');
    const done = new Set(before.map(({ id }) => id));
    const rest = of.filter((id) => !done.has(id));
    report(done.size, of.length);
    for (let at = 0; at < rest.length; at += perFetch) {
      signal.throwIfAborted();
      const ids = rest.slice(at, at + perFetch);
      const decided = await decideEach(db, now, actor, ids, { state, replaces: 'open', reason });
      const holds = await nameHolds(db, ids);
      yield holds.map((one) => line(one, decided.has(one.id) ? state : 'left out')).join('');
      report(done.size + at + ids.length, of.length);
    }
  },
});
