import type { Api } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { SubmitForm } from '../submit-form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type Refusal, useSubmit } from '../use-submit.ts';
import { useLate } from './late-results.tsx';
import type { Said } from './use-change.tsx';

interface ConfirmSheetProps {
  title: string;
  /** What follows from it. */
  text: string;
  onClose: () => void;
  /** Does it. @returns what is said of it then */
  send: (api: Api) => Promise<Said>;
  onDone: (said: Said) => void;
  /** What is said of a failure, where that is not the server's own words. */
  refused?: (failure: unknown) => Refusal | undefined;
}

/** Asks once more before what needs no reason is done. */
export function ConfirmSheet({ title, text, onClose, send, onDone, refused }: ConfirmSheetProps) {
  const change = useSubmit({
    send: (_given, api) => send(api),
    done: onDone,
    late: useLate(),
    ...(refused && { refused }),
  });
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
      <SubmitForm of={change} label={words.confirm} busyLabel={words.saving}>
        <p>{text}</p>
      </SubmitForm>
    </Sheet>
  );
}
