import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Services } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import type { Mail } from '../../platform/jobs/jobs.ts';
import type { Settings } from '../../platform/settings.ts';
import { clearMailDue, lockMailDue, type MailDueRow } from './booking-mails.store.ts';

const atOnce = 50;
/** What is older tells nobody anything new: the past that the demo is given. */
const freshMs = 86_400_000;

type Sender = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Mails travelers what platforms' news has made of their bookings (`changeBooking`), once for each change, in the language that they
 * booked in. One that changed again before its mail was written is told of as it is now.
 */
export async function sendBookingMails(sender: Sender, now: Date, signal?: AbortSignal): Promise<void> {
  while ((await sendSome(sender, now)) === atOnce) signal?.throwIfAborted();
}

async function sendSome({ db, jobs, settings, languages, mailsIn }: Sender, now: Date): Promise<number> {
  return await withTransaction(db, async (tx) => {
    const due = await lockMailDue(tx, atOnce);
    for (const row of due) {
      const isStale = now.getTime() - row.mail_due_at!.getTime() > freshMs;
      // A match that was taken back in the meantime leaves nothing to tell.
      const isTold = row.status !== 'pending';
      if (isStale || !isTold || row.is_active === false) continue;
      const language = languages.find((one) => one === row.language) ?? defaultLanguage;
      await jobs.send(tx, 'mail', bookingMail(settings, await mailsIn(language), language, row));
    }
    await clearMailDue(
      tx,
      due.map(({ id }) => id),
    );
    return due.length;
  });
}

function bookingMail({ productName, publicUrl }: Settings, words: MailWords, language: string, row: MailDueRow): Mail {
  const became = row.status === 'cancelled' ? 'cancelled' : 'confirmed';
  const experience = oneLine(row.experience);
  const { check_in_date: day, check_in_time: time } = row;
  const written = (instant: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(new Date(`${instant}Z`));
  const facts = {
    experience,
    day: day && written(`${day}T00:00`, { dateStyle: 'full' }),
    time: time && written(`${day ?? '2000-01-01'}T${time}`, { timeStyle: 'short' }),
    reference: row.reference && oneLine(row.reference),
  };
  const link = `${publicUrl}/bookings${became === 'confirmed' ? `?ticket=${row.id}` : ''}`;
  return {
    to: row.email,
    subject: words.booking.subject(became, experience),
    text: words.booking.text(productName, link, became, facts),
  };
}
