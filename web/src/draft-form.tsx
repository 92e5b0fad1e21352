import { type RefObject, useEffect, useRef } from 'react';
import { type FieldState, takeDraft } from './device/form-draft.ts';
import { useSession } from './features/session/use-session.ts';
import { fieldsOf, fillIn } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx';

export interface DraftFormProps extends SubmitFormProps {
  /** Its name, by which whoever shows it opens it again (`draftOf`). */
  draft: string;
  /** How what was typed is read and put there again; control by control unless told. */
  typed?: Typed;
}

/** What was typed into a form, in pieces that a device can keep. */
export interface Typed {
  read: (form: HTMLFormElement) => readonly FieldState[];
  fillIn: (form: HTMLFormElement, fields: readonly FieldState[]) => unknown;
}

const byControl: Typed = { read: fieldsOf, fillIn };

/** Fills in what this user typed into a form of this name before they signed in again. */
export function useTakenDraft(form: RefObject<HTMLFormElement | null>, draft: string, { fillIn } = byControl): void {
  const userId = useSession().user?.id;
  const fill = useRef(fillIn);
  useEffect(() => {
    const typed = userId && takeDraft(draft, userId);
    if (typed) void fill.current(form.current!, typed);
  }, [form, draft, userId]);
}

/** A form that, where its session has ended, leads to a new sign-in and back to what was typed. */
export function DraftForm({ draft, typed = byControl, ...rest }: DraftFormProps) {
  const own = useRef<HTMLFormElement>(null);
  const form = rest.formRef ?? own;
  useTakenDraft(form, draft, typed);
  const read = () => typed.read(form.current!);
  const wayOn = { words: words.typedStays, action: <SignInAgain form={form} draft={draft} read={read} /> };
  return <SubmitForm {...rest} formRef={form} {...(rest.of.needsSignIn && { wayOn })} />;
}
