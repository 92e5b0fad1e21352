import { z } from 'zod';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { beforeAllIds } from '../../platform/lists.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { findPayees } from './payouts.store.ts';
import { preparePayout } from './payouts.ts';

const perFetch = 100;

/**
 * Prepares a payout for each organisation to which enough is due, each in a transaction of its own, with a file of them. Run again it
 * finds what it has prepared, and prepares the rest.
 */
export const payoutRun = declareLongWork({
  parameters: z.object({
    run: z.uuid(),
    asked: z.iso.datetime(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ asked }) => ({ name: `payouts-${hawaiiDay(new Date(asked))}.csv`, type: 'text/csv; charset=utf-8' }),
  run: async function* ({ db, parameters: { run, actor }, report, signal, now }) {
    yield csvHeader(['payout', 'partner', 'amount', 'organisation']);
    for (let after = beforeAllIds, done = 0; ; ) {
      const payees = await findPayees(db, run, after, perFetch);
      for (const { id, name } of payees) {
        signal.throwIfAborted();
        const payout = await preparePayout(db, now(), actor, run, id);
        // In dollars, as a number that a spreadsheet adds up; the id, as two partners may have one name.
        if (payout) yield csvLine([payout.id, name, payout.cents / 100, id]);
        report(++done, done);
      }
      if (payees.length < perFetch) return;
      after = payees.at(-1)!.id;
    }
  },
});
