import type { UserColumn, UserRow } from '../../../../contract/users.ts';
import type { Column } from '../../desk/data-table.tsx';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** What the list of accounts shows of each. */
export const userColumns: readonly (Column<UserRow> & { key: UserColumn })[] = [
  {
    key: 'name',
    label: words.columns.name,
    cell: ({ name, email }) => name ?? email,
    sort: 'name',
    isTitle: true,
    isFixed: true,
  },
  { key: 'email', label: words.columns.email, cell: ({ email }) => email, isAddress: true },
  { key: 'role', label: words.columns.role, cell: ({ role }) => words.roleOf(role), isBrief: true },
  { key: 'state', label: words.columns.state, cell: ({ state }) => <StateBadge state={state} />, isBrief: true },
  {
    key: 'organisation',
    label: words.columns.organisation,
    cell: ({ organisation }) => organisation ?? words.nothing,
    isEndless: true,
  },
  {
    key: 'sessions',
    label: words.columns.sessions,
    cell: ({ sessions }) => words.number(sessions),
    numeric: true,
    isExtra: true,
  },
  {
    key: 'passkeys',
    label: words.columns.passkeys,
    cell: ({ passkeys }) => words.number(passkeys),
    numeric: true,
    isExtra: true,
  },
  { key: 'joined', label: words.columns.joined, cell: ({ joined_at }) => words.day(joined_at), sort: 'joined' },
  {
    key: 'seen',
    label: words.columns.seen,
    cell: ({ last_seen_at }) => (last_seen_at ? words.moment(last_seen_at) : words.never),
    sort: 'last_seen',
    isMoment: true,
  },
];

function StateBadge({ state }: Pick<UserRow, 'state'>) {
  return <StatusBadge look={state === 'active' ? 'done' : 'stopped'}>{words.states[state]}</StatusBadge>;
}
