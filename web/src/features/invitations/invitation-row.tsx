import type { Invitation } from '../../../../contract/invitations.ts';
import { invitations as words } from '../../messages/en/invitations.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { ClockIcon, CrossCircleIcon } from '../../ui/more-icons.tsx';

const looks: Record<Invitation['status'], { tone: Tone; Icon: typeof CheckIcon }> = {
  pending: { tone: 'warn', Icon: ClockIcon },
  accepted: { tone: 'ok', Icon: CheckIcon },
  expired: { tone: 'plain', Icon: ClockIcon },
  revoked: { tone: 'bad', Icon: CrossCircleIcon },
};

interface InvitationRowProps {
  invitation: Invitation;
  busy: boolean;
  onResend: () => void;
  onRevoke: () => void;
}

/** One invitation: whom, for whom, how it stands, and what can be done about it. */
export function InvitationRow({ invitation, busy, onResend, onRevoke }: InvitationRowProps) {
  const { status, invited_email: email, sent_at, sent_count, expires_at, accepted_at } = invitation;
  const { tone, Icon } = looks[status];
  const isOpen = status === 'pending' || status === 'expired';
  return (
    <li tabIndex={-1} className={list.row}>
      <div className={list.words}>
        <p className={list.name}>{invitation.organization_name}</p>
        <p className={list.note}>{email}</p>
        <p className={list.note}>
          {words.sentOn(sent_at, sent_count)}
          {status === 'pending' && `, ${words.until(expires_at)}`}
          {accepted_at && `, ${words.acceptedOn(accepted_at)}`}
        </p>
      </div>
      <Badge tone={tone}>
        <Icon />
        {words.statuses[status]}
      </Badge>
      {isOpen && (
        <div className={list.actions}>
          <Button look="quiet" aria-label={words.resendLabel(email)} busy={busy} onClick={onResend}>
            {words.resend}
          </Button>
          <Button look="quiet" aria-label={words.revokeLabel(email)} busy={busy} onClick={onRevoke}>
            {words.revoke}
          </Button>
        </div>
      )}
    </li>
  );
}
