import { useState } from 'react';
import { Link } from 'react-router';
import type { ActivityEntry, getActivity } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { activity as words } from '../../messages/en/activity.ts';
import { Button } from '../../ui/button.tsx';
import { HeartIcon, ScanIcon } from '../../ui/icons.tsx';
import { TicketIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './timeline.module.css';

const icons = { scan: ScanIcon, booking: TicketIcon, saved: HeartIcon };

type Page = Pick<Answer<typeof getActivity>, 'timeline' | 'next'>;

/** What was done, newest first, with earlier things on request. */
export function Timeline({ timeline, next }: Page) {
  const [earlier, setEarlier] = useState<Page>({ timeline: [], next });
  const more = useSubmit({
    send: (before: string, api) => api('GET /api/activity', { query: { before } }),
    done: (page) => setEarlier({ timeline: [...earlier.timeline, ...page.timeline], next: page.next }),
    refused: () => words.moreFailed,
  });
  const entries = [...timeline, ...earlier.timeline];
  return (
    <>
      <ol role="list" className={styles.timeline}>
        {entries.map((entry) => (
          <li key={`${entry.kind} ${entry.at} ${entry.href}`}>
            <Entry {...entry} />
          </li>
        ))}
      </ol>
      {more.problem && <Notice tone="bad">{more.problem}</Notice>}
      {earlier.next && (
        <Button look="plain" wide busy={more.busy} onClick={() => void more.submit(earlier.next!)}>
          {more.busy ? words.loadingMore : words.more}
        </Button>
      )}
    </>
  );
}

function Entry({ kind, at, title, detail, href }: ActivityEntry) {
  const Icon = icons[kind];
  return (
    <Link to={href} className={styles.entry}>
      <Icon />
      <span className={styles.words}>
        <span className={styles.kind}>
          {words.kinds[kind]} · <time dateTime={at}>{words.moment(at)}</time>
        </span>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{kind === 'booking' ? words.status(detail) : detail}</span>}
      </span>
    </Link>
  );
}
