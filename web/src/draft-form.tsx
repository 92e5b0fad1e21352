import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { type FieldState, keepDraft, takeDraft } from './device/form-draft.ts';
import { isRemembered } from './device/own-device.ts';
import { useSession } from './features/session/use-session.ts';
import { fieldsOf, fillIn } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx';
import { onLoadAnew, typedText } from './typed-text.ts';

export interface DraftFormProps extends SubmitFormProps {
  /** Its name, by which whoever shows it opens it again (`draftOf`). */
  draft: string;
  /** How what was typed is read and put there again; control by control unless told. */
  typed?: Typed;
  /** Kept also where the browser itself loads the page anew or puts it away, as what is written little by little. */
  outlivesPage?: boolean;
}

/** What was typed into a form, in pieces that a device can keep. */
export interface Typed {
  read: (form: HTMLFormElement) => readonly FieldState[];
  fillIn: (form: HTMLFormElement, fields: readonly FieldState[]) => unknown;
}

const byControl: Typed = { read: fieldsOf, fillIn };

/** Fills in what this user typed into a form of this name before they signed in again, or chose another language. */
export function useTakenDraft(
  form: RefObject<HTMLFormElement | null>,
  draft: string,
  typed = byControl,
  outlivesPage = false,
): void {
  const userId = useSession().user?.id;
  const how = useRef(typed);
  useEffect(() => {
    if (!userId) return;
    const taken = takeDraft(draft, userId);
    if (taken) void how.current.fillIn(form.current!, taken);
    const keep = () =>
      form.current !== null &&
      typedText.isHeld(form.current) &&
      keepDraft(draft, userId, how.current.read(form.current));
    const stop = onLoadAnew(keep);
    // Whoever has left takes it along.
    const gone = () => outlivesPage && isRemembered(userId) && keep();
    addEventListener('pagehide', gone);
    return () => {
      stop();
      removeEventListener('pagehide', gone);
    };
  }, [form, draft, userId, outlivesPage]);
}

const SignInWay = createContext<ReactNode>(null);

/** The way to sign in, and back to what was typed, for a field that meets the end of the session before its form does. */
export const useSignInWay = () => useContext(SignInWay);

/** A form that, where its session has ended, leads to a new sign-in and back to what was typed. */
export function DraftForm({ draft, typed = byControl, outlivesPage, ...rest }: DraftFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = rest.formRef ?? own;
  useTakenDraft(form, draft, typed, outlivesPage);
  const read = () => typed.read(form.current!);
  const action = <SignInAgain form={form} draft={draft} read={read} />;
  const wayOn = { words: words.typedStays, action };
  return (
    <SignInWay value={action}>
      <SubmitForm {...rest} formRef={form} {...(rest.of.needsSignIn && { wayOn })} />
    </SignInWay>
  );
}
