import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import { decide, draftOf, type HoldAction, isSameMatching } from './hold-actions.ts';

interface DecisionSheetProps {
  action: HoldAction;
  onClose: () => void;
  onDone: (said: Said) => void;
  onBegun: (id: string) => void;
}

/** Asks for the reason that the audit log keeps, and decides. */
export function DecisionSheet({ action, onClose, onDone, onBegun }: DecisionSheetProps) {
  const { decision } = action;
  const filter = action.kind === 'matching' ? action.filter : undefined;
  const left = (action.kind === 'these' && action.left) || 0;
  const count = action.kind === 'matching' ? action.count : action.ids.length - left;
  return (
    <ReasonSheet
      draft={draftOf(action)}
      title={words.titles[decision]}
      text={words.texts[decision](count, left)}
      matching={filter && { isSame: (draft) => isSameMatching(draft, decision, filter), onOthers: onDone }}
      onClose={onClose}
      onDone={onDone}
      send={(text, api) => confirmed(() => decide(api, action, { reason: text('reason'), onBegun }))}
    />
  );
}
