import { useState } from 'react';
import type { Fault } from '../../../../contract/faults.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import { faultsDesk as words } from '../../messages/en/faults-desk.ts';
import { Select } from '../../ui/field.tsx';

interface FaultSheetProps {
  fault: Fault;
  /** The fault that is open on the screen behind it. */
  open: Fault | null;
  onClose: () => void;
  /** Given what is to be said of it. */
  onDone: (said: string) => void;
}

type Closed = keyof typeof words.choices;

/** Closes a fault, for as long as it does not come again or for good; or opens a closed one. */
export function FaultSheet({ fault: begun, open, onClose, onDone }: FaultSheetProps) {
  const [closed, setClosed] = useState<Closed>('resolved');
  const { row, onChanged } = useByNow(begun, open);
  const { id, state } = row;
  const does = begun.state === 'open' ? 'close' : 'reopen';
  const next = does === 'close' ? closed : 'open';
  return (
    <ReasonSheet
      draft={`${does} fault ${id}`}
      title={words.titles[does]}
      text={words.texts[does]}
      onChanged={onChanged}
      byNow={state !== begun.state && { words: words.byNow(words.states[state]), isDone: state === next }}
      onClose={onClose}
      onDone={onDone}
      send={async (text, api) => {
        await api('PUT /api/admin/faults/{id}/state', {
          params: { id },
          body: { state: next, replaces: state, reason: text('reason') },
        });
        return words.said[next];
      }}
    >
      {() =>
        does === 'close' && (
          <Select label={words.whenAgain} value={closed} onChange={({ target }) => setClosed(target.value as Closed)}>
            {Object.entries(words.choices).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )
      }
    </ReasonSheet>
  );
}
