import { z } from 'zod';
import { holdRules } from '../../../contract/commission-states.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { csvLine } from '../../platform/csv.ts';
import { beforeAllIds } from '../../platform/lists.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { countMatchingHolds, findDecidedBy, findMatchingHolds } from './holds-queue.store.ts';
import { decideEach } from './holds-queue.ts';

const perFetch = 100;

/**
 * Decides all open holds that match and were there when it was asked for, each in a transaction of its own, with a file of what came of
 * each. Run again it does the rest, and its file tells of those before as well.
 */
export const holdsDecision = declareLongWork({
  parameters: z.object({
    search: z.string().optional(),
    rule: z.enum(holdRules).optional(),
    decision: z.enum(['released', 'voided']),
    reason: z.string(),
    until: z.iso.datetime(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ until }) => ({ name: `decided-holds-${hawaiiDay(new Date(until))}.csv`, type: 'text/csv; charset=utf-8' }),
  run: async function* ({ db, parameters, report, signal, now }) {
    const { actor, reason, decision: state, until: asked, ...filter } = parameters;
    const until = new Date(asked);
    const line = (one: { transaction_id: string; rule: string }, outcome: string) =>
      csvLine([one.transaction_id, one.rule, outcome]);
    yield csvLine(['booking', 'rule', 'outcome']);
    const before = await findDecidedBy(db, actor, until);
    yield before.map((one) => line(one, state)).join('');
    const total = before.length + (await countMatchingHolds(db, filter, until));
    for (let after = beforeAllIds, done = before.length; ; ) {
      signal.throwIfAborted();
      report(done, Math.max(total, done));
      const found = await findMatchingHolds(db, filter, { until, after, limit: perFetch });
      const last = found.at(-1);
      if (!last) return;
      const ids = found.map(({ id }) => id);
      const decided = await decideEach(db, now, actor, ids, { state, replaces: 'open', reason });
      yield found.map((one) => line(one, decided.has(one.id) ? state : 'left out')).join('');
      done += found.length;
      after = last.id;
    }
  },
});
