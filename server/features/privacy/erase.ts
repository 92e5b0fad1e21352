import { eraseOwnAccount } from '../../../contract/privacy.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { eraseSecurityEventsOf, flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import type { Settings } from '../../platform/settings.ts';
import { forgetReportsOf } from '../reports/reports.ts';
import {
  clearPersonalRows,
  deleteDetailsOfOffers,
  deleteMailAbout,
  deleteNewsAbout,
  type Erasure,
  failExportsBefore,
  findErasures,
  findReferences,
  forgetVisits,
  forgetWhereabouts,
  insertErasure,
  lockAccount,
  markErased,
  narrowErasure,
} from './erase.store.ts';
import { personOf } from './own-data.ts';
import { type Person, pseudonymOf } from './personal-tables.store.ts';
import { endRequest } from './requests.store.ts';

type Keys = Pick<Settings, 'secretKeys' | 'productName'>;

/** Roles that others depend on: they are handed over before the account goes. */
const duties: readonly string[] = eraseOwnAccount.refuses;
/** A shorter one could be anything in a message. */
const leastReference = 6;
/** Nobody waits longer for a file. */
const exportSeconds = 3_600;
/** By then what other processes had in hand, or kept to write later, is written. */
const settledMs = 120_000;
/**
 * Erasures under way after which nothing of the account's whereabouts was left, nor can come, as far as this process has seen to it: to look
 * again is to look at every day since the account began.
 */
const forgotten = new Set<string>();

/**
 * Erases an account: nobody can sign in to it any more, and of what is kept of it there is its id alone. Money, and what it rests
 * on, stays under that id; the audit log keeps ids and hashes. What lies where it takes time to look is erased by `finishErasures`.
 * @param by its owner, or null, the operator
 * @returns false where it was erased before
 * @throws Refusal `account_has_duties` of partners, advertisers and administrators, who hand over first; `not_found`
 */
export async function eraseAccount(
  db: Db,
  now: Date,
  keys: Keys,
  userId: string,
  by: { actorId: string | null; requestId?: string },
): Promise<boolean> {
  return await withTransaction(db, async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw new Refusal('not_found');
    const { email, role, isErased } = account;
    if (isErased) return false;
    if (duties.includes(role)) throw new Refusal('account_has_duties');
    const references = (await findReferences(tx, userId)).filter(({ length }) => length >= leastReference);
    await insertErasure(tx, userId, [email, ...references], now);
    await recordAudit(tx, now, {
      action: 'account_erased',
      ...by,
      subject: { kind: 'user', id: userId },
      personId: null,
    });
    await forgetReportsOf(tx, userId);
    await clearPerson(tx, personOf(keys, userId, email));
    await eraseSecurityEventsOf(tx, userId);
    await deleteMailAbout(tx, [email]);
    await markErased(tx, userId, now);
    return true;
  });
}

/**
 * Erases what is left of accounts whose erasure is under way. One that was asked for long enough ago, so that nothing is written after it,
 * is said to be done, unless it waits for news of a platform to be dealt with. May run several times at once. To be run now and then, and
 * before a backup is taken.
 * @param signal ends it after the one that is in hand
 * @throws Error once all had their turn, where one of them failed
 */
export async function finishErasures(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  signal?: AbortSignal,
): Promise<void> {
  await flushSecurityEvents(db);
  const failures: string[] = [];
  for await (const erasure of findErasures(db)) {
    if (signal?.aborted) return;
    try {
      const isDone = await finish(db, settings, erasure, clock.now());
      if (isDone) await endRequest(db, erasure.id, 'done', clock.now());
    } catch (error) {
      failures.push(`${erasure.id}: ${(error as Error).message}`);
    }
  }
  await failExportsBefore(db, new Date(clock.now().getTime() - exportSeconds * 1_000), clock.now());
  if (failures.length) throw new Error(`erasures are not finished: ${failures.join('; ')}`);
}

async function finish(db: Db, keys: Keys, erasure: Erasure, now: Date): Promise<boolean> {
  const { user_id: id, sought } = erasure;
  const isSettled = now.getTime() - erasure.asked_at.getTime() > settledMs;
  // What a request that was under way has written since. The address may be another account's by now.
  await withTransaction(db, async (tx) => {
    await forgetReportsOf(tx, id);
    await clearPerson(tx, personOf(keys, id, pseudonymOf(id)));
  });
  if (!forgotten.has(erasure.id)) {
    await forgetWhereabouts(db, id, now);
    // Until then they tell whose it is that is written late.
    if (isSettled) await forgetVisits(db, id);
    if (isSettled) forgotten.add(erasure.id);
  }
  await eraseSecurityEventsOf(db, id);
  const references = sought.filter((word) => !word.includes('@'));
  await deleteMailAbout(db, references);
  if (await deleteNewsAbout(db, erasure)) return false;
  await narrowErasure(db, erasure.id, references);
  if (isSettled) forgotten.delete(erasure.id);
  return isSettled;
}

async function clearPerson(tx: Tx, person: Person): Promise<void> {
  await deleteDetailsOfOffers(tx, person);
  await clearPersonalRows(tx, person);
}
