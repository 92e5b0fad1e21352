import { useState } from 'react';
import type { listSessions } from '../../../../contract/accounts.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { browserApi } from '../../api.ts';
import { sessions as words } from '../../messages/en/security.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { PersonIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SessionListProps {
  sessions: Answer<typeof listSessions>;
  onChange: () => void;
  /** Called when no session is left, this one included. */
  onSignedOut: () => void;
}

/** Where one is signed in, with the way out of each place and of all. */
export function SessionList({ sessions, onChange, onSignedOut }: SessionListProps) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const attempt = async (action: () => Promise<unknown>, then: () => void) => {
    setState('busy');
    try {
      await action();
      setState('idle');
      then();
    } catch {
      setState('failed');
    }
  };
  const end = (id: string) => attempt(() => browserApi('DELETE /api/sessions/{id}', { params: { id } }), onChange);
  const endAll = () => attempt(() => browserApi('POST /api/sessions/end-all'), onSignedOut);
  return (
    <>
      <ul role="list" className={list.rows}>
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
                busy={state === 'busy'}
                onClick={() => void end(id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {state === 'failed' && <Notice tone="bad">{words.failed}</Notice>}
      <Button look="plain" wide busy={state === 'busy'} onClick={() => void endAll()}>
        {state === 'busy' ? words.ending : words.endAll}
      </Button>
    </>
  );
}
