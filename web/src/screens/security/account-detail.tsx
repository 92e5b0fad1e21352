import type { UserDetail } from '../../../../contract/users.ts';
import { Detail, DetailLines, History } from '../../desk/detail.tsx';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { statementOf } from '../money/statement-of.ts';
import type { AccountAction } from './account-actions.ts';

interface AccountDetailProps {
  user: UserDetail;
  /** Whether it is the administrator's own. */
  isOwn: boolean;
  onAct: (action: AccountAction) => void;
}

/** One account: who it is, what can be done about it, and what belongs to it. */
export function AccountDetail({ user, isOwn, onAct }: AccountDetailProps) {
  const facts = [
    [words.columns.email, user.email],
    [words.columns.role, words.roleOf(user.role)],
    [words.columns.state, words.states[user.state]],
    [words.columns.joined, words.day(user.joined_at)],
    [words.columns.seen, user.last_seen_at ? words.moment(user.last_seen_at) : words.never],
  ] as const;
  return (
    <Detail label={words.detail} title={user.name ?? user.email} facts={facts}>
      {isOwn ? <p className={list.note}>{words.own}</p> : <Actions user={user} onAct={onAct} />}
      <DetailLines
        title={words.live}
        lines={user.live_sessions.map((one) => ({
          key: one.id,
          line: words.session(one.user_agent, one.created_at, one.last_seen_at),
        }))}
      />
      <DetailLines
        title={words.keys}
        lines={user.own_passkeys.map((one) => ({
          key: one.id,
          line: words.passkey(one.name, one.created_at, one.last_used_at),
        }))}
      />
      <DetailLines
        title={words.organisations}
        lines={user.organisations.map((one) => ({
          key: one.id,
          line: words.organisation(one.name, one.standing, one.state),
          note: user.role === 'partner' && (
            <ButtonLink look="quiet" to={statementOf(one.id)}>
              {words.terms}
            </ButtonLink>
          ),
        }))}
      />
      <History entries={user.history} wordsOf={words.entry} />
    </Detail>
  );
}

function Actions({ user, onAct }: Pick<AccountDetailProps, 'user' | 'onAct'>) {
  const isActive = user.state === 'active';
  const actions = [
    { key: 'role', kind: 'role', label: words.changeRole, isShown: true },
    // One button, which keeps the focus as it changes.
    {
      key: 'state',
      kind: isActive ? 'suspend' : 'reactivate',
      label: isActive ? words.suspend : words.reactivate,
      isShown: true,
    },
    { key: 'sessions', kind: 'endSessions', label: words.endSessions, isShown: user.sessions > 0 },
    { key: 'passkeys', kind: 'resetPasskeys', label: words.resetPasskeys, isShown: user.passkeys > 0 },
  ] as const;
  return (
    <div className={page.actions}>
      {actions
        .filter(({ isShown }) => isShown)
        .map(({ key, kind, label }) => (
          <Button key={key} look="plain" onClick={() => onAct({ kind, user })}>
            {label}
          </Button>
        ))}
    </div>
  );
}
