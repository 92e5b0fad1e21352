import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { reporterOf } from '../reviews/reviews.ts';
import { findAddress, findPersonalRows } from './own-data.store.ts';
import { type Person, personalTables } from './personal-tables.store.ts';
import { endRequest, insertExport } from './requests.store.ts';

interface Keeper {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'secretKeys' | 'productName'>;
}

/** An account as its rows name it. */
export const personOf = ({ secretKeys }: Keeper['settings'], id: string, email: string): Person => ({
  ...{ id, email },
  reporters: secretKeys.map((key) => reporterOf(key, `person ${id}`)),
});

/**
 * All that is kept of the caller, as JSON, piece by piece. That it was asked for is in the audit log before the first of them is given,
 * and a request that ends with the last.
 */
export async function exportOwnData({ db, clock, settings }: Keeper, actor: Actor): Promise<AsyncGenerator<string>> {
  const now = clock.now();
  const { userId, requestId } = actor;
  const [email, request] = await withTransaction(db, async (tx) => {
    const subject = { kind: 'user', id: userId };
    await recordAudit(tx, now, { action: 'own_data_exported', actorId: userId, subject, requestId });
    return [await findAddress(tx, userId), await insertExport(tx, userId, now)];
  });
  return piecesOf({ db, clock, settings }, personOf(settings, userId, email), request);
}

async function* piecesOf({ db, clock, settings }: Keeper, person: Person, request: string): AsyncGenerator<string> {
  let state: 'done' | 'failed' = 'failed';
  try {
    const head = { of: settings.productName, exported_at: clock.now().toISOString(), account: person.email };
    yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "data": [`;
    let isFirst = true;
    for (const [table, { what }] of Object.entries(personalTables)) {
      const rows = await findPersonalRows(db, table, person, clock.now());
      const part = JSON.stringify({ what, table, rows }, null, 2).replaceAll('\n', '\n    ');
      yield `${isFirst ? '' : ','}\n    ${part}`;
      isFirst = false;
    }
    yield '\n  ]\n}\n';
    state = 'done';
  } finally {
    await endRequest(db, request, state, clock.now());
  }
}
