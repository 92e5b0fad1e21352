import type { LongWork } from '../../../../contract/work.ts';
import type { Api } from '../../api.ts';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './content.module.css';

/** Whether long work has deleted listings, which can be undone. */
export const isDeletion = ({ kind, state, parameters }: LongWork): boolean =>
  kind === 'listings-change' && parameters.action === 'delete' && state !== 'waiting' && state !== 'running';

interface UndoDeletionProps {
  send: (api: Api) => Promise<string>;
  onDone: (said: string) => void;
}

/** Undoes the whole of a deletion that was made just now. */
export function UndoDeletion({ send, onDone }: UndoDeletionProps) {
  const undoing = useSubmit({ send: (_given: null, api) => send(api), done: onDone, late: () => {} });
  return (
    <>
      {undoing.problem && <Notice tone="bad">{undoing.problem}</Notice>}
      <div className={styles.alone}>
        <Button look="plain" busy={undoing.busy} onClick={() => void undoing.submit(null)}>
          {undoing.busy ? desk.undoing : words.undoAll}
        </Button>
      </div>
    </>
  );
}

/** Undoes the deletion of these. @returns what is said of it */
export async function restoreThese(api: Api, ids: readonly string[]): Promise<string> {
  const body = { ids: ids.map(Number), action: 'restore' as const };
  const { changed, left_out } = await api('POST /api/admin/listings/change', { body });
  return words.changedOf('restore', changed, left_out);
}
