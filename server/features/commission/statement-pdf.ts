import { hawaiiClock } from '../../../contract/hawaii-time.ts';
import { statementWords as words } from '../../../contract/statement-words.ts';
import { type Column, Paper } from '../../platform/pdf/paper.ts';
import type { Moved, StatementLine } from './statements.store.ts';

/** A partner's statement of a month with all of its lines, in cents. */
export interface WholeStatement extends Moved {
  name: string;
  /** As `2026-12`. */
  month: string;
  /** Whether the month is over. */
  isOver: boolean;
  opening: number;
  closing: number;
  lines: readonly StatementLine[];
}

/** More would keep a server busy for long, and nobody reads them on paper. */
const mostLines = 5_000;

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (cents: number) => currency.format(cents / 100).replace('-', '−');
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const columns: Column<StatementLine>[] = [
  { head: words.columns.booked, width: 60, text: (line) => line.booked_on },
  { head: words.columns.experience, width: 124, text: (line) => line.experience },
  { head: words.columns.travel, width: 60, text: (line) => line.travel_day ?? '' },
  { head: words.columns.amount, width: 58, isFigure: true, text: (line) => dollars(line.amount_cents) },
  { head: words.columns.share, width: 38, isFigure: true, text: (line) => percent.format(line.partner_share) },
  { head: words.columns.earned, width: 54, isFigure: true, text: (line) => dollars(line.earned) },
  { head: words.columns.clawed_back, width: 58, isFigure: true, text: (line) => dollars(line.clawed_back) },
  { head: words.columns.paid, width: 52, isFigure: true, text: (line) => dollars(line.paid) },
];

/** Draws a statement on paper: its sums, then a line for each booking on which something moved. */
export async function drawStatement(statement: WholeStatement, product: string, now: Date): Promise<Uint8Array> {
  const title = words.title(longMonth.format(new Date(`${statement.month}-01T00:00:00Z`)));
  const paper = new Paper({ title: `${title}: ${statement.name}`, author: product, made: now });
  paper.heading(title);
  paper.line(words.of(statement.name));
  paper.line(words.made(product, hawaiiClock(now).slice(0, 16)));
  if (!statement.isOver) paper.line(words.soFar);
  paper.gap();
  const { opening, earned, clawed_back, paid, closing } = statement;
  const sums = [
    [words.sums.opening, opening],
    [words.sums.earned, earned],
    [words.sums.clawed_back, 0 - clawed_back],
    [words.sums.paid, 0 - paid],
    [statement.isOver ? words.sums.closing : words.sums.closingSoFar, closing],
  ] as const;
  const sumColumns: Column<(typeof sums)[number]>[] = [
    { head: '', width: 188, text: ([what]) => what },
    { head: words.columns.amount, width: 100, isFigure: true, text: ([, cents]) => dollars(cents) },
  ];
  await paper.table(sumColumns, sums, (sum) => sum === sums.at(-1));
  paper.gap();
  const { lines } = statement;
  if (lines.length > 0) await paper.table(columns, lines.slice(0, mostLines), () => false);
  else paper.line(words.nothing);
  if (lines.length > mostLines) paper.line(words.more(lines.length - mostLines));
  return await paper.end((page, of) => words.foot(title, page, of));
}
