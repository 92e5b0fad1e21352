import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { reporterOf } from '../reviews/reviews.ts';
import { findPersonalRows, lockAddress } from './own-data.store.ts';
import { type Person, personalTables } from './personal-tables.store.ts';
import { endRequest, insertExport, isExporting } from './requests.store.ts';

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

/** So long nobody begins another file beside one that has not ended; one whose process was killed says no end. */
const atOnceMs = 600_000;

/**
 * All that is kept of the caller, as JSON, piece by piece, in the same memory however much it is. That it was asked for is in the audit log
 * before the first of them is given, and a request that ends with the last.
 * @throws Refusal `own_data_under_way` while another one is being made
 */
export async function exportOwnData({ db, clock, settings }: Keeper, actor: Actor): Promise<AsyncGenerator<string>> {
  const now = clock.now();
  const { userId, requestId } = actor;
  const [email, request] = await withTransaction(db, async (tx) => {
    const address = await lockAddress(tx, userId);
    if (await isExporting(tx, userId, new Date(now.getTime() - atOnceMs))) throw new Refusal('own_data_under_way');
    const subject = { kind: 'user', id: userId };
    await recordAudit(tx, now, { action: 'own_data_exported', actorId: userId, subject, requestId });
    return [address, await insertExport(tx, userId, now)];
  });
  return piecesOf({ db, clock, settings }, personOf(settings, userId, email), request);
}

async function* piecesOf({ db, clock, settings }: Keeper, person: Person, request: string): AsyncGenerator<string> {
  let state: 'done' | 'failed' = 'failed';
  try {
    const head = { of: settings.productName, exported_at: clock.now().toISOString(), account: person.email };
    yield `${JSON.stringify(head).slice(0, -1)},"data":[`;
    let isFirst = true;
    for (const [table, { what }] of Object.entries(personalTables)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ what, table }).slice(0, -1)},"rows":[`;
      isFirst = false;
      let before = '\n';
      for await (const rows of findPersonalRows(db, table, person, clock.now())) {
        if (rows.length) yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
        if (rows.length) before = ',\n';
        // Years are looked through in which there was nothing: whoever waits is told that it goes on.
        else yield ' ';
      }
      yield ']}';
    }
    yield '\n]}\n';
    state = 'done';
  } finally {
    await endRequest(db, request, state, clock.now());
  }
}
