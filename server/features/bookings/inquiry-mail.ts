import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';
import type { InquiryRow } from './inquiries.store.ts';

const platforms: Record<string, string> = {
  fareharbor: 'FareHarbor',
  viator: 'Viator',
  external: "the operator's own site",
};

const experienceOf = (row: InquiryRow) => oneLine(row.listing_name ?? row.listing_text ?? '');

/** Tells an administrator of a missing booking. */
export function inquiryMail({ productName, publicUrl }: Settings, row: InquiryRow) {
  const facts = [
    ['Experience', experienceOf(row)],
    ['Booked with', platforms[row.platform] ?? row.platform],
    ['Reference', row.reference && oneLine(row.reference)],
    ['Day', row.travel_date],
    ['Note', row.note && oneLine(row.note)],
    ['From', row.traveler_email],
  ];
  return {
    subject: `A traveler is missing a booking`,
    text: [
      'Aloha,',
      '',
      `a traveler of ${productName} does not find a booking:`,
      '',
      ...facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])),
      '',
      'Answer it here:',
      `${publicUrl}/bookings?view=inquiries`,
    ].join('\n'),
  };
}

/** Tells the traveler what an administrator found. */
export function answerMail(
  { productName, publicUrl }: Settings,
  { inquiry: words }: MailWords,
  row: InquiryRow,
  note: string,
) {
  const text = words.text(productName, `${publicUrl}/bookings`, experienceOf(row), note);
  return { subject: words.subject, text };
}
