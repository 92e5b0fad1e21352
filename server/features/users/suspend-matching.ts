import { z } from 'zod';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { accountStates } from '../../../contract/users.ts';
import { csvLine } from '../../platform/csv.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { beforeAllIds } from '../../platform/lists.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { suspendAccounts } from '../profiles/profiles.ts';
import { countMatchingUsers, findMatchingUsers, findSuspendedBy } from './users.store.ts';

const perTransaction = 100;

/**
 * Suspends all accounts that match and had joined when it was asked for, a hundred in a transaction, with a file of what came of
 * each. Run again it does the rest, and its file tells of those before as well. It ends when whoever asked is no active administrator any more.
 */
export const accountsSuspension = declareLongWork({
  parameters: z.object({
    search: z.string().optional(),
    role: z.string().optional(),
    state: z.enum(accountStates).optional(),
    reason: z.string(),
    until: z.iso.datetime(),
    actor: z.object({ userId: z.string(), requestId: z.string() }),
  }),
  file: ({ until }) => ({
    name: `suspended-accounts-${hawaiiDay(new Date(until))}.csv`,
    type: 'text/csv; charset=utf-8',
  }),
  run: async function* ({ db, parameters, report, signal, now }) {
    const { actor, reason, until: asked, ...filter } = parameters;
    const until = new Date(asked);
    yield csvLine(['email', 'outcome']);
    const before = new Map((await findSuspendedBy(db, actor, until)).map(({ id, email }) => [id, email]));
    yield [...before.values()].map((email) => csvLine([email, 'suspended'])).join('');
    const total = before.size + (await countMatchingUsers(db, filter, until, [...before.keys()]));
    for (let after = beforeAllIds, done = before.size; ; ) {
      signal.throwIfAborted();
      report(done, Math.max(total, done));
      const found = await findMatchingUsers(db, filter, { until, after, limit: perTransaction });
      const last = found.at(-1);
      if (!last) return;
      const users = found.filter(({ id }) => !before.has(id));
      const ids = users.map(({ id }) => id);
      const suspended = new Set(await withTransaction(db, (tx) => suspendAccounts(tx, now(), { actor, reason }, ids)));
      yield users.map(({ id, email }) => csvLine([email, suspended.has(id) ? 'suspended' : 'left out'])).join('');
      done += users.length;
      after = last.id;
      report(done, Math.max(total, done));
    }
  },
});
