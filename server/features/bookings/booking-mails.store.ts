import type { Db, Tx } from '../../platform/database/database.ts';

/** Bookings whose travelers are owed a mail, longest first, held against other changes; what somebody else has in hand is left out. */
export async function lockMailDue(tx: Tx, limit: number) {
  return await tx
    .selectFrom('bookings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .leftJoin('profiles as p', 'p.user_id', 'b.user_id')
    .select(['b.id', 'b.status', 'b.reference', 'b.check_in_date', 'b.check_in_time', 'b.language', 'b.mail_due_at'])
    .select(['u.email', 'l.name as experience', 'p.is_active'])
    .where('b.mail_due_at', 'is not', null)
    .orderBy('b.mail_due_at')
    .limit(limit)
    .forUpdate('b')
    .skipLocked()
    .execute();
}
export type MailDueRow = Awaited<ReturnType<typeof lockMailDue>>[number];

/** Nothing is owed any more. */
export async function clearMailDue(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.updateTable('bookings').set({ mail_due_at: null }).where('id', 'in', ids).execute();
}
