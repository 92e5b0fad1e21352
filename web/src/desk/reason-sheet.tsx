import type { ReactNode } from 'react';
import type { Api } from '../api.ts';
import { DraftForm } from '../draft-form.tsx';
import { desk as words } from '../messages/en/desk.ts';
import type { Filled } from '../submit-form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useSubmit } from '../use-submit.ts';

interface ReasonSheetProps {
  title: string;
  /** What follows from it. */
  text: string;
  onClose: () => void;
  /** Does it. @returns what is said of it then */
  send: (reason: string, api: Api) => Promise<string>;
  onDone: (said: string) => void;
  /** What else is to be chosen. */
  children?: ReactNode;
}

const shortestReason = 3;

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function ReasonSheet({ title, text, onClose, send, onDone, children }: ReasonSheetProps) {
  const change = useSubmit({
    check: ({ text }: Filled) =>
      text('reason').length < shortestReason ? { faults: { reason: words.reasonMissing } } : null,
    send: ({ text }, api) => send(text('reason'), api),
    done: onDone,
  });
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
      <DraftForm of={change} draft={`reason: ${title}`} label={words.confirm} busyLabel={words.saving}>
        <p>{text}</p>
        {children}
        <TextArea
          {...change.field('reason')}
          label={words.reason}
          hint={words.reasonHint}
          rows={2}
          maxLength={500}
          required
        />
      </DraftForm>
    </Sheet>
  );
}
