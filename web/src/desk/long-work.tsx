import { useEffect, useRef } from 'react';
import { isPersonal } from '../../../contract/long-work-kinds.ts';
import type { LongWork } from '../../../contract/work.ts';
import type { Api } from '../api.ts';
import { confirmForFile } from '../features/passkeys/confirmed.ts';
import { longWork as words } from '../messages/en/long-work.ts';
import { announce } from '../ui/announce.ts';
import { Button } from '../ui/button.tsx';
import list from '../ui/list.module.css';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../use-submit.ts';
import { DownloadLink } from './download-link.tsx';
import styles from './long-work.module.css';
import { isOver, outcomeOf, progressOf, StateBadge } from './long-work-parts.tsx';

interface LongWorkStandingProps {
  work: LongWork;
  /** It was begun on this screen: that it is over is said though it was over before the screen asked. */
  isFollowed?: boolean;
  /** Told what is to be said once it was asked to end. */
  onCancel: (said: string) => void;
}

/** @throws Error where there is no file any more, or it is not confirmed that it may be had */
async function findFile(api: Api, id: string): Promise<void> {
  const { kind, result } = await api('GET /api/long-work/{id}', { params: { id } });
  if (!result) throw new Error(words.fileGone);
  if (isPersonal(kind)) await confirmForFile(api);
}

/** Its end is said once to those who do not see it: where it is followed, or was seen going on. */
function useSaidEnd(work: LongWork, isFollowed: boolean): void {
  const goingOn = useRef(isFollowed ? work.id : null);
  useEffect(() => {
    if (!isOver(work)) {
      goingOn.current = work.id;
    } else if (goingOn.current === work.id) {
      goingOn.current = null;
      announce(words.ended(words.kindOf(work.kind), words.states[work.state], progressOf(work)));
    }
  }, [work]);
}

/** How a piece of long work stands: how far it is and the way to end it, or its file, or why there is none. */
export function LongWorkStanding({ work, isFollowed = false, onCancel }: LongWorkStandingProps) {
  const { id, kind, state, progress, problem, result } = work;
  useSaidEnd(work, isFollowed);
  const cancelling = useSubmit({
    send: (_given: undefined, api) => api('POST /api/long-work/{id}/cancel', { params: { id } }),
    done: (answer) =>
      onCancel(answer.state === 'cancelled' ? words.cancelled : isOver(answer) ? words.over : words.ending),
    // Other work is on screen by then; the list says of this one how it stands.
    late: () => {},
  });
  return (
    <div className={styles.work}>
      <div className={styles.line}>
        <StateBadge state={state} />
        {/* Without an end that is known it has no share of it either. */}
        {state === 'running' && progress.total !== null && (
          <progress
            className={styles.bar}
            aria-label={words.progressOf(words.kindOf(kind))}
            value={progress.done}
            max={Math.max(1, progress.total)}
          />
        )}
        <span className={styles.figure}>{progressOf(work)}</span>
      </div>
      {problem && <p>{words.problems[problem]}</p>}
      {state === 'done' && !result && <p className={list.note}>{outcomeOf(work)}</p>}
      {result && (
        <div>
          <DownloadLink
            className={styles.download}
            href={`/api/long-work/${id}/result`}
            ready={(api) => findFile(api, id)}
          >
            {words.download}
          </DownloadLink>
          <p className={list.note}>{words.untilDay(result.expires_at)}</p>
        </div>
      )}
      {!isOver(work) && (
        <div className={styles.actions}>
          <Button look="plain" busy={cancelling.busy} onClick={() => void cancelling.submit(undefined)}>
            {cancelling.busy ? words.cancelling : words.cancel}
          </Button>
        </div>
      )}
      {cancelling.problem && <Notice tone="bad">{cancelling.problem}</Notice>}
    </div>
  );
}
