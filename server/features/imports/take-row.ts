import { createHash } from 'node:crypto';
import type { RowOutcome } from '../../../contract/statement-forms.ts';
import { unguarded } from '../../platform/csv.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isMatched, type PlatformBookingRow, takeTold } from '../bookings/bookings.ts';
import { CellFault, type NewsKeys, platforms, readStatementRow, type StatementRow } from '../platforms/platforms.ts';
import type { RawRow, ReadRow } from './import-rows.store.ts';
import type { OpenImport } from './imports.store.ts';
import { findKnownCents, type RowEnd } from './outcomes.store.ts';

type Given = Pick<OpenImport, 'id' | 'sha256' | 'header' | 'map' | 'created_at'>;

/** Reads the cells of a row. @throws CellFault */
function readCells({ header, map }: Given, { cells }: RawRow, keys: NewsKeys): StatementRow {
  return readStatementRow(
    map,
    (field) => {
      const column = map.columns[field];
      // Our own files of rows mark what a spreadsheet would shorten.
      return column === undefined ? '' : unguarded(cells[header.indexOf(column)] ?? '');
    },
    keys,
  );
}

/** What a row tells, as it is written down before anything is done; where it cannot be read, which column is why. */
export function describeRow(given: Given, raw: RawRow, keys: NewsKeys): ReadRow {
  const nothing = { platform: null, supplier: null, reference: null, status: null, amount_cents: null };
  const empty = { ...nothing, commission_cents: null, currency: null, travel_date: null, digest: null };
  const base = { ...empty, number: raw.number, fault_column: null, fault: null };
  try {
    const { told, commission } = readCells(given, raw, keys);
    const { platform, supplier, reference, status, amount, travelDay } = told;
    return {
      ...base,
      ...{ platform, supplier, reference, status },
      amount_cents: amount.cents ?? null,
      commission_cents: commission.cents ?? null,
      currency: amount.currency ?? commission.currency ?? null,
      travel_date: travelDay ?? null,
      digest: digestOf(given, { told, commission }).toString('hex'),
    };
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    return { ...base, ...faultAt(given, error.field, error.message) };
  }
}

const faultAt = ({ map }: Given, field: CellFault['field'], fault: string) => ({
  fault_column: map.columns[field] ?? field,
  fault,
});

/** The same of another file is told anew; of the same one it is not. */
const digestOf = ({ sha256 }: Given, row: StatementRow): Buffer =>
  createHash('sha256').update(sha256).update(JSON.stringify(row)).digest();

/** What became of a row, the booking of its platform's that it tells of, and the booking of ours that this is. */
export interface TakenRow {
  outcome: RowOutcome;
  platformBookingId: string;
  bookingId: string | null;
}

/**
 * Does what a row tells, in the transaction, as any news of its platform is done.
 * @throws CellFault; Refusal `reference_taken`
 */
export async function takeRow(tx: Tx, now: Date, given: Given, raw: RawRow, keys: NewsKeys): Promise<TakenRow> {
  const row = readCells(given, raw, keys);
  const { told } = row;
  const { bookings } = platforms[told.platform];
  const known = await findKnownCents(tx, { ...told, bookings });
  const { before, after } = await takeTold(tx, now, keys, told, {
    digest: digestOf(given, row),
    receivedAt: given.created_at,
    reason: `row ${raw.number} of statement ${given.id} of ${told.platform}`,
  });
  const outcome = outcomeOf(row, known, before, after);
  return { outcome, platformBookingId: after.id, bookingId: isMatched(after) ? after.booking_id : null };
}

function outcomeOf(
  { told }: StatementRow,
  known: number | undefined,
  before: PlatformBookingRow | undefined,
  after: PlatformBookingRow,
): RowOutcome {
  const isSame = before !== undefined && kept.every((field) => before[field] === after[field]);
  if (after.status !== told.status) return 'state_differs';
  if (isSame) return 'already_known';
  if (after.state === 'proposed') return 'in_doubt';
  if (!isMatched(after)) return 'unmatched';
  if (told.status === 'cancelled') return 'cancelled';
  const { cents } = told.amount;
  return cents !== undefined && known !== undefined && known !== cents ? 'amount_differs' : 'matched';
}

/** What of a platform's booking tells whether anything has changed. */
const kept = [
  ...(['status', 'amount_cents', 'amount_told', 'currency', 'doubt', 'travel_date', 'item_id', 'state'] as const),
  ...(['match_kind', 'booking_id'] as const),
];

class Undone extends Error {}

/** What would become of a row: it is done, and undone again. */
export async function tryRow(db: Db, now: Date, given: Given, raw: RawRow, keys: NewsKeys): Promise<RowEnd> {
  const end = { number: raw.number, fault_column: null, fault: null };
  let taken: TakenRow | undefined;
  try {
    await withTransaction(db, async (tx) => {
      taken = await takeRow(tx, now, given, raw, keys);
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone && taken) return { ...end, outcome: taken.outcome };
    const fault = faultOf(given, error);
    if (!fault) throw error;
    return { ...end, ...fault, outcome: 'unreadable' };
  }
  throw new Error('what was tried was not undone');
}

/** Why a row cannot be taken, where that is the row's fault. */
export function faultOf(given: Given, error: unknown) {
  if (error instanceof CellFault) return faultAt(given, error.field, error.message);
  if (error instanceof Refusal && error.code === 'reference_taken')
    return faultAt(given, 'reference', 'another booking of ours has this reference');
  return undefined;
}
