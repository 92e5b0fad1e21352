import type { AuditEntryDetail } from '../../../contract/audit-log.ts';
import { auditWords as words } from '../../../contract/audit-words.ts';
import { hawaiiClock } from '../../../contract/hawaii-time.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AuditRow } from './audit-log.store.ts';
import { Names, subjectOf, thingsIn, withNames } from './audit-names.ts';
import { type AuditContent, valuesOf } from './audit-values.ts';

type Values = AuditEntryDetail['values'];

/** In the words of the screen, and then as it is kept: by those names it is filtered, and those values are what its hashes are of. */
export const auditCsvHeader = csvHeader([
  ...['entry', 'recorded_at_hawaii', 'action', 'who', 'kind', 'subject', 'before', 'after', 'erased'],
  ...['action_name', 'actor_id', 'subject_kind', 'subject_id', 'request_id', 'before_values', 'after_values'],
]);

/** A line for each of these entries, with what things are called now. */
export async function auditCsvLines(db: Db, rows: readonly AuditRow[]): Promise<string> {
  const told = rows.map((row) => {
    const content = JSON.parse(row.content ?? '{}') as AuditContent;
    return { row, content, values: valuesOf(content) };
  });
  const names = await Names.of(
    db,
    told.flatMap(({ row, values }) => [subjectOf(row), ...thingsIn(values)]),
  );
  return told.map(({ row, content, values }) => lineOf(row, content, withNames(values, names), names)).join('');
}

function lineOf(row: AuditRow, { before, after, request_id }: AuditContent, values: Values, names: Names): string {
  const who = row.actor_id === null ? words.system : (row.email ?? words.gone);
  return csvLine([
    ...[row.id, hawaiiClock(row.recorded_at), words.action(row.action), who, words.kind(row.subject_kind)],
    ...[names.nameOf(subjectOf(row)) ?? row.subject_id, sideOf(values, 'before'), sideOf(values, 'after')],
    ...[row.content === null ? 'yes' : null, row.action, row.actor_id, row.subject_kind, row.subject_id],
    ...[request_id ?? null, asText(before), asText(after)],
  ]);
}

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: number) => currency.format(amount);

/** All that was before, or is after, in one cell: `Reason: Sold its codes; State: suspended`. */
const sideOf = (values: Values, side: 'before' | 'after'): string | null =>
  values
    .flatMap(({ name, named, [side]: value }) =>
      value === null
        ? []
        : [
            `${name ? words.field(name, named.of) : words.theValue}: ${named[side] ?? words.value(name, value, dollars)}`,
          ],
    )
    .join('; ') || null;

const asText = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
