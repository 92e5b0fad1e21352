import { useState } from 'react';
import { workDesk as words } from '../messages/en/work-desk.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../use-submit.ts';
import styles from './raw-text.module.css';

/** What a piece of news says, once it is asked for: the audit log has who read it. */
export function NewsText({ id }: { id: string }) {
  const [text, setText] = useState<string | null>(null);
  const reading = useSubmit({
    send: (_given: undefined, api) => api('GET /api/admin/news/{id}', { params: { id } }),
    done: (answer) => setText(answer.text),
  });
  if (text !== null)
    return (
      <>
        <h3 ref={takeLostFocus} tabIndex={-1}>
          {words.says}
        </h3>
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

/** The button that asked is gone, and with it the focus, unless that is elsewhere by now. */
function takeLostFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}
