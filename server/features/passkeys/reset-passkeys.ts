import { recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import type { Settings } from '../../platform/settings.ts';
import { deletePasskeysOf, findAddress, listPasskeys } from './passkeys.store.ts';

/**
 * The way back for somebody who lost their passkey: takes all of theirs away, ends all their sessions and tells them, in one
 * transaction. With a fresh sign-in by mail they register another. Who has none is left as they are.
 * @param given.actorId the administrator, who has confirmed with a passkey of their own; null is the operator at the machine.
 * @throws Refusal `not_found`
 */
export async function resetPasskeys(
  { db, jobs, settings }: { db: Db; jobs: Jobs; settings: Settings },
  now: Date,
  { reason, ...by }: { actorId: string | null; requestId?: string; reason?: string | undefined },
  userId: string,
): Promise<{ removed: number; ended: number }> {
  return await withTransaction(db, async (tx) => {
    const email = await findAddress(tx, userId);
    if (!email) throw new Refusal('not_found');
    if ((await listPasskeys(tx, userId)).length === 0) return { removed: 0, ended: 0 };
    // Sessions first: this waits for one that is registering a passkey, which is then taken away with the others.
    const ended = await endSessionsOf(tx, userId);
    const removed = await deletePasskeysOf(tx, userId);
    await recordAudit(tx, now, {
      action: 'passkeys_reset',
      subject: { kind: 'user', id: userId },
      after: { removed, ended, ...(reason && { reason }) },
      ...by,
    });
    await jobs.send(tx, 'mail', { to: email, ...resetMail(settings) });
    return { removed, ended };
  });
}

function resetMail({ productName, publicUrl }: Settings) {
  return {
    subject: `Your ${productName} passkeys were removed`,
    text: [
      'Aloha,',
      '',
      'an administrator removed the passkeys of your account, and signed it out everywhere. To go on, sign in again:',
      '',
      `${publicUrl}/auth`,
      '',
      'and add a new passkey in your profile within ten minutes.',
      '',
      'If you did not ask for it, somebody may be trying to get into your account: please contact support.',
      '',
      `${productName}, trusted since 1974`,
    ].join('\n'),
  };
}
