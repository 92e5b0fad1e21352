import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type Api, ApiError, errorCode } from '../api.ts';
import { keepDraft, renameDraft } from '../device/form-draft.ts';
import { isRemembered } from '../device/own-device.ts';
import { DraftForm } from '../draft-form.tsx';
import { useSession } from '../features/session/use-session.ts';
import { fieldsOf } from '../fields-of-form.ts';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import { refusalWords } from '../refusal-words.ts';
import type { Filled } from '../submit-form.tsx';
import { Notice } from '../ui/notice.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Status } from '../ui/status.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { type Faults, type Submission, useSubmit } from '../use-submit.ts';
import { useLate } from './late-results.tsx';
import { useSheetGuard } from './sheet-guard.tsx';
import type { Said } from './use-change.tsx';
import { useLost } from './use-lost.ts';

interface ReasonSheetProps<S extends Said> {
  /** What is done to what, by its id: what was typed before a sign-in is put into no other's form. */
  draft: string;
  title: string;
  /** What its button says, where that is not only that it is confirmed. */
  label?: string;
  /** What follows from it. */
  text: string;
  /** Who reads the reason, where that is not the audit log alone. */
  reasonHint?: string;
  onClose: () => void;
  onUnanswered?: (() => void) | undefined;
  /** What is said of a failure, where that is not the server's own words. */
  refusedWords?: (failure: unknown) => string | undefined;
  /** Does it. @returns what is said of it then */
  send: (text: Filled['text'], api: Api) => Promise<S>;
  onDone: (said: S) => void;
  /** What must be chosen besides: by the field's name, what is said where it is not. */
  needed?: Faults;
  /** Told that somebody else has changed it meanwhile (useByNow). */
  onChanged?: () => void;
  /** How it stands since, and whether what was to be done is done by that. */
  byNow?: { words: string; isDone: boolean } | false;
  /** Where it is done to all that match. */
  matching?: Matching | undefined;
  /** What else is to be chosen. */
  children?: (field: Submission<Filled>['field']) => ReactNode;
}

interface Matching {
  /** Whether a form of this name does the same to all that match the same (matching-draft.ts): what was typed there is there again. */
  isSame: (draft: string) => boolean;
  /** Told that others match by now, with what is said of it: the sheet goes, and what was typed waits for those that are selected then. */
  onOthers: (said: Said) => void;
}

const shortestReason = 3;

/** Asks for the reason that the audit log keeps, and does what was chosen; asks before what was typed is lost. */
export function ReasonSheet<S extends Said>({
  draft,
  title,
  label = words.confirm,
  text,
  reasonHint = words.reasonHint,
  onClose,
  onUnanswered,
  refusedWords,
  send,
  onDone,
  needed,
  onChanged,
  byNow,
  matching,
  children,
}: ReasonSheetProps<S>) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const userId = useSession().user?.id;
  // Before the form looks for what was typed into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is opened
  useLayoutEffect(() => {
    if (userId && matching) renameDraft(matching.isSame, draft, userId);
  }, []);
  /** @returns whether the device could keep it; not where it was left meanwhile. */
  const putAside = () =>
    form.current !== null &&
    userId !== undefined &&
    isRemembered(userId) &&
    keepDraft(draft, userId, fieldsOf(form.current), { aside: true });
  const change = useSubmit({
    check: ({ text }: Filled) => ({
      faults: {
        ...Object.fromEntries(Object.entries(needed ?? {}).filter(([name]) => !text(name))),
        ...(text('reason').length < shortestReason && { reason: words.reasonMissing }),
      },
    }),
    send: ({ text }, api) => send(text, api),
    done: onDone,
    late: useLate(),
    refused: (failure) => {
      const code = errorCode(failure);
      if (code === 'list_changed' && matching && putAside()) {
        matching.onOthers({ nothing: words.reasonWaits(refusalWords(failure)) });
        return undefined;
      }
      if (code === 'changed_meanwhile') onChanged?.();
      // What it is done to is no longer what is shown.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      return refusedWords?.(failure);
    },
  });
  const isLost = useLost(form, change);
  const { mayClose, guard } = useSheetGuard({ form, draft, of: change, isLost, onClose, onUnanswered });
  // It is opened to be filled in.
  useEffect(() => form.current!.querySelector<HTMLElement>('select, input[inputmode], textarea')!.focus(), []);
  return (
    <>
      {guard}
      <Sheet open onClose={onClose} title={title} closeLabel={words.close} mayClose={mayClose} lang={contentLanguage}>
        <DraftForm of={change} draft={draft} formRef={form} label={label} busyLabel={words.saving}>
          <p>{text}</p>
          {children?.(change.field)}
          <TextArea
            {...change.field('reason')}
            label={words.reason}
            hint={reasonHint}
            rows={2}
            maxLength={500}
            required
          />
          <Status>
            {byNow && (
              <Notice tone="warn">
                <p>{byNow.words}</p>
                <p>{byNow.isDone ? words.nothingLeft : words.stillWanted}</p>
              </Notice>
            )}
          </Status>
        </DraftForm>
      </Sheet>
    </>
  );
}
