import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { holdsDesk as words } from '../../messages/en/holds-desk.ts';
import { decide, type HoldAction } from './hold-actions.ts';

interface DecisionSheetProps {
  action: HoldAction;
  onClose: () => void;
  onDone: (said: string) => void;
  onBegun: (id: string) => void;
}

/** Asks for the reason that the audit log keeps, and decides. */
export function DecisionSheet({ action, onClose, onDone, onBegun }: DecisionSheetProps) {
  const { decision } = action;
  const [count, draft] =
    action.kind === 'these'
      ? [action.ids.length, action.ids.join()]
      : [action.count, `${action.seen} ${JSON.stringify(action.filter)}`];
  return (
    <ReasonSheet
      draft={`${decision} holds ${draft}`}
      title={words.titles[decision]}
      text={words.texts[decision](count)}
      onClose={onClose}
      onDone={onDone}
      send={(text, api) => confirmed(() => decide(api, action, { reason: text('reason'), onBegun }))}
    />
  );
}
