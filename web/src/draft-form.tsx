import { type RefObject, useEffect, useRef } from 'react';
import { takeDraft } from './device/form-draft.ts';
import { useSession } from './features/session/use-session.ts';
import { fillIn } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { SubmitForm, type SubmitFormProps } from './submit-form.tsx';

interface DraftFormProps extends SubmitFormProps {
  /** Its name, by which whoever shows it opens it again (`draftOf`). */
  draft: string;
}

/** Fills in what this user typed into a form of this name before they signed in again. */
export function useTakenDraft(form: RefObject<HTMLFormElement | null>, draft: string): void {
  const userId = useSession().user?.id;
  useEffect(() => {
    const typed = userId && takeDraft(draft, userId);
    if (typed) void fillIn(form.current!, typed);
  }, [form, draft, userId]);
}

/** A form that, where its session has ended, leads to a new sign-in and back to what was typed. */
export function DraftForm({ draft, ...rest }: DraftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useTakenDraft(form, draft);
  const wayOn = { words: words.typedStays, action: <SignInAgain form={form} draft={draft} /> };
  return <SubmitForm {...rest} formRef={form} {...(rest.of.needsSignIn && { wayOn })} />;
}
