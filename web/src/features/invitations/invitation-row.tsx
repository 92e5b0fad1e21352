import type { Invitation } from '../../../../contract/invitations.ts';
import { defaultPermissions } from '../../../../contract/permissions.ts';
import { invitations as words } from '../../messages/en/invitations.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = { pending: 'asks', accepted: 'ok', expired: 'waits', revoked: 'refused' } as const;

interface InvitationRowProps {
  invitation: Invitation;
  busy: boolean;
  onResend: () => void;
  onRevoke: () => void;
}

/** One invitation: whom, for whom, how it stands, and what can be done about it. */
export function InvitationRow({ invitation, busy, onResend, onRevoke }: InvitationRowProps) {
  const { status, invited_email: email, sent_at, sent_count, expires_at, accepted_at } = invitation;
  const isOpen = status === 'pending' || status === 'expired';
  const allowed = invitation.permissions.map((one) => words.permissions[one]).join(', ');
  const isLimited = invitation.permissions.length < defaultPermissions[invitation.stakeholder_type].length;
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
        {isLimited && allowed && <p className={list.note}>{words.mayUse(allowed)}</p>}
        {invitation.notes && <p className={list.note}>{invitation.notes}</p>}
      </div>
      <StatusBadge look={looks[status]}>{words.statuses[status]}</StatusBadge>
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
