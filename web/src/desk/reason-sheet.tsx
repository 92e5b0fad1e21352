import { type ReactNode, useRef } from 'react';
import type { Api } from '../api.ts';
import { DraftForm } from '../draft-form.tsx';
import { desk as words } from '../messages/en/desk.ts';
import type { Filled } from '../submit-form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { type Faults, type Submission, useSubmit } from '../use-submit.ts';
import { UnsentGuard } from './unsent-guard.tsx';

interface ReasonSheetProps {
  /** What is done to what, by its id: what was typed before a sign-in is put into no other's form. */
  draft: string;
  title: string;
  /** What follows from it. */
  text: string;
  onClose: () => void;
  /** Does it. @returns what is said of it then */
  send: (text: Filled['text'], api: Api) => Promise<string>;
  onDone: (said: string) => void;
  /** What must be chosen besides: by the field's name, what is said where it is not. */
  needed?: Faults;
  /** What else is to be chosen. */
  children?: (field: Submission<Filled>['field']) => ReactNode;
}

const shortestReason = 3;

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function ReasonSheet({ draft, title, text, onClose, send, onDone, needed, children }: ReasonSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const change = useSubmit({
    check: ({ text }: Filled) => ({
      faults: {
        ...Object.fromEntries(Object.entries(needed ?? {}).filter(([name]) => !text(name))),
        ...(text('reason').length < shortestReason && { reason: words.reasonMissing }),
      },
    }),
    send: ({ text }, api) => send(text, api),
    done: onDone,
  });
  return (
    <>
      <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
        <DraftForm of={change} draft={draft} formRef={form} label={words.confirm} busyLabel={words.saving}>
          <p>{text}</p>
          {children?.(change.field)}
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
      <UnsentGuard form={form} draft={draft} isTaken={change.isTaken} />
    </>
  );
}
