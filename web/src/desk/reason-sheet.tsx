import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigation, useNavigationType, useRevalidator } from 'react-router';
import { type Api, ApiError } from '../api.ts';
import { DraftForm } from '../draft-form.tsx';
import { desk as words } from '../messages/en/desk.ts';
import { contentLanguage } from '../messages/languages.ts';
import type { Filled } from '../submit-form.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useFormChange } from '../use-form-change.ts';
import { type Faults, type Submission, useSubmit } from '../use-submit.ts';
import { useLate } from './late-results.tsx';
import { LeaveQuestion } from './leave-guard.tsx';
import { followedName } from './table-address.ts';
import { UnsentGuard } from './unsent-guard.tsx';
import type { Said } from './use-change.tsx';

interface ReasonSheetProps<S extends Said> {
  /** What is done to what, by its id: what was typed before a sign-in is put into no other's form. */
  draft: string;
  title: string;
  /** What follows from it. */
  text: string;
  onClose: () => void;
  /** Does it. @returns what is said of it then */
  send: (text: Filled['text'], api: Api) => Promise<S>;
  onDone: (said: S) => void;
  /** What must be chosen besides: by the field's name, what is said where it is not. */
  needed?: Faults;
  /** What else is to be chosen. */
  children?: (field: Submission<Filled>['field']) => ReactNode;
}

const shortestReason = 3;

/** Long work that is begun here stands in the address beside what it is done to. */
function screenOf({ search }: Pick<Location, 'search'>): string {
  const query = new URLSearchParams(search);
  query.delete(followedName);
  return String(query);
}

const addressOf = (shown: Location) => shown.pathname + screenOf(shown);

/**
 * A step back or on, to another list or another row of it, takes the sheet with it. What was asked for before the sheet was opened
 * does not, however late it comes, nor does anything take away what was typed meanwhile.
 */
function useClosedByStep(leave: () => void, wouldLose: () => boolean): void {
  const shown = useLocation();
  const asked = useNavigation().location ?? shown;
  const here = addressOf(shown);
  const isStep = useNavigationType() === 'POP';
  const opened = useRef({ over: addressOf(asked), at: here });
  const latest = useRef({ leave, wouldLose, isStep });
  useEffect(() => {
    latest.current = { leave, wouldLose, isStep };
  });
  useEffect(() => {
    if (here === opened.current.at) return;
    opened.current.at = here;
    const { leave, wouldLose, isStep } = latest.current;
    if (isStep && here !== opened.current.over && !wouldLose()) leave();
  }, [here]);
}

/** Asks for the reason that the audit log keeps, and does what was chosen; asks before what was typed is lost. */
export function ReasonSheet<S extends Said>({
  draft,
  title,
  text,
  onClose,
  send,
  onDone,
  needed,
  children,
}: ReasonSheetProps<S>) {
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
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
      // What it is done to is no longer what is shown.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      return undefined;
    },
  });
  const isChanged = useFormChange(form, change);
  // Each question is one of its own: what a former one tells late, as it closes, answers none that came after it.
  const [question, setQuestion] = useState(0);
  const asked = useRef(0);
  const mayClose = () => {
    const isLost = isChanged();
    setQuestion(isLost ? ++asked.current : 0);
    return !isLost;
  };
  const leave = () => {
    if (change.mayBeDone) void revalidate();
    onClose();
  };
  const stay = () => setQuestion((now) => (now === question ? 0 : now));
  // It is opened to be filled in.
  useEffect(() => form.current!.querySelector<HTMLElement>('select, textarea')!.focus(), []);
  const isGivenUp = useRef(false);
  useClosedByStep(onClose, () => isChanged() && !isGivenUp.current);
  return (
    <>
      {/* Before the sheet, so that it is taken away first, and the focus goes back to where the sheet was opened. */}
      <LeaveQuestion key={question} open={question > 0} onStay={stay} onLeave={leave} mayBeDone={change.mayBeDone} />
      <UnsentGuard
        form={form}
        draft={draft}
        of={change}
        isChanged={isChanged}
        screenOf={screenOf}
        onLeave={() => {
          isGivenUp.current = true;
        }}
      />
      <Sheet open onClose={onClose} title={title} closeLabel={words.close} mayClose={mayClose} lang={contentLanguage}>
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
    </>
  );
}
