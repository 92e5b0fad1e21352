import type { Statement } from '../../../contract/commission.ts';
import { type AccountState, accountStates } from '../../../contract/commission-states.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { missing } from '../organisations/organisations.ts';
import { findDoubted } from './commissions.store.ts';
import { sumAskedBack } from './own-commissions.store.ts';
import { findFinalLines, findFinalStatement } from './partner-statements.store.ts';
import type { WholeStatement } from './statement-pdf.ts';
import {
  findBalances,
  findPartner,
  findPayableAfter,
  findStatementLines,
  type Moved,
  type Span,
  type StatementLine,
  sumStatement,
} from './statements.store.ts';

const shownLines = 500;

/**
 * Does something for a partner's organisation, behind its wall.
 * @param own the caller's; null for an admin, who may look at any
 * @throws Refusal `not_found`
 */
export async function forPartner<T>(
  db: Db,
  own: string | null,
  id: string,
  work: (tx: Tx, partner: NonNullable<Awaited<ReturnType<typeof findPartner>>>) => Promise<T>,
): Promise<T> {
  if (own !== null && own !== id) throw missing((await findPartner(db, id)) !== undefined);
  return await withTenant(db, { organisation: id }, async (tx) => {
    const partner = await findPartner(tx, id);
    if (!partner) throw missing(false);
    return await work(tx, partner);
  });
}

/** The first day on which something becomes payable that is certain and of which nobody is asked, and how much does then, in cents. */
async function nextPayable(db: Db, id: string): Promise<{ day: string; cents: number } | undefined> {
  const openAfter = (day: string | null) => withTenant(db, { organisation: id }, (tx) => findPayableAfter(tx, id, day));
  for (let after: string | null = null; ; ) {
    const open: Awaited<ReturnType<typeof findPayableAfter>> = await openAfter(after);
    // What is in doubt is for nobody within the wall.
    const day = open[0]?.day;
    if (day === undefined) return undefined;
    const doubted = await findDoubted(
      db,
      open.map(({ booking_id }) => booking_id),
    );
    const certain = open.filter(({ booking_id }) => !doubted.has(booking_id));
    if (certain.length > 0) return { day, cents: certain.reduce((so, { cents }) => so + cents, 0) };
    after = day;
  }
}

/** What stands on a partner's accounts, and what becomes payable next, in dollars. @throws Refusal `not_found` */
export async function getEarnings(db: Db, own: string | null, id: string) {
  const stands = await forPartner(db, own, id, async (tx, { minimum_payout_cents }) => {
    const cents = await findBalances(tx, id);
    const balances = Object.fromEntries(accountStates.map((state) => [state, (cents.get(state) ?? 0) / 100]));
    return {
      balances: balances as Record<AccountState, number>,
      asked_back: (await sumAskedBack(tx, id)) / 100,
      minimum_payout: minimum_payout_cents / 100,
    };
  });
  const next = await nextPayable(db, id);
  return { ...stands, next: next ? { day: next.day, amount: next.cents / 100 } : null };
}

export type Earnings = Awaited<ReturnType<typeof getEarnings>>;

/** A partner's statement of a month, `2026-12`, in dollars. @throws Refusal `not_found`, also for a month that has not begun */
export async function getStatement(
  db: Db,
  now: Date,
  own: string | null,
  id: string,
  month: string,
): Promise<Statement> {
  const span = spanOf(month);
  return await forPartner(db, own, id, async (tx, { name }) => {
    if (now < span.from) throw missing(false);
    const final = await findFinalStatement(tx, id, dayOf(month));
    const sums = final ?? (await sumStatement(tx, id, span));
    const lines = final
      ? await findFinalLines(tx, id, dayOf(month), shownLines)
      : await findStatementLines(tx, id, span, shownLines);
    return {
      organisation: { id, name: final?.name ?? name },
      month,
      is_over: now >= span.until,
      final_at: final?.made_at.toISOString() ?? null,
      opening: sums.opening / 100,
      ...inDollars(sums),
      closing: closingOf(sums) / 100,
      lines: lines.map(({ amount_cents, earned, clawed_back, paid, ...line }) => ({
        ...line,
        amount: amount_cents / 100,
        ...inDollars({ earned, clawed_back, paid }),
      })),
      line_count: sums.line_count,
    };
  });
}

/** The same with all its lines, as it is drawn or written. @throws Refusal `not_found`, also for a month that has not begun */
export async function getWholeStatement(
  db: Db,
  now: Date,
  own: string | null,
  id: string,
  month: string,
): Promise<WholeStatement> {
  const span = spanOf(month);
  return await forPartner(db, own, id, async (tx, { name }) => {
    if (now < span.from) throw missing(false);
    const final = await findFinalStatement(tx, id, dayOf(month));
    const { line_count: _, ...sums } = final ?? (await sumStatement(tx, id, span));
    const lines = final
      ? await findFinalLines(tx, id, dayOf(month), null)
      : await findStatementLines(tx, id, span, null);
    return { name, month, isOver: now >= span.until, ...sums, closing: closingOf(sums), lines };
  });
}

/** A statement as CSV, with the sums at its beginning and end. */
export function writeStatement({ opening, earned, clawed_back, paid, closing, lines }: WholeStatement): string {
  const sum = (what: string, ...cents: (number | null)[]) =>
    csvLine([what, null, null, null, null, null, ...cents.map(asAmount)]);
  return [
    csvHeader([
      ...['booking', 'experience', 'booked_on', 'travel_day', 'amount', 'partner_share', 'earned', 'clawed_back'],
      ...['paid', 'owed'],
    ]),
    sum('opening', null, null, null, opening),
    ...lines.map(lineOf),
    sum('closing', earned, clawed_back, paid, closing),
  ].join('');
}

const lineOf = (line: StatementLine) =>
  csvLine([
    ...[line.booking_id, line.experience, line.booked_on, line.travel_day],
    ...[asAmount(line.amount_cents), line.partner_share],
    ...[line.earned, line.clawed_back, line.paid, null].map(asAmount),
  ]);

/** What is owed after a statement, in cents. */
export const closingOf = ({ opening, earned, clawed_back, paid }: Moved & { opening: number }): number =>
  opening + earned - clawed_back - paid;

const dayOf = (month: string) => `${month}-01`;

/** A number, not a text: a spreadsheet adds it up. */
const asAmount = (cents: number | null) => (cents === null ? null : cents / 100);

const inDollars = ({ earned, clawed_back, paid }: Moved) => ({
  earned: earned / 100,
  clawed_back: clawed_back / 100,
  paid: paid / 100,
});

/** A month of Hawaiʻi, whose days begin at ten in the morning of UTC. */
export function spanOf(month: string): Span {
  const from = new Date(`${month}-01T10:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return { from, until };
}
