import { Detail } from '../../desk/detail.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';
import { accountOf, SeverityBadge } from './event-columns.tsx';
import type { EventLine } from './load-monitoring.ts';

/** One security event, and that it is dealt with. */
export function EventDetail({ event, onResolved }: { event: EventLine; onResolved: () => void }) {
  const { busy, submit, problem } = useSubmit({
    send: (_given: undefined, api) =>
      confirmed(() => api('POST /api/security/events/{id}/resolve', { params: { id: event.id } })),
    done: onResolved,
  });
  const { columns } = words;
  const facts = [
    [words.kind, words.kinds[event.event_type]],
    [columns.severity, <SeverityBadge key="severity" {...event} />],
    [columns.at, words.moment(event.timestamp)],
    [columns.user, accountOf(event)],
    [columns.address, event.ip_address ?? words.noAddress],
    [columns.count, words.number(event.occurrences)],
    [columns.state, event.resolved ? words.resolved : words.open],
  ] as const;
  return (
    <Detail label={words.event} title={event.description} facts={facts}>
      {!event.resolved && (
        <div className={page.actions}>
          <Button look="plain" busy={busy} onClick={() => void submit(undefined)}>
            {busy ? words.resolving : words.resolve}
          </Button>
        </div>
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Detail>
  );
}
