import type { BookingPlatform } from '../../../contract/booking-states.ts';
import type { Inquiry, InquiryStatus } from '../../../contract/inquiries.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { answerPage, isWhole, type ListQuery, readPage } from '../../platform/lists.ts';
import { findInquiryPage } from './booking-lists.store.ts';
import {
  closeInquiry,
  findAdminAddresses,
  findInquiries,
  type InquiryRow,
  insertInquiry,
  isActiveListing,
  lockInquiry,
} from './inquiries.store.ts';
import { answerMail, inquiryMail } from './inquiry-mail.ts';

/** What of the services an inquiry needs: each leads to a mail. */
type Sender = Pick<Services, 'db' | 'jobs' | 'settings' | 'limits'>;
type Answerer = Pick<Services, 'db' | 'jobs' | 'settings'> & Pick<Services, 'languages' | 'mailsIn'>;

export interface Question {
  business_listing_id?: number | null | undefined;
  experience_name?: string | null | undefined;
  booking_platform: BookingPlatform;
  booking_reference?: string | null | undefined;
  travel_date?: string | null | undefined;
  note?: string | null | undefined;
}

const present = (row: InquiryRow): Inquiry => ({
  id: row.id,
  business_listing_id: row.listing_id,
  experience_name: row.listing_name ?? row.listing_text ?? '',
  booking_platform: row.platform as BookingPlatform,
  booking_reference: row.reference,
  travel_date: row.travel_date,
  note: row.note,
  status: row.status as InquiryStatus,
  answer: row.answer,
  created_at: row.created_at.toISOString(),
  handled_at: row.handled_at?.toISOString() ?? null,
  traveler: { name: row.traveler_name, email: row.traveler_email },
});

const getInquiry = async (tx: Tx, id: string) => (await findInquiries(tx, { ids: [id] }))[0]!;

/**
 * "My booking is missing": keeps what a traveler asks, and asks for a mail to every administrator in the same transaction.
 * @param language the traveler's, for the answer
 * @throws Refusal `inquiry_listing`, `not_found` for a listing there is not, `rate_limited` beyond the day's limit
 */
export async function sendInquiry(
  { db, jobs, settings, limits }: Sender,
  now: Date,
  actor: Actor,
  question: Question,
  language: string,
): Promise<Inquiry> {
  const { business_listing_id: listingId, experience_name: called } = question;
  if (!listingId && !called) throw new Refusal('inquiry_listing');
  return await withTransaction(db, async (tx) => {
    if (listingId && !(await isActiveListing(tx, listingId))) throw new Refusal('not_found');
    await limits.spend({ limit: 'inquiry-daily', key: actor.userId }, now);
    const inquiry = {
      user_id: actor.userId,
      listing_id: listingId ?? null,
      listing_text: listingId ? null : called,
      platform: question.booking_platform,
      reference: question.booking_reference || null,
      travel_date: question.travel_date ?? null,
      note: question.note || null,
      language,
      created_at: now,
    };
    const row = await withTenant(tx, { person: actor.userId }, async (own) =>
      getInquiry(own, await insertInquiry(own, inquiry)),
    );
    const mail = inquiryMail(settings, row);
    for (const to of await findAdminAddresses(tx)) await jobs.send(tx, 'mail', { to, ...mail });
    await recordAudit(tx, now, {
      action: 'inquiry_sent',
      actorId: actor.userId,
      subject: { kind: 'booking_inquiry', id: row.id },
      requestId: actor.requestId,
      personId: actor.userId,
    });
    return present(row);
  });
}

/** What a traveler has asked, as it is now. @throws Refusal `not_found` */
export async function getOwnInquiry(db: Db, userId: string, id: string): Promise<Inquiry> {
  const [row] = await withTenant(db, { person: userId }, (tx) => findInquiries(tx, { ids: [id] }));
  if (row?.user_id !== userId) throw new Refusal('not_found');
  return present(row);
}

/** A page of what travelers have asked. @throws Refusal `invalid_request` for no cursor */
export async function listInquiries(
  db: Db,
  query: ListQuery & { status?: InquiryStatus | undefined; id?: string | undefined },
) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const found = await findInquiryPage(db, query, page);
  return await answerPage({ ...query, page }, found, (ids) => findInquiries(db, { ids }), present);
}

/**
 * Closes an inquiry or opens it again. A note is mailed to the traveler in the language they asked in, once for each that is new.
 * @throws Refusal `not_found`
 */
export async function answerInquiry(
  { db, jobs, settings, languages, mailsIn }: Answerer,
  now: Date,
  actor: Actor,
  id: string,
  { status, note }: { status: InquiryStatus; note?: string | null | undefined },
): Promise<Inquiry> {
  return await withTransaction(db, async (tx) => {
    const before = await lockInquiry(tx, id);
    if (!before) throw new Refusal('not_found');
    const answer = note || before.answer;
    if (status === before.status && answer === before.answer) return present(await getInquiry(tx, id));
    await closeInquiry(tx, id, { status, answer, handled_by: actor.userId, handled_at: now });
    const row = await getInquiry(tx, id);
    if (answer && answer !== before.answer) {
      const words = await mailsIn(languages.find((one) => one === row.language) ?? defaultLanguage);
      await jobs.send(tx, 'mail', { to: row.traveler_email, ...answerMail(settings, words, row, answer) });
    }
    await recordAudit(tx, now, {
      action: 'inquiry_answered',
      actorId: actor.userId,
      subject: { kind: 'booking_inquiry', id },
      before: { status: before.status, answer: before.answer },
      after: { status, answer },
      requestId: actor.requestId,
      personId: before.user_id,
    });
    return present(row);
  });
}
