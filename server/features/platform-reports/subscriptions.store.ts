import { sql } from 'kysely';
import type { SubscribedReport } from '../../../contract/platform-reports.ts';
import type { ReportingFrequency } from '../../../contract/portal-states.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { hasDeadMail } from '../../platform/jobs/jobs.store.ts';

export interface Subscription {
  type: SubscribedReport;
  frequency: ReportingFrequency;
}

/** What somebody has subscribed to. */
export async function findSubscriptions(db: Db, userId: string): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    select type, frequency from admin_report_subscriptions where user_id = ${userId} order by type`.execute(db);
  return rows;
}

/** @param toldUntil what ended by this day is not told of any more */
export async function putSubscription(tx: Tx, userId: string, of: Subscription, toldUntil: string): Promise<void> {
  await tx
    .insertInto('admin_report_subscriptions')
    .values({ user_id: userId, ...of, told_until: toldUntil })
    .onConflict((one) =>
      one.columns(['user_id', 'type']).doUpdateSet({ frequency: of.frequency, told_until: toldUntil }),
    )
    .execute();
}

/** @returns how often it came; nothing where it did not */
export async function deleteSubscription(
  tx: Tx,
  userId: string,
  type: SubscribedReport,
): Promise<ReportingFrequency | undefined> {
  const row = await tx
    .deleteFrom('admin_report_subscriptions')
    .where('user_id', '=', userId)
    .where('type', '=', type)
    .returning('frequency')
    .executeTakeFirst();
  return row?.frequency as ReportingFrequency | undefined;
}

/** Those who are administrators still, and to whom mail can be sent. */
const mailed = sql`users u join profiles p on p.user_id = u.id and p.role = 'admin' and p.is_active
  where u.id = s.user_id and not ${hasDeadMail(sql`u.email`)}`;

export interface Due {
  user_id: string;
  type: SubscribedReport;
}

/** Who is to be told of a time that ended before a day. */
export async function findDue(db: Db, frequency: ReportingFrequency, until: string): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.user_id, s.type from admin_report_subscriptions s
    where s.frequency = ${frequency} and s.told_until < ${until}::date and exists (select from ${mailed})
    order by s.user_id, s.type`.execute(db);
  return rows;
}

/** Notes that somebody is told of a time. @returns their address; nothing where they were, or are not to be any more */
export async function takeDue(
  tx: Tx,
  { user_id, type }: Due,
  frequency: ReportingFrequency,
  until: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    update admin_report_subscriptions s set told_until = ${until}::date
    from users to_whom
    where s.user_id = ${user_id} and s.type = ${type} and s.frequency = ${frequency} and s.told_until < ${until}::date
      and to_whom.id = s.user_id and exists (select from ${mailed})
    returning to_whom.email`.execute(tx);
  return rows[0]?.email;
}
