import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { findKnownUsers, lockProfiles, putActive } from './suspension.store.ts';

/** An administrator who decides about others' accounts, and why. */
export interface Decision {
  actor: Actor;
  reason: string;
}

/**
 * Holds the accounts that an administrator decides about, together with their own, until the transaction ends. Who decides is an
 * active administrator at that moment and never decides about themselves, so that one always remains.
 * @returns which of them there are, and which of these are active.
 * @throws Refusal `unauthenticated` where they no longer may: somebody has taken their role, or suspended them.
 */
export async function holdAccounts(
  tx: Tx,
  actor: Actor,
  userIds: readonly string[],
): Promise<Map<string, { isActive: boolean }>> {
  const profiles = await lockProfiles(tx, [actor.userId, ...userIds]);
  const own = profiles.get(actor.userId);
  if (own?.role !== 'admin' || !own.is_active) throw new Refusal('unauthenticated');
  const known = await findKnownUsers(tx, userIds);
  return new Map(known.map((id) => [id, { isActive: profiles.get(id)?.is_active !== false }]));
}

/** The same of one account, which is another's. @throws Refusal `own_account`, `not_found`, and as `holdAccounts` */
export async function holdAccount(tx: Tx, actor: Actor, userId: string): Promise<{ isActive: boolean }> {
  if (userId === actor.userId) throw new Refusal('own_account');
  const account = (await holdAccounts(tx, actor, [userId])).get(userId);
  if (!account) throw new Refusal('not_found');
  return account;
}

/**
 * Suspends accounts: their sessions end, and nobody signs in to them. Left out are the administrator's own, unknown ones, and those
 * that are suspended.
 * @returns whose accounts now are that were not.
 * @throws Refusal `unauthenticated`
 */
export async function suspendAccounts(
  tx: Tx,
  now: Date,
  decision: Decision,
  userIds: readonly string[],
): Promise<string[]> {
  const { actor } = decision;
  const accounts = await holdAccounts(tx, actor, userIds);
  const ids = [...accounts].flatMap(([id, { isActive }]) => (isActive && id !== actor.userId ? [id] : []));
  if (ids.length === 0) return ids;
  await putActive(tx, ids, false, now);
  for (const id of ids) {
    const ended = await endSessionsOf(tx, id);
    await note(tx, now, decision, id, 'account_suspended', { state: 'suspended', ended }, { state: 'active' });
  }
  return ids;
}

/** Lets a suspended account go on; one that is active stays as it is. @throws as `holdAccount` */
export async function reactivateAccount(tx: Tx, now: Date, decision: Decision, userId: string): Promise<void> {
  if ((await holdAccount(tx, decision.actor, userId)).isActive) return;
  await putActive(tx, [userId], true, now);
  await note(tx, now, decision, userId, 'account_reactivated', { state: 'active' }, { state: 'suspended' });
}

/** Ends all sessions of somebody else's account. @returns how many. @throws as `holdAccount` */
export async function endOthersSessions(tx: Tx, now: Date, decision: Decision, userId: string): Promise<number> {
  await holdAccount(tx, decision.actor, userId);
  const ended = await endSessionsOf(tx, userId);
  if (ended > 0) await note(tx, now, decision, userId, 'sessions_ended', { ended });
  return ended;
}

async function note(
  tx: Tx,
  now: Date,
  { actor, reason }: Decision,
  id: string,
  action: string,
  after: object,
  before?: object,
) {
  const subject = { kind: 'user', id };
  const values = { before, after: { ...after, reason } };
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, ...values, requestId: actor.requestId });
}
