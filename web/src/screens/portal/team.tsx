import { useLoaderData } from 'react-router';
import type { StaffInvitation } from '../../../../contract/organisations.ts';
import { DataTable } from '../../desk/data-table.tsx';
import { Detail } from '../../desk/detail.tsx';
import { DeskFrame } from '../../desk/frame.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { type Change, useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { useSession } from '../../features/session/use-session.ts';
import { portalDesk } from '../../messages/en/portal-desk.ts';
import { titles } from '../../messages/en/screens.ts';
import { team as words } from '../../messages/en/team-desk.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { InviteMember } from './invite-member.tsx';
import { loadTeam, type MemberLine, type TeamData } from './load-team.ts';
import { portalTabs } from './portal-tabs.ts';
import { InvitationState, invitationColumns, memberColumns, nameOf } from './team-columns.tsx';
import { draftOf, type TeamAction, TeamSheet, teamDeeds } from './team-sheet.tsx';

export { loadTeam };

/** Who is of a partner's team and who is invited to it; owners change it, and everybody else can leave. */
export function TeamScreen() {
  const { standing, permissions, members, invitations, looks } = useLoaderData<TeamData>();
  const me = useSession().user?.id;
  const address = useTableAddress();
  const change = useChange<TeamAction>();
  const isOwner = standing === 'owner';
  const openId = isOwner ? address.get('open') : undefined;
  const member = members.find(({ id }) => id === openId);
  const invitation = invitations?.find(({ id }) => id === openId);
  const isInviting = isOwner && address.get('view') === 'invite';
  const own = { id: me ?? '', name: '' };
  const opened = member
    ? { id: member.id, name: nameOf(member) }
    : invitation && { id: invitation.id, name: invitation.invited_email };
  useReopened((draft): TeamAction | null => {
    for (const about of [opened, own])
      for (const kind of teamDeeds) if (about && draft === draftOf({ kind, id: about.id })) return { kind, ...about };
    return null;
  }, change.begin);
  const owners = members.filter((one) => one.standing === 'owner').length;
  const open = invitations?.filter(({ status }) => status === 'pending').length ?? 0;
  return (
    <Loaded>
      <DeskFrame
        title={titles.partnerPortal}
        sentence={words.sentence(owners, members.length - owners, open)}
        tabs={portalTabs('team', permissions)}
        detail={
          opened && (
            <>
              {change.notice}
              {member && <MemberDetail member={member} isMe={member.id === me} change={change} />}
              {invitation && <InvitationDetail invitation={invitation} change={change} />}
            </>
          )
        }
      >
        {!opened && change.notice}
        {isOwner && (
          <FilterLinks
            label={portalDesk.tabs.team}
            options={[
              { to: address.to({ view: null, open: null }), label: words.views.members, current: !isInviting },
              { to: address.to({ view: 'invite', open: null }), label: words.views.invite, current: isInviting },
            ]}
          />
        )}
        {isInviting ? (
          <InviteMember onDone={change.tell} />
        ) : (
          <>
            <DataTable
              name="team"
              caption={words.caption}
              columns={memberColumns(me)}
              list={{ rows: members, total: members.length, next: null }}
              titleOf={nameOf}
              opens={isOwner}
              empty={null}
            />
            {isOwner && owners === 1 ? (
              <p>{members.length === 1 ? words.lastOwnerAlone : words.lastOwner}</p>
            ) : (
              <div className={page.actions}>
                <Button look="plain" onClick={() => change.begin({ kind: 'leave', ...own })}>
                  {words.leave}
                </Button>
              </div>
            )}
            {invitations && (
              <>
                <h2>{words.invitations}</h2>
                <DataTable
                  name="team-invitations"
                  caption={words.invitationsCaption}
                  columns={invitationColumns}
                  list={{ rows: invitations, total: invitations.length, next: null }}
                  titleOf={({ invited_email }) => invited_email}
                  opens
                  empty={<EmptyState title={words.noInvitations}>{words.inviteText}</EmptyState>}
                />
              </>
            )}
            {looks && <Looks looks={looks} />}
          </>
        )}
      </DeskFrame>
      {/* Beside the frame: on a phone the list is hidden while a member is open, and all that is in it. */}
      {change.action && <TeamSheet action={change.action} onClose={change.leave} onDone={change.tell} />}
    </Loaded>
  );
}

/** On which days administrators looked at what is the organisation's. */
const Looks = ({ looks }: { looks: NonNullable<TeamData['looks']> }) => (
  <section className={page.section} aria-labelledby="looks">
    <h2 id="looks">{words.looks}</h2>
    <p className={list.note}>{looks.length > 0 ? words.looksText : words.noLooks}</p>
    <ul role="list" className={list.rows}>
      {looks.map(({ day, times }) => (
        <li key={day} className={list.row}>
          {words.lookedOn(day, times)}
        </li>
      ))}
    </ul>
  </section>
);

interface MemberDetailProps {
  member: MemberLine;
  isMe: boolean;
  change: Change<TeamAction>;
}

/** One member, and what an owner can do with another one. */
function MemberDetail({ member, isMe, change }: MemberDetailProps) {
  const name = nameOf(member);
  const deed = (kind: TeamAction['kind']) => () => change.begin({ kind, id: member.id, name });
  const { columns } = words;
  return (
    <Detail
      label={words.detail}
      title={isMe ? words.you(name) : name}
      facts={[
        [columns.email, member.email],
        [columns.role, words.standings[member.standing]],
        [columns.since, words.moment(member.joined_at)],
      ]}
    >
      {!isMe && (
        <div className={page.actions}>
          {member.standing === 'staff' ? (
            <Button look="plain" onClick={deed('makeOwner')}>
              {words.makeOwner}
            </Button>
          ) : (
            <Button look="plain" onClick={deed('makeStaff')}>
              {words.makeStaff}
            </Button>
          )}
          <Button look="plain" onClick={deed('handOver')}>
            {words.handOver}
          </Button>
          <Button look="quiet" onClick={deed('remove')}>
            {words.remove}
          </Button>
        </div>
      )}
    </Detail>
  );
}

/** One invitation; what was not accepted can be sent again or revoked. */
function InvitationDetail({ invitation, change }: { invitation: StaffInvitation; change: Change<TeamAction> }) {
  const { id, invited_email: name, status } = invitation;
  const isOpen = status === 'pending' || status === 'expired';
  return (
    <Detail
      label={words.invitationDetail}
      title={name}
      facts={[
        [words.invitationColumns.status, <InvitationState key="state" state={status} />],
        [words.invitationColumns.role, words.standings[invitation.standing]],
        [words.invitationColumns.sent, words.moment(invitation.sent_at)],
        [words.invitationColumns.until, words.moment(invitation.expires_at)],
      ]}
    >
      {isOpen && (
        <div className={page.actions}>
          <Button look="plain" onClick={() => change.begin({ kind: 'resend', id, name })}>
            {words.resend}
          </Button>
          <Button look="quiet" onClick={() => change.begin({ kind: 'revoke', id, name })}>
            {words.revoke}
          </Button>
        </div>
      )}
    </Detail>
  );
}
