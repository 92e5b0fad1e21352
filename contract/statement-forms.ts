/** What the import of statements is told in words, for both sides: without zod. */

/** What a column of a statement may be. Without the first two no row can be taken. */
export const statementFields = [
  ...(['reference', 'status', 'supplier', 'click_id', 'travel_date', 'item', 'amount', 'currency'] as const),
  'commission',
] as const;
export type StatementField = (typeof statementFields)[number];

/** How a day is written where it is not `2026-12-24`: `12/24/2026` or `24/12/2026`. */
export const dateForms = ['month_first', 'day_first'] as const;
/** How cents are divided from dollars. */
export const decimalForms = ['point', 'comma'] as const;

/**
 * What becomes of a row: its booking is known and follows it, becomes cancelled, or had another amount or state; it changes nothing;
 * whose it is, or what it tells, is in doubt; nobody's booking is found; a cell cannot be read.
 */
export const rowOutcomes = [
  ...(['matched', 'amount_differs', 'state_differs', 'cancelled', 'already_known', 'in_doubt', 'unmatched'] as const),
  'unreadable',
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** `unmapped` waits for a map of its columns, `reading` for what would become of each row, `previewed` for an administrator. */
export const importStates = ['unmapped', 'reading', 'previewed', 'applying', 'applied'] as const;
export type ImportState = (typeof importStates)[number];

/** What one waits for that is `unmapped`: which column is what, or, as no column says it, whose its bookings are. */
export const askedOfStatements = ['columns', 'supplier'] as const;
export type AskedOfStatement = (typeof askedOfStatements)[number];

export const mostStatementRows = 100_000;

/**
 * Why a statement and the ledger differ on a booking: nobody's booking here; on no statement; cancelled on one side; other amounts; the
 * same amount at another rate; not in US dollars; no commission told.
 */
export const differenceKinds = [
  ...(['unmatched', 'not_on_statement', 'cancelled_there', 'cancelled_here', 'amount', 'rate', 'currency'] as const),
  'untold',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
