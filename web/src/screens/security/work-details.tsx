import { useState } from 'react';
import type { LongWork } from '../../../../contract/work.ts';
import { Detail } from '../../desk/detail.tsx';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { useSubmit } from '../../use-submit.ts';
import type { Undone } from './load-work.ts';
import styles from './security.module.css';
import type { UndoneAction } from './undone-sheet.tsx';
import { longWorkColumns } from './work-columns.tsx';

/** One piece of long work: what was asked for, how far it is, its file, and the way to end it. */
export function LongWorkDetail({ work, onDone }: { work: LongWork; onDone: (said: string) => void }) {
  const cancelling = useSubmit({
    send: (_given: undefined, api) => api('POST /api/long-work/{id}/cancel', { params: { id: work.id } }),
    done: ({ state }) =>
      onDone(state === 'cancelled' ? words.cancelled : state === 'running' ? words.ending : words.over),
  });
  const asked = Object.entries(work.parameters).flatMap(([name, value]) => {
    const label = words.parameters[name];
    return label ? [[label, String(value)] as const] : [];
  });
  const facts = [
    ...longWorkColumns.slice(1).map(({ key, label, cell }) => [label, <span key={key}>{cell(work)}</span>] as const),
    ...asked,
  ];
  return (
    <Detail label={words.aboutWork} title={words.kindOf(work.kind)} facts={facts}>
      {work.result && (
        <div>
          <a className={styles.download} href={`/api/long-work/${work.id}/result`}>
            {words.download}
          </a>
          <p className={list.note}>{words.untilDay(work.result.expires_at)}</p>
        </div>
      )}
      {(work.state === 'waiting' || work.state === 'running') && (
        <div className={page.actions}>
          <Button look="plain" busy={cancelling.busy} onClick={() => void cancelling.submit(undefined)}>
            {cancelling.busy ? words.cancelling : words.cancel}
          </Button>
        </div>
      )}
      {cancelling.problem && <Notice tone="bad">{cancelling.problem}</Notice>}
    </Detail>
  );
}

/** One thing that could not be done: what it is, why, and what can be done about it. */
export function UndoneDetail({ undone, onAct }: { undone: Undone; onAct: (action: UndoneAction) => void }) {
  const facts = [
    [words.columns.from, undone.from],
    ...(undone.of === 'dead-letters' ? [[words.columns.recipient, undone.recipient] as const] : []),
    [words.columns.problem, undone.problem],
    [words.columns.came, words.moment(undone.came_at)],
    [words.columns.failed, undone.failed_at ? words.moment(undone.failed_at) : words.notYet],
    [words.columns.tries, words.number(undone.tries)],
  ] as const;
  return (
    <Detail label={words.aboutUndone} title={undone.what} facts={facts}>
      <div className={page.actions}>
        {undone.can_be_retried ? (
          <Button look="plain" onClick={() => onAct({ does: 'retry', undone })}>
            {words.retry}
          </Button>
        ) : (
          <p className={list.note}>{words.emptied}</p>
        )}
        <Button look="plain" onClick={() => onAct({ does: 'discard', undone })}>
          {words.discard}
        </Button>
      </div>
      {undone.of === 'news' && <NewsText key={undone.id} id={undone.id} />}
    </Detail>
  );
}

/** What a piece of news says, once it is asked for: the audit log has who read it. */
function NewsText({ id }: { id: string }) {
  const [text, setText] = useState<string | null>(null);
  const reading = useSubmit({
    send: (_given: undefined, api) => api('GET /api/admin/news/{id}', { params: { id } }),
    done: (answer) => setText(answer.text),
  });
  if (text !== null)
    return (
      <>
        <h3>{words.says}</h3>
        <pre className={styles.text}>{text}</pre>
      </>
    );
  return (
    <>
      <Button look="quiet" busy={reading.busy} onClick={() => void reading.submit(undefined)}>
        {reading.busy ? words.showing : words.show}
      </Button>
      {reading.problem && <Notice tone="bad">{reading.problem}</Notice>}
    </>
  );
}
