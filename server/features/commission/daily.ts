import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { beforeAllIds } from '../../platform/lists.ts';
import { newsKeysOf } from '../platforms/platforms.ts';
import { askRules } from './ask-rules.ts';
import { deleteMark, findBecomingPayable, findDueTooEarly, findMarked } from './commissions.store.ts';
import { followBooking } from './follow.ts';

const perBatch = 500;

/**
 * Does something for each of many bookings or partners, each in a transaction of its own: what one has come to stays when a later one
 * fails, and a run that was broken off is begun again with what is left.
 * @param signal ends it before the next of them.
 * @param onFailed told of each that failed, in its last attempt
 * @throws the first error, once all others are done; the signal's reason, once it is aborted
 */
export async function forEachOf(
  db: Db,
  find: (after: string, limit: number) => Promise<string[]>,
  work: (tx: Tx, id: string) => Promise<unknown>,
  signal?: AbortSignal,
  onFailed: (id: string) => void = () => {},
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (let after = beforeAllIds; ; ) {
    const ids = await find(after, perBatch);
    for (const id of ids) {
      signal?.throwIfAborted();
      await withTransaction(db, (tx) => work(tx, id)).then(
        () => done++,
        (error: unknown) => {
          failures.push(error);
          onFailed(id);
        },
      );
    }
    if (ids.length < perBatch) break;
    after = ids.at(-1)!;
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/**
 * Compares with its commission each booking that was made or has changed, whoever did it: one that was loaded, or that a process of an
 * older version has changed, is followed here. Some of these are payable at once, so that the rules are asked of them here.
 */
export async function followMarked(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { contacts } = newsKeysOf(settings);
  return await forEachOf(
    db,
    (after, limit) => findMarked(db, after, limit),
    async (tx, id) => {
      if (await followBooking(tx, now, id, { actorId: null, cause: 'compared with its booking' }))
        await askRules(tx, now, id, contacts);
      await deleteMark(tx, id);
    },
    signal,
  );
}

/**
 * Makes payable what has waited for its day, unless a rule sees by now why it should not be. What a version before has made payable
 * on an assumed amount, and no payout has taken, waits again; of which one that fails keeps nobody else waiting.
 * @throws the first error, once all that can be done is done
 */
export async function releasePayable(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const { contacts } = newsKeysOf(settings);
  let failed: unknown;
  await forEachOf(
    db,
    (after, limit) => findDueTooEarly(db, after, limit),
    (tx, id) => followBooking(tx, now, id, { actorId: null, cause: 'amount not certain' }),
    signal,
  ).catch((error: unknown) => {
    failed = error;
  });
  const released = await forEachOf(
    db,
    (after, limit) => findBecomingPayable(db, hawaiiDay(now), after, limit),
    async (tx, id) => {
      await askRules(tx, now, id, contacts);
      await followBooking(tx, now, id, { actorId: null, cause: 'holding period over' });
    },
    signal,
  );
  if (failed) throw failed;
  return released;
}
