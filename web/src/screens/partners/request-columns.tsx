import type { AdminQrRequest } from '../../../../contract/qr-requests.ts';
import type { Column } from '../../desk/data-table.tsx';
import { requestsDesk as words } from '../../messages/en/requests-desk.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './partners.module.css';
import { type RequestAction, requestDeeds } from './request-sheet.tsx';

const waiting = { in_time: 'waits', due: 'asks', late: 'bad' } as const;

/** How a request stands: what was decided, or how long it waits beside what is promised. */
export function RequestState({ request: { status, waits } }: { request: AdminQrRequest }) {
  return (
    <span className={styles.state}>
      {waits ? (
        <StatusBadge look={waiting[waits]}>{words.waits[waits]}</StatusBadge>
      ) : (
        <StatusBadge look={status === 'approved' ? 'ok' : 'over'}>{words.states[status]}</StatusBadge>
      )}
    </span>
  );
}

interface DecisionProps {
  request: AdminQrRequest;
  onAct: (action: RequestAction) => void;
  /** Whether other requests are beside it, so that those who hear a button are told whose it is. */
  isListed?: boolean;
}

/** The two decisions about a request that waits. */
export function Decisions({ request, onAct, isListed }: DecisionProps) {
  return (
    <div className={isListed ? styles.inRow : page.actions}>
      {requestDeeds.map((does) => (
        <Button key={does} look="plain" onClick={() => onAct({ does, request })}>
          {isListed ? (
            <span>
              {words.deeds[does]}
              <VisuallyHidden>{words.ofPlace(request.location_name)}</VisuallyHidden>
            </span>
          ) : (
            words.deeds[does]
          )}
        </Button>
      ))}
    </div>
  );
}

/** What the list shows of each request, and the decision about it in its row. */
export const requestColumns = (onAct: DecisionProps['onAct']): readonly Column<AdminQrRequest>[] => [
  {
    key: 'place',
    label: words.columns.place,
    cell: ({ location_name }) => location_name,
    isTitle: true,
    isFixed: true,
    isEndless: true,
  },
  { key: 'state', label: words.columns.state, cell: (request) => <RequestState request={request} />, isBrief: true },
  { key: 'partner', label: words.columns.partner, cell: ({ organisation }) => organisation.name, isEndless: true },
  { key: 'kind', label: words.columns.kind, cell: ({ request_type }) => words.kinds[request_type] },
  { key: 'due', label: words.columns.due, cell: ({ due_at }) => words.moment(due_at), isMoment: true },
  {
    key: 'created',
    label: words.columns.created,
    cell: ({ created_at }) => words.moment(created_at),
    sort: 'created',
    isMoment: true,
  },
  {
    key: 'decision',
    label: words.columns.decision,
    cell: (request) =>
      request.decided_at ? words.moment(request.decided_at) : <Decisions request={request} onAct={onAct} isListed />,
    isMoment: true,
    isFixed: true,
  },
];
