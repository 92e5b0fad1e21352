import { type ReactNode, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type Api, ApiError } from '../api.ts';
import { DraftForm } from '../draft-form.tsx';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import type { Filled } from '../submit-form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type Refusal, type Submission, useSubmit } from '../use-submit.ts';
import { useLate } from './late-results.tsx';
import { useSheetGuard } from './sheet-guard.tsx';
import type { Said } from './use-change.tsx';
import { useLost } from './use-lost.ts';

interface ConfirmSheetProps {
  /** What is done to what, by its id: where no answer came it is the same request when its sheet is opened again. */
  draft: string;
  title: string;
  /** What its button says, where that is not only that it is confirmed. */
  label?: string | undefined;
  /** What follows from it. */
  text: string;
  onClose: () => void;
  onUnanswered?: (() => void) | undefined;
  /** What is wrong with what was filled in, before it is sent. */
  check?: (given: Filled) => Refusal | null;
  /** Does it. @returns what is said of it then */
  send: (api: Api, text: Filled['text']) => Promise<Said>;
  onDone: (said: Said) => void;
  /** What is said of a failure, where that is not the server's own words. */
  refused?: (failure: unknown) => Refusal | undefined;
  /** What is to be filled in for it. */
  children?: (field: Submission<Filled>['field'], of: Submission<Filled>) => ReactNode;
}

/** Asks once more before what needs no reason is done; asks before it is left without the answer. */
export function ConfirmSheet({
  draft,
  title,
  label = words.confirm,
  text,
  onClose,
  onUnanswered,
  check,
  send,
  onDone,
  refused,
  children,
}: ConfirmSheetProps) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const change = useSubmit({
    ...(check && { check }),
    send: ({ text }: Filled, api) => send(api, text),
    done: onDone,
    late: useLate(),
    refused: (failure) => {
      // What it is done to is no longer what is shown.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      return refused?.(failure);
    },
  });
  const isLost = useLost(form, change);
  const { mayClose, guard } = useSheetGuard({ form, draft, of: change, isLost, onClose, onUnanswered });
  return (
    <>
      {guard}
      <Sheet open onClose={onClose} title={title} closeLabel={words.close} mayClose={mayClose} lang={contentLanguage}>
        <DraftForm of={change} draft={draft} formRef={form} label={label} busyLabel={words.saving}>
          <p>{text}</p>
          {children?.(change.field, change)}
        </DraftForm>
      </Sheet>
    </>
  );
}
