import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { LongWork } from '../../../contract/work.ts';
import { longWork as words } from '../messages/en/long-work.ts';
import { Status } from '../ui/status.tsx';
import styles from './long-work.module.css';
import { LongWorkStanding } from './long-work.tsx';
import { isOver } from './long-work-parts.tsx';
import { PolledNotice } from './polled-notice.tsx';
import { followedName, useTableAddress } from './table-address.ts';
import { usePolled } from './use-polled.ts';

/** How often the server is asked how far it is. */
const everyMs = 5_000;

interface FollowedWorkProps {
  /** As the screen has loaded it. */
  work: LongWork;
  /** Told once it is over while it is watched. */
  onOver: () => void;
  /** Told that it is over, also where it was so from the beginning: what was said of it as it began is true no more. */
  onEnded?: () => void;
}

/** The long work that was begun on a screen, followed to its end. The address names it, so that a reload finds it, until it is put away. */
export function FollowedWork({ work: loaded, onOver, onEnded }: FollowedWorkProps) {
  const address = useTableAddress();
  const [said, setSaid] = useState<string | null>(null);
  const polled = usePolled({
    loaded,
    ask: (api) => api('GET /api/long-work/{id}', { params: { id: loaded.id } }),
    everyMs: (work) => !isOver(work) && everyMs,
  });
  const { answer: work } = polled;
  const tell = useRef({ onOver, onEnded });
  tell.current = { onOver, onEnded };
  const wasOver = useRef(isOver(work));
  useEffect(() => {
    if (isOver(work) && !wasOver.current) tell.current.onOver();
    wasOver.current = isOver(work);
  }, [work]);
  const isEnded = isOver(work);
  useEffect(() => {
    if (isEnded) tell.current.onEnded?.();
  }, [isEnded]);
  const name = words.kindOf(work.kind);
  return (
    <section className={`${styles.work} ${styles.framed}`} aria-label={name}>
      <div className={styles.line}>
        <p className={styles.name}>{name}</p>
        <Link className={styles.download} to={address.to({ [followedName]: null })} preventScrollReset>
          {words.putAway}
        </Link>
      </div>
      <PolledNotice of={polled} />
      <LongWorkStanding
        work={work}
        isFollowed
        onCancel={(words) => {
          setSaid(words);
          polled.askNow();
        }}
      />
      <Status>{said && <p>{said}</p>}</Status>
    </section>
  );
}
