import type { Statement } from '../../../../contract/commission.ts';
import { statementWords } from '../../../../contract/statement-words.ts';
import { dollars, number } from '../format.ts';
import { moment } from './format.ts';

const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const monthName = (month: string) => longMonth.format(new Date(`${month}-01T00:00:00Z`));

const { columns, sums } = statementWords;

/** Words of a partner's statement of a month. */
export const statementDesk = {
  sentence: (organization: string, month: string, closing: number) =>
    `${organization}, ${monthName(month)}: ${dollars(closing)} is owed.`,
  standing: ({ is_over, final_at }: Statement) =>
    [
      final_at && `Final since ${moment(final_at)}: what is set right later stands in the statement of a later month.`,
      !is_over && 'The month is not over: what follows may still change.',
      'All amounts in US dollars.',
    ]
      .filter(Boolean)
      .join(' '),
  sums: ({
    opening,
    earned,
    clawed_back,
    paid,
    closing,
    is_over,
  }: Statement): readonly (readonly [string, string])[] => [
    [sums.opening, dollars(opening)],
    [sums.earned, dollars(earned)],
    [sums.clawed_back, dollars(0 - clawed_back)],
    [sums.paid, dollars(0 - paid)],
    [is_over ? sums.closing : sums.closingSoFar, dollars(closing)],
  ],
  columns,
  caption: 'Bookings on which something moved',
  why: 'Why',
  explain: 'Explain',
  explainOf: (experience: string) => `: ${experience}`,
  files: { csv: 'The statement as CSV', pdf: 'The statement as PDF' },
  first: (count: number) => `These are the first ${number(count)}; the files have all.`,
  nothing: 'Nothing moved in this month',
  nothingText: 'What becomes payable, is paid or asked back in it stands here, booking by booking.',
  months: 'Other months',
  monthName,
  none: 'No statement was asked for',
  noneText: 'The mail about a statement leads to it, and so does each payout of its partner.',
};
