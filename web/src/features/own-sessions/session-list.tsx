import type { listSessions } from '../../../../contract/accounts.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { errorCode } from '../../api.ts';
import { sessions as words } from '../../messages/en/security.ts';
import { announce } from '../../ui/announce.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { PersonIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFocusHandedOn } from '../../ui/use-focus-handed-on.ts';
import { useSubmit } from '../../use-submit.ts';

interface SessionListProps {
  sessions: Answer<typeof listSessions>;
  onChange: () => void;
  /** Called when no session is left, this one included. */
  onSignedOut: () => void;
}

/** Where one is signed in, with the way out of each place and of all. */
export function SessionList({ sessions, onChange, onSignedOut }: SessionListProps) {
  const { heir, handOn } = useFocusHandedOn<HTMLUListElement>(sessions);
  const ended = (id: string) => {
    const device = sessions.find((one) => one.id === id)?.user_agent;
    if (device !== undefined) announce(words.ended(words.device(device)));
    handOn();
    onChange();
  };
  const ending = useSubmit({
    send: (id: string | 'all', api): Promise<unknown> =>
      id === 'all' ? api('POST /api/sessions/end-all') : api('DELETE /api/sessions/{id}', { params: { id } }),
    done: (_answer, id) => (id === 'all' ? onSignedOut() : ended(id)),
    // The server may have done it before its answer was lost.
    refused: (failure) => (errorCode(failure) === 'offline' ? words.unanswered : words.failed),
  });
  return (
    <>
      <ul ref={heir} role="list" tabIndex={-1} aria-labelledby="sessions" className={list.rows}>
        {sessions.map(({ id, user_agent, created_at, last_seen_at, current }) => (
          <li key={id} className={list.row}>
            <PersonIcon />
            <div className={list.words}>
              <p className={list.name}>{words.device(user_agent)}</p>
              <p className={list.note}>
                {words.since(created_at)}
                {!current && words.seen(last_seen_at)}
              </p>
            </div>
            {current ? (
              <Badge tone="sea">{words.here}</Badge>
            ) : (
              <Button
                look="quiet"
                aria-label={words.endLabel(words.device(user_agent))}
                busy={ending.busy}
                onClick={() => void ending.submit(id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending.problem && <Notice tone="bad">{ending.problem}</Notice>}
      <Button look="plain" wide busy={ending.busy} onClick={() => void ending.submit('all')}>
        {ending.busy ? words.ending : words.endAll}
      </Button>
    </>
  );
}
