import type { LongWork } from '../../../../contract/work.ts';
import type { Column } from '../../desk/data-table.tsx';
import { outcomeOf, progressOf, StateBadge } from '../../desk/long-work-parts.tsx';
import { longWork } from '../../messages/en/long-work.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import type { Undone } from './load-work.ts';

const momentOf = (at: string | null) => (at ? words.moment(at) : words.notYet);

/** What the list of long work shows of each. */
export const longWorkColumns: readonly Column<LongWork>[] = [
  { key: 'kind', label: words.columns.kind, cell: ({ kind }) => longWork.kindOf(kind), isTitle: true, isFixed: true },
  { key: 'who', label: words.columns.who, cell: ({ asked_by }) => asked_by?.email, isAddress: true },
  { key: 'state', label: words.columns.state, cell: ({ state }) => <StateBadge state={state} />, isBrief: true },
  { key: 'progress', label: words.columns.progress, cell: progressOf, numeric: true, isBrief: true },
  {
    key: 'asked',
    label: words.columns.asked,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'asked',
    isMoment: true,
  },
  { key: 'begun', label: words.columns.begun, cell: ({ started_at }) => momentOf(started_at), isMoment: true },
  { key: 'ended', label: words.columns.ended, cell: ({ ended_at }) => momentOf(ended_at), isMoment: true },
  { key: 'outcome', label: words.columns.outcome, cell: outcomeOf, isEndless: true },
];

/** What a list of what could not be done shows of each, with the orders that it has. */
const undoneColumns = (sorts: { came?: string; failed?: string }): readonly Column<Undone>[] => [
  { key: 'what', label: words.columns.what, cell: ({ what }) => what, isTitle: true, isFixed: true },
  { key: 'from', label: words.columns.from, cell: ({ from }) => from, isBrief: true },
  ...(sorts.failed
    ? [
        {
          key: 'recipient',
          label: words.columns.recipient,
          cell: ({ recipient }: Undone) => recipient,
          isEndless: true,
        },
      ]
    : []),
  { key: 'problem', label: words.columns.problem, cell: ({ problem }) => problem, isEndless: true },
  {
    key: 'came',
    label: words.columns.came,
    cell: ({ came_at }) => words.moment(came_at),
    isMoment: true,
    ...(sorts.came && { sort: sorts.came }),
  },
  {
    key: 'failed',
    label: words.columns.failed,
    cell: ({ failed_at }) => momentOf(failed_at),
    isMoment: true,
    ...(sorts.failed && { sort: sorts.failed }),
  },
  { key: 'tries', label: words.columns.tries, cell: ({ tries }) => words.number(tries), numeric: true, isBrief: true },
];

export const deadLetterColumns = undoneColumns({ failed: 'failed' });
export const newsColumns = undoneColumns({ came: 'received' });
