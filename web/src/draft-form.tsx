import { createContext, type ReactNode, type RefObject, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import { type FieldState, keepDraft, takeDraft } from './device/form-draft.ts';
import { isRemembered } from './device/own-device.ts';
import { useSession } from './features/session/use-session.ts';
import { fieldsOf, fillIn } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { type Filled, SubmitForm, type SubmitFormProps } from './submit-form.tsx';
import { giveUp, onLoadAnew, typedText } from './typed-text.ts';
import { Notice } from './ui/notice.tsx';
import { Status } from './ui/status.tsx';
import { useFormChange } from './use-form-change.ts';
import { type Submission, unanswered } from './use-submit.ts';

export interface DraftFormProps extends SubmitFormProps {
  /** Its name, by which whoever shows it opens it again (`draftOf`). */
  draft: string;
  /** How what was typed is read and put there again; by the names of its controls unless told. */
  typed?: Typed;
  /**
   * Kept whenever the form goes away unsent, until it is opened again: with its page, by a step to another screen, or with its sheet.
   * Elsewhere its writer is asked before they leave (desk/unsent-guard.tsx).
   */
  keepsUnsent?: boolean;
}

/** What was typed into a form, in pieces that a device can keep. */
export interface Typed {
  read: (form: HTMLFormElement) => readonly FieldState[];
  fillIn: (form: HTMLFormElement, fields: readonly FieldState[]) => unknown;
}

const byControl: Typed = { read: fieldsOf, fillIn };

/**
 * Fills in what this user typed into a form of this name before they signed in again, chose another language, or left it.
 * @param keepsUnsent as DraftFormProps has it.
 */
export function useTakenDraft(
  form: RefObject<HTMLFormElement | null>,
  draft: string,
  of: Submission<Filled>,
  keepsUnsent = false,
  typed = byControl,
): void {
  const userId = useSession().user?.id;
  const isChanged = useFormChange(form, of);
  const latest = useRef({ of, typed, isChanged });
  useLayoutEffect(() => {
    latest.current = { of, typed, isChanged };
  });
  useEffect(() => {
    if (!userId) return;
    const { of, typed } = latest.current;
    const taken = takeDraft(draft, userId);
    if (taken) void typed.fillIn(form.current!, taken.fields);
    if (taken?.sent) of.resume(taken.sent);
    return onLoadAnew(() => typedText.isHeld(form.current!) && keep(draft, userId, form.current!, latest.current));
  }, [form, draft, userId]);
  // Before the form is taken away.
  useLayoutEffect(() => {
    if (!userId || !keepsUnsent) return;
    const shown = form.current!;
    const { tried } = latest.current.of;
    tried.onTaken = () => {
      giveUp(shown);
      takeDraft(draft, userId);
    };
    let isLeaving = false;
    const put = (aside: boolean) => {
      // Whoever has left takes it along.
      if (isRemembered(userId) && latest.current.isChanged()) keep(draft, userId, shown, latest.current, aside);
    };
    const gone = () => {
      isLeaving = true;
      put(false);
    };
    const back = () => {
      isLeaving = false;
    };
    // A phone ends a page behind another app without a word.
    const hidden = () => {
      if (document.visibilityState === 'hidden' && !isLeaving) put(true);
    };
    addEventListener('pagehide', gone);
    addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('pagehide', gone);
      removeEventListener('pageshow', back);
      document.removeEventListener('visibilitychange', hidden);
      if (latest.current.isChanged()) put(true);
      else takeDraft(draft, userId);
    };
  }, [form, draft, userId, keepsUnsent]);
}

/** @returns whether the device could. */
const keep = (
  draft: string,
  userId: string,
  form: HTMLFormElement,
  { of, typed }: { of: Submission<Filled>; typed: Typed },
  aside = false,
) =>
  keepDraft(draft, userId, typed.read(form), {
    ...(aside && { aside }),
    ...unanswered(of),
  });

const SignInWay = createContext<ReactNode>(null);

/** The way to sign in, and back to what was typed, for a field that meets the end of the session before its form does. */
export const useSignInWay = () => useContext(SignInWay);

/** A form that, where its session has ended, leads to a new sign-in and back to what was typed. */
export function DraftForm({ draft, typed = byControl, keepsUnsent, children, ...rest }: DraftFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = rest.formRef ?? own;
  useTakenDraft(form, draft, rest.of, keepsUnsent, typed);
  const read = () => typed.read(form.current!);
  const action = <SignInAgain form={form} draft={draft} of={rest.of} read={read} />;
  const wayOn = { words: words.typedStays, action };
  return (
    <SignInWay value={action}>
      <SubmitForm {...rest} formRef={form} {...(rest.of.needsSignIn && { wayOn })}>
        {children}
        <Status>{rest.of.mayBeDone && !rest.of.busy && <Notice>{words.mayHaveArrived}</Notice>}</Status>
      </SubmitForm>
    </SignInWay>
  );
}
