import type { SecurityAlert } from '../../../../contract/security-desk.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useSubmit } from '../../use-submit.ts';

/** How grave an alert looks. */
export const alertLooks = { error: 'bad', warning: 'odd', info: 'waits' } as const;

interface ActiveAlertsProps {
  alerts: readonly SecurityAlert[];
  isSample: boolean;
  onDismissed: () => void;
}

/** What the rules have found and nobody has dismissed, the gravest first. */
export function ActiveAlerts({ alerts, isSample, onDismissed }: ActiveAlertsProps) {
  const active = alerts.filter(({ dismissed }) => !dismissed);
  const dismissed = alerts.length - active.length;
  return (
    <>
      {active.length === 0 ? (
        <EmptyState title={words.noAlerts}>{words.noAlertsText}</EmptyState>
      ) : (
        <ul role="list" className={list.rows}>
          {active.map((alert) => (
            <li key={alert.id} className={list.row}>
              <div className={list.words}>
                <StatusBadge look={alertLooks[alert.type]}>{words.alertTypes[alert.type]}</StatusBadge>
                <h3>{alert.title}</h3>
                <p>{alert.description}</p>
                <p className={list.note}>{words.since(alert.timestamp)}</p>
              </div>
              {!isSample && <Dismiss alert={alert} onDismissed={onDismissed} />}
            </li>
          ))}
        </ul>
      )}
      {dismissed > 0 && <p className={list.note}>{words.dismissedToo(dismissed)}</p>}
    </>
  );
}

function Dismiss({ alert: { id, title }, onDismissed }: { alert: SecurityAlert; onDismissed: () => void }) {
  const { busy, submit, problem } = useSubmit({
    send: (_given: undefined, api) =>
      confirmed(() => api('POST /api/security/alerts/{id}/dismiss', { params: { id } })),
    done: onDismissed,
  });
  return (
    <div>
      <Button look="plain" busy={busy} aria-label={words.dismissOf(title)} onClick={() => void submit(undefined)}>
        {busy ? words.dismissing : words.dismiss}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
