import type { StaffInvitation } from '../../../../contract/organisations.ts';
import type { Column } from '../../desk/data-table.tsx';
import { team as words } from '../../messages/en/team-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { MemberLine } from './load-team.ts';

/** What a member is called, whoever looks. */
export const nameOf = ({ name, email }: Pick<MemberLine, 'name' | 'email'>) => name || email;

/** What the list shows of each member. @param me the user id of whoever looks */
export const memberColumns = (me: string | undefined): readonly Column<MemberLine>[] => [
  {
    key: 'name',
    label: words.columns.name,
    cell: (one) => (one.user_id === me ? words.you(nameOf(one)) : nameOf(one)),
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'role', label: words.columns.role, cell: ({ standing }) => words.standings[standing], isBrief: true },
  { key: 'email', label: words.columns.email, cell: ({ email }) => email, isAddress: true },
  { key: 'since', label: words.columns.since, cell: ({ joined_at }) => words.moment(joined_at), isMoment: true },
];

const looks = { pending: 'waits', accepted: 'ok', expired: 'over', revoked: 'over' } as const;

/** What became of an invitation. */
export function InvitationState({ state }: { state: StaffInvitation['status'] }) {
  return <StatusBadge look={looks[state]}>{words.invitationStates[state]}</StatusBadge>;
}

/** What the list shows of each invitation. */
export const invitationColumns: readonly Column<StaffInvitation>[] = [
  {
    key: 'email',
    label: words.invitationColumns.email,
    cell: ({ invited_email }) => invited_email,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  {
    key: 'status',
    label: words.invitationColumns.status,
    cell: ({ status }) => <InvitationState state={status} />,
    isBrief: true,
  },
  { key: 'role', label: words.invitationColumns.role, cell: ({ standing }) => words.standings[standing] },
  { key: 'sent', label: words.invitationColumns.sent, cell: ({ sent_at }) => words.moment(sent_at), isMoment: true },
  {
    key: 'until',
    label: words.invitationColumns.until,
    cell: ({ expires_at }) => words.moment(expires_at),
    isMoment: true,
  },
];
