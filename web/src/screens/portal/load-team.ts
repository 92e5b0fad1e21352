import type { Member, StaffInvitation } from '../../../../contract/organisations.ts';
import { deskLoader } from '../../desk/desk-loader.ts';

/** A member as the list has it. */
export type MemberLine = Member & { id: string };

export interface TeamData {
  standing: Member['standing'];
  permissions: Member['permissions'];
  members: readonly MemberLine[];
  /** For owners alone. */
  invitations: readonly StaffInvitation[] | null;
}

export const loadTeam = deskLoader(async (api): Promise<TeamData> => {
  const { id, standing, permissions } = await api('GET /api/organisation');
  const [members, invitations] = await Promise.all([
    api('GET /api/organisations/{id}/members', { params: { id } }),
    standing === 'owner' ? api('GET /api/organisation/invitations') : null,
  ]);
  return { standing, permissions, members: members.map((one) => ({ ...one, id: one.user_id })), invitations };
});
