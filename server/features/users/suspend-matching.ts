import { z } from 'zod';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { suspendAccounts } from '../profiles/profiles.ts';
import { findAddresses, findSuspendedBy } from './users.store.ts';

const perTransaction = 100;

/**
 * Suspends the accounts that matched when it was asked for, and no other, a hundred in a transaction, with a file of what came of
 * each. Run again it does the rest, and its file tells of those before as well. It ends when whoever asked is no active administrator any more.
 */
export const accountsSuspension = declareLongWork({
  parameters: z.object({
    of: z.array(z.string()),
    reason: z.string(),
    until: z.iso.datetime(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ until }) => ({
    name: `suspended-accounts-${hawaiiDay(new Date(until))}.csv`,
    type: 'text/csv; charset=utf-8',
  }),
  run: async function* ({ db, parameters, report, signal, now }) {
    const { actor, reason, until, of } = parameters;
    yield csvHeader(['email', 'outcome']);
    const before = new Map((await findSuspendedBy(db, actor, new Date(until))).map(({ id, email }) => [id, email]));
    yield [...before.values()].map((email) => csvLine([email, 'suspended'])).join('');
    const rest = of.filter((id) => !before.has(id));
    report(before.size, of.length);
    for (let at = 0; at < rest.length; at += perTransaction) {
      signal.throwIfAborted();
      const ids = rest.slice(at, at + perTransaction);
      const suspended = new Set(await withTransaction(db, (tx) => suspendAccounts(tx, now(), { actor, reason }, ids)));
      const users = await findAddresses(db, ids);
      yield users.map(({ id, email }) => csvLine([email, suspended.has(id) ? 'suspended' : 'left out'])).join('');
      report(before.size + at + ids.length, of.length);
    }
  },
});
