import { useRevalidator } from 'react-router';
import type { LongWorkKindName } from '../../../contract/long-work-kinds.ts';
import type { LongWork } from '../../../contract/work.ts';
import type { Api } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../use-submit.ts';
import { FollowedWork } from './followed-work.tsx';
import styles from './long-work.module.css';
import { isOver } from './long-work-parts.tsx';
import type { useDeeds } from './use-deeds.ts';

interface DeedsDoneProps {
  of: Pick<ReturnType<typeof useDeeds>, 'justDeleted' | 'follow'> & {
    change: Pick<ReturnType<typeof useDeeds>['change'], 'tell' | 'say' | 'takeBack'>;
  };
  /** The long work that was begun here. */
  work: LongWork | null;
  /** Of the work that deletes. */
  kind: LongWorkKindName;
  /** Undoes the deletion of these. @returns what is said of it */
  restore: (api: Api, ids: readonly string[]) => Promise<string>;
  /** Begins to undo what long work has deleted. */
  undo: (api: Api, work: string) => Promise<LongWork>;
}

/** What was done to many rows at once, and the way to undo the whole of a deletion that was made just now. */
export function DeedsDone({ of: { justDeleted, follow, change }, work, kind, restore, undo }: DeedsDoneProps) {
  const { revalidate } = useRevalidator();
  return (
    <>
      {justDeleted && <UndoDeletion send={(api) => restore(api, justDeleted)} onDone={change.tell} />}
      {work && (
        <FollowedWork
          key={work.id}
          work={work}
          onOver={() => void revalidate()}
          onEnded={() => change.takeBack(words.begun)}
        />
      )}
      {work && isDeletion(work, kind) && (
        <UndoDeletion
          send={async (api) => {
            follow((await undo(api, work.id)).id);
            return words.begun;
          }}
          onDone={change.say}
        />
      )}
    </>
  );
}

/** Whether long work has deleted what can be brought back. */
const isDeletion = (work: LongWork, kind: LongWorkKindName): boolean =>
  work.kind === kind && work.parameters.action === 'delete' && isOver(work);

interface UndoDeletionProps {
  send: (api: Api) => Promise<string>;
  onDone: (said: string) => void;
}

function UndoDeletion({ send, onDone }: UndoDeletionProps) {
  const undoing = useSubmit({ send: (_given: null, api) => send(api), done: onDone, late: () => {} });
  return (
    <>
      {undoing.problem && <Notice tone="bad">{undoing.problem}</Notice>}
      <div className={styles.undo}>
        <Button look="plain" busy={undoing.busy} onClick={() => void undoing.submit(null)}>
          {undoing.busy ? words.undoing : words.undoAll}
        </Button>
      </div>
    </>
  );
}
