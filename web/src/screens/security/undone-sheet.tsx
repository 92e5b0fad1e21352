import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { workDesk as words } from '../../messages/en/work-desk.ts';
import type { Undone } from './load-work.ts';

export interface UndoneAction {
  does: 'retry' | 'discard';
  undone: Undone;
}

interface UndoneSheetProps {
  action: UndoneAction;
  onClose: () => void;
  /** Given what is to be said of it. */
  onDone: (said: string) => void;
}

/** Has what could not be done tried again, or puts it away, with a reason. */
export function UndoneSheet({ action: { does, undone }, onClose, onDone }: UndoneSheetProps) {
  const { id, of, what } = undone;
  return (
    <ReasonSheet
      draft={`${does} ${of} ${id}`}
      title={words.titles[does]}
      text={words.texts[does](what)}
      onClose={onClose}
      onDone={onDone}
      send={async (text, api) => {
        const request = { params: { id }, body: { reason: text('reason') } };
        if (of === 'news') await api(`POST /api/admin/news/{id}/${does}`, request);
        else await api(`POST /api/admin/dead-letters/{id}/${does}`, request);
        return words.said[does](what);
      }}
    />
  );
}
