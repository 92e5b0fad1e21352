import type { Input } from '../../../contract/endpoint.ts';
import type {
  leaveReview as leaveEndpoint,
  ModeratedReview,
  reportReview as reportEndpoint,
} from '../../../contract/reviews.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { reporterOf } from './reporters.ts';
import { findReports, insertReport, lockShownReview, setAwaitsLook } from './review-reports.store.ts';
import { lockReview } from './reviews.store.ts';
import { getReview, versionOfWords } from './reviews.ts';

type Reporter = Pick<Context, 'db' | 'settings' | 'caller' | 'network'>;

/**
 * Has an administrator look at a review again; each reader counts once.
 * @throws Refusal `not_found` also for one that is hidden
 */
export async function reportReview(
  { db, settings, caller, network }: Reporter,
  now: Date,
  id: string,
  { reason, note }: Input<typeof reportEndpoint>['body'],
): Promise<void> {
  const reporter = reporterOf(settings.secretKeys[0], caller ? `person ${caller.userId}` : `network ${network}`);
  await withTransaction(db, async (tx) => {
    if (!(await lockShownReview(tx, id))) throw new Refusal('not_found');
    const report = { review_id: id, reporter, reason, note: note || null, reported_at: now };
    if (await insertReport(tx, report)) await setAwaitsLook(tx, id, true);
  });
}

/**
 * Leaves a review as it is: it waits for no look any more.
 * @param read how many reports were told, and of which words.
 * @throws Refusal `not_found`, `changed_meanwhile` where it was reported again since, or has other words
 */
export async function leaveReview(
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
  { reports, words_version }: Input<typeof leaveEndpoint>['body'],
): Promise<ModeratedReview> {
  return await withTransaction(db, async (tx) => {
    const review = await lockReview(tx, id);
    if (!review) throw new Refusal('not_found');
    if (versionOfWords(review) !== words_version) throw new Refusal('changed_meanwhile');
    if (((await findReports(tx, [id]))[0]?.report_count ?? 0) !== reports) throw new Refusal('changed_meanwhile');
    if (review.awaits_look) {
      await setAwaitsLook(tx, id, false);
      await recordAudit(tx, now, {
        action: 'review_left',
        actorId: actor.userId,
        subject: { kind: 'review', id },
        before: { awaits_look: true },
        after: { awaits_look: false, reports },
        requestId: actor.requestId,
        personId: review.user_id,
      });
    }
    return await getReview(tx, id);
  });
}
