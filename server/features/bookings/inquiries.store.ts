import type { Insertable } from 'kysely';
import type { InquiryStatus } from '../../../contract/inquiries.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anyOf } from '../../platform/lists.store.ts';

/** Inquiries of these ids, or all, with who asks and about what, in any order. */
export async function findInquiries(db: Db, { ids }: { ids?: readonly string[] }) {
  const query = db
    .selectFrom('booking_inquiries as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .leftJoin('listings as l', 'l.id', 'i.listing_id')
    .select(['i.id', 'i.user_id', 'i.listing_id', 'i.listing_text', 'i.platform', 'i.reference', 'i.travel_date'])
    .select(['i.note', 'i.language', 'i.status', 'i.answer', 'i.created_at', 'i.handled_at'])
    .select(['l.name as listing_name', 'u.name as traveler_name', 'u.email as traveler_email']);
  return await (ids ? query.where('i.id', '=', anyOf(ids)) : query).execute();
}
export type InquiryRow = Awaited<ReturnType<typeof findInquiries>>[number];

export async function isActiveListing(db: Db, id: number): Promise<boolean> {
  const query = db.selectFrom('listings').select('id').where('id', '=', id).where('is_active', '=', true);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function insertInquiry(tx: Tx, row: Insertable<Tables['booking_inquiries']>): Promise<string> {
  return (await tx.insertInto('booking_inquiries').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** An inquiry's own row, held against other changes until the transaction ends. */
export async function lockInquiry(tx: Tx, id: string) {
  return await tx
    .selectFrom('booking_inquiries')
    .select(['id', 'user_id', 'status', 'answer'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function closeInquiry(
  tx: Tx,
  id: string,
  change: { status: InquiryStatus; answer: string | null; handled_by: string; handled_at: Date },
): Promise<void> {
  await tx.updateTable('booking_inquiries').set(change).where('id', '=', id).execute();
}

/** Where to write to the administrators. */
export async function findAdminAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .select('users.email')
    .where('profiles.role', '=', 'admin')
    .where('profiles.is_active', '=', true)
    .orderBy('users.email')
    .execute();
  return rows.map((row) => row.email);
}
