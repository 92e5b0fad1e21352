import { type RawBuilder, sql } from 'kysely';
import type { BookingPlatform, BookingStatus } from '../../../contract/booking-states.ts';
import type { InquiryStatus } from '../../../contract/inquiries.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

interface Filter<Status> {
  search?: string | undefined;
  status?: Status | undefined;
  id?: string | undefined;
}

const matchingOf = (
  { search, status, id }: Filter<string>,
  row: 'b' | 'i',
  searched: RawBuilder<unknown>,
): RawBuilder<unknown>[] => [
  ...(search ? [contains(sql`concat_ws(' ', ${searched})`, search)] : []),
  ...(status ? [sql`${sql.ref(`${row}.status`)} = ${status}`] : []),
  ...(id ? [sql`${sql.ref(`${row}.id`)} = ${id}`] : []),
];

interface BookingFilter extends Filter<BookingStatus> {
  platform?: BookingPlatform | undefined;
}

/** Which bookings of all travelers stand on a page. */
export async function findBookingPage(db: Db, filter: BookingFilter, page: Page) {
  const searched = sql`b.transaction_id, b.reference, b.claimed_reference, l.name, u.name, u.email`;
  const listed = {
    from: sql`bookings b join listings l on l.id = b.listing_id join users u on u.id = b.user_id`,
    ...{ id: sql`b.id`, columns: sql`b.id`, order: byInstant(sql`b.booked_at`) },
    matching: [
      ...matchingOf(filter, 'b', searched),
      ...(filter.platform ? [sql`b.platform = ${filter.platform}`] : []),
    ],
  };
  return await findPage<{ id: string }>(db, listed, page);
}

/** Which inquiries stand on a page. */
export async function findInquiryPage(db: Db, filter: Filter<InquiryStatus>, page: Page) {
  const searched = sql`i.reference, i.listing_text, l.name, u.name, u.email`;
  const listed = {
    from: sql`booking_inquiries i join users u on u.id = i.user_id left join listings l on l.id = i.listing_id`,
    ...{ id: sql`i.id`, columns: sql`i.id`, order: byInstant(sql`i.created_at`) },
    matching: matchingOf(filter, 'i', searched),
  };
  return await findPage<{ id: string }>(db, listed, page);
}
