import type { Api } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import list from '../ui/list.module.css';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import { useSubmit } from '../use-submit.ts';

interface UndoUntilProps {
  /** Until when it can be undone; null where it is too late. */
  until: string | null;
  tooLate: string;
  send: (api: Api) => Promise<unknown>;
  onDone: () => void;
}

/** Undoes the deletion of one thing, as long as it can be. */
export function UndoUntil({ until, tooLate, send, onDone }: UndoUntilProps) {
  const undoing = useSubmit({ send: (_given: null, api) => send(api), done: onDone });
  if (!until) return <p className={list.note}>{tooLate}</p>;
  return (
    <>
      {undoing.problem && <Notice tone="bad">{undoing.problem}</Notice>}
      <div className={page.actions}>
        <Button look="plain" busy={undoing.busy} onClick={() => void undoing.submit(null)}>
          {undoing.busy ? words.undoing : words.undo}
        </Button>
      </div>
      <p className={list.note}>{words.undoUntil(until)}</p>
    </>
  );
}
