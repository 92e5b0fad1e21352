import { Link } from 'react-router';
import type { ImportState, RowOutcome } from '../../../../contract/statement-forms.ts';
import table from '../../desk/data-table.module.css';
import type { Column } from '../../desk/data-table.tsx';
import { reconcileDesk as words } from '../../messages/en/reconcile-desk.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { ImportLine, MonthLine, RowLine } from './load-reconcile.ts';

const { columns } = words;

const tones: Partial<Record<ImportState | RowOutcome, Tone>> = {
  ...{
    unmapped: 'warn',
    previewed: 'warn',
    applied: 'ok',
    matched: 'ok',
    amount_differs: 'warn',
    state_differs: 'warn',
  },
  ...{ in_doubt: 'warn', unmatched: 'warn', unreadable: 'bad' },
};

const StateBadge = ({ state }: { state: ImportState }) => (
  <Badge tone={tones[state] ?? 'plain'}>{words.states[state]}</Badge>
);
const OutcomeBadge = ({ outcome }: { outcome: RowOutcome }) => (
  <Badge tone={tones[outcome] ?? 'plain'}>{words.outcomes[outcome]}</Badge>
);

/** What the list of statements shows of each. */
export const importColumns: readonly Column<ImportLine>[] = [
  {
    key: 'file',
    label: columns.file,
    // It leads to its rows, which are a list of their own.
    cell: ({ id, file_name }) => (
      <Link className={table.open} to={`/money/reconcile?statement=${id}`} data-row>
        {file_name}
      </Link>
    ),
    ...{ isTitle: true, isFixed: true, isEndless: true },
  },
  { key: 'state', label: columns.state, cell: ({ state }) => <StateBadge state={state} />, isBrief: true },
  { key: 'platform', label: words.platform, cell: ({ platform }) => words.platformOf(platform) },
  { key: 'rows', label: columns.rows, cell: ({ rows }) => words.number(rows), numeric: true },
  { key: 'applied', label: columns.applied, cell: ({ applied_rows }) => words.number(applied_rows), numeric: true },
  { key: 'by', label: columns.by, cell: ({ created_by }) => created_by, isEndless: true },
  {
    key: 'taken',
    label: columns.taken,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'started',
    isMoment: true,
  },
];

/** What a statement shows of each of its rows. */
export const rowColumns: readonly Column<RowLine>[] = [
  {
    key: 'row',
    label: columns.row,
    cell: ({ id }) => words.number(Number(id)),
    sort: 'row',
    isTitle: true,
    isFixed: true,
  },
  {
    key: 'outcome',
    label: words.outcome,
    cell: ({ outcome }) => outcome && <OutcomeBadge outcome={outcome} />,
    isBrief: true,
  },
  { key: 'reference', label: columns.reference, cell: ({ reference }) => reference, isEndless: true },
  {
    key: 'amount',
    label: columns.amount,
    cell: ({ amount, currency }) => (amount === null ? words.inOther(currency) : words.dollars(amount)),
    numeric: true,
  },
  {
    key: 'commission',
    label: columns.commission,
    cell: ({ commission }) => commission !== null && words.dollars(commission),
    numeric: true,
  },
  { key: 'travel', label: columns.travel, cell: ({ travel_date }) => words.day(travel_date) },
  {
    key: 'problem',
    label: columns.problem,
    cell: ({ fault }) => fault && words.faultAt(fault.column, fault.problem),
    isEndless: true,
  },
];

/** What the report shows of each platform's month. */
export const monthColumns: readonly Column<MonthLine>[] = [
  {
    key: 'month',
    label: columns.month,
    cell: ({ platform, month }) => words.month(platform, month),
    isTitle: true,
    isFixed: true,
  },
  { key: 'statement', label: columns.statement, cell: ({ statement }) => words.dollars(statement), numeric: true },
  { key: 'ledger', label: columns.ledger, cell: ({ ledger }) => words.dollars(ledger), numeric: true },
  {
    key: 'difference',
    label: columns.difference,
    cell: ({ difference }) => words.dollars(difference),
    numeric: true,
    isBrief: true,
  },
  {
    key: 'differences',
    label: columns.differences,
    cell: ({ differences }) => words.number(differences),
    numeric: true,
  },
];
