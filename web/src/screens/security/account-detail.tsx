import type { UserDetail } from '../../../../contract/users.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
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
    <section className={page.section} aria-label={words.detail}>
      <h2>{user.name ?? user.email}</h2>
      <dl className={page.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOwn ? <p className={list.note}>{words.own}</p> : <Actions user={user} onAct={onAct} />}
      <Lines
        title={words.live}
        lines={user.live_sessions.map((one) => [
          one.id,
          words.session(one.user_agent, one.created_at, one.last_seen_at),
        ])}
      />
      <Lines
        title={words.keys}
        lines={user.own_passkeys.map((one) => [one.id, words.passkey(one.name, one.created_at, one.last_used_at)])}
      />
      <Lines
        title={words.organisations}
        lines={user.organisations.map((one) => [one.id, words.organisation(one.name, one.standing, one.state)])}
      />
      <Lines
        title={words.history}
        lines={user.history.map((one, at) => [
          `${one.at} ${at}`,
          words.entry(one.action),
          [words.entryBy(one.at, one.by), one.reason].filter(Boolean).join(': '),
        ])}
      />
      <p className={list.note}>{words.times}</p>
    </section>
  );
}

function Actions({ user, onAct }: Pick<AccountDetailProps, 'user' | 'onAct'>) {
  const isActive = user.state === 'active';
  const actions = [
    { kind: 'role', label: words.changeRole, isShown: true },
    { kind: isActive ? 'suspend' : 'reactivate', label: isActive ? words.suspend : words.reactivate, isShown: true },
    { kind: 'endSessions', label: words.endSessions, isShown: user.sessions > 0 },
    { kind: 'resetPasskeys', label: words.resetPasskeys, isShown: user.passkeys > 0 },
  ] as const;
  return (
    <div className={page.actions}>
      {actions
        .filter(({ isShown }) => isShown)
        .map(({ kind, label }) => (
          <Button key={kind} look="plain" onClick={() => onAct({ kind, user })}>
            {label}
          </Button>
        ))}
    </div>
  );
}

/** What there is of a kind, each with a note below it where it has one. */
function Lines({ title, lines }: { title: string; lines: [key: string, line: string, note?: string][] }) {
  return (
    <>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className={list.note}>{words.nothing}</p>
      ) : (
        <ul role="list" className={list.rows}>
          {lines.map(([key, line, note]) => (
            <li key={key} className={list.row}>
              <div className={list.words}>
                <p>{line}</p>
                {note && <p className={list.note}>{note}</p>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
