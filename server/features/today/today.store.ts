import { sql } from 'kysely';
import type { Need } from '../../../contract/today.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDeadLetter } from '../../platform/jobs/jobs.store.ts';
import { hasBrokenLink } from '../content/content.ts';
import { isLedTo, showsNothing } from '../places/places.ts';

/** How much waits for an administrator of each kind but requests for codes, in one statement. */
export async function countNeeds(db: Db, now: Date): Promise<Record<Exclude<Need, 'qr_requests'>, number>> {
  const { rows } = await sql<Record<Exclude<Need, 'qr_requests'>, number>>`
    select (select count(*)::integer from place_proposals where status = 'pending') as place_proposals,
      (select count(*)::integer from listing_proposals where state = 'submitted') as listing_proposals,
      (select count(*)::integer from locations p where p.deleted_at is null and ${isLedTo(now)} and ${showsNothing}) as empty_places,
      (select count(*)::integer from applications where state = 'new') as applications,
      (select count(distinct h.booking_id)::integer from commission_holds h join bookings b on b.id = h.booking_id
        where h.state = 'open' and b.status <> 'cancelled') as holds,
      (select count(*)::integer from platform_bookings where state = 'proposed') as proposed_news,
      (select count(*)::integer from platform_bookings where state = 'unmatched') as unmatched_news,
      (select count(*)::integer from inbox where state = 'unreadable') as unreadable_news,
      (select count(*)::integer from payouts where state = 'prepared') as payouts,
      (select count(*)::integer from rate_changes where state = 'proposed') as rate_changes,
      (select count(*)::integer from booking_inquiries where status = 'open') as inquiries,
      (select count(*)::integer from reviews where awaits_look) as reviews,
      (select count(*)::integer from listings l where l.id in (select listing_id from listing_links where broken)
        and ${hasBrokenLink}) as broken_links,
      (select count(*)::integer from jobs.job j where ${isDeadLetter}) as dead_letters`.execute(db);
  return rows[0]!;
}
