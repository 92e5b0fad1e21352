import type { Application } from '../../../../contract/applications.ts';
import type { Column } from '../../desk/data-table.tsx';
import { applicationsDesk as words } from '../../messages/en/applications-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = { new: 'asks', invited: 'ok', declined: 'over' } as const;

export function ApplicationState({ state }: Pick<Application, 'state'>) {
  return <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>;
}

/** What the list shows of each application. */
export const applicationColumns: readonly Column<Application>[] = [
  {
    key: 'organization',
    label: words.columns.organization,
    cell: ({ organization_name }) => organization_name,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: words.columns.state, cell: ({ state }) => <ApplicationState state={state} />, isBrief: true },
  { key: 'kind', label: words.columns.kind, cell: words.kindOf },
  { key: 'hints', label: words.columns.hints, cell: ({ risks }) => words.hints(risks.length), isBrief: true },
  { key: 'email', label: words.columns.email, cell: ({ email }) => email, isEndless: true },
  {
    key: 'created',
    label: words.columns.created,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'applied',
    isMoment: true,
  },
];
