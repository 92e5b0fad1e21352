import type { Answer } from '../../../../contract/endpoint.ts';
import type { Member, StaffInvitation } from '../../../../contract/organisations.ts';
import type { listAdminViews } from '../../../../contract/partner-view.ts';
import { deskLoader } from '../../desk/desk-loader.ts';
import { noneIfAway } from '../../none-if-away.ts';

/** A member as the list has it. */
export type MemberLine = Member & { id: string };

export interface TeamData {
  standing: Member['standing'];
  permissions: Member['permissions'];
  members: readonly MemberLine[];
  /** For owners alone. */
  invitations: readonly StaffInvitation[] | null;
  /** Days on which administrators looked, newest first; null where they cannot be had now. */
  looks: Answer<typeof listAdminViews> | null;
}

export const loadTeam = deskLoader(async (api): Promise<TeamData> => {
  const { id, standing, permissions } = await api('GET /api/organisation');
  const [members, invitations, looks] = await Promise.all([
    api('GET /api/organisations/{id}/members', { params: { id } }),
    standing === 'owner' ? api('GET /api/organisation/invitations') : null,
    api('GET /api/partner-portal/admin-views').catch(noneIfAway),
  ]);
  return { standing, permissions, members: members.map((one) => ({ ...one, id: one.user_id })), invitations, looks };
});
