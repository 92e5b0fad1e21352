import { sql } from 'kysely';
import { promisedHours } from '../../../contract/qr-requests.ts';
import type { Need } from '../../../contract/today.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDeadLetter } from '../../platform/jobs/jobs.store.ts';

type Counts = Record<Need | 'due' | 'late', number>;

/** How much of each kind waits for an administrator, in one statement. */
export async function countNeeds(db: Db, now: Date): Promise<Counts> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const [due, late] = [before(promisedHours.from), before(promisedHours.until)];
  const { rows } = await sql<Counts>`
    select r.qr_requests, r.due, r.late,
      (select count(*)::integer from place_proposals where status = 'pending') as place_proposals,
      (select count(*)::integer from commission_holds h join bookings b on b.id = h.booking_id
        where h.state = 'open' and b.status <> 'cancelled') as holds,
      (select count(*)::integer from platform_bookings where state = 'proposed') as proposed_news,
      (select count(*)::integer from platform_bookings where state = 'unmatched') as unmatched_news,
      (select count(*)::integer from inbox where state = 'unreadable') as unreadable_news,
      (select count(*)::integer from payouts where state = 'prepared') as payouts,
      (select count(*)::integer from rate_changes where state = 'proposed') as rate_changes,
      (select count(*)::integer from booking_inquiries where status = 'open') as inquiries,
      (select count(*)::integer from jobs.job j where ${isDeadLetter}) as dead_letters
    from (select count(*)::integer as qr_requests,
        (count(*) filter (where created_at <= ${due} and created_at > ${late}))::integer as due,
        (count(*) filter (where created_at <= ${late}))::integer as late
      from qr_requests where status = 'pending') r`.execute(db);
  return rows[0]!;
}
