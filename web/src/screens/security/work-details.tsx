import type { LongWork } from '../../../../contract/work.ts';
import { Detail } from '../../desk/detail.tsx';
import { LongWorkStanding } from '../../desk/long-work.tsx';
import { NewsText } from '../../desk/news-text.tsx';
import { longWork } from '../../messages/en/long-work.ts';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Undone } from './load-work.ts';
import type { UndoneAction } from './undone-sheet.tsx';
import { longWorkColumns } from './work-columns.tsx';

/** What the standing of a piece of long work says is no fact beside it. */
const standing = ['kind', 'state', 'progress', 'outcome'];

/** One piece of long work: how it stands, and what was asked for. */
export function LongWorkDetail({ work, onDone }: { work: LongWork; onDone: (said: string) => void }) {
  // In the order of their words: the database keeps none.
  const asked = Object.entries(words.parameters).flatMap(([name, label]) => {
    const value = work.parameters[name];
    return value === undefined
      ? []
      : [[label, name === 'until' ? words.moment(String(value)) : String(value)] as const];
  });
  const facts = longWorkColumns
    .filter(({ key }) => !standing.includes(key))
    .map(({ key, label, cell }) => [label, <span key={key}>{cell(work)}</span>] as const);
  return (
    <Detail label={words.aboutWork} title={longWork.kindOf(work.kind)} facts={[...facts, ...asked]}>
      <LongWorkStanding work={work} onCancel={onDone} />
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
