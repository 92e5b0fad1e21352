import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import { type FieldState, keepDraft } from './device/form-draft.ts';
import { useSession } from './features/session/use-session.ts';
import { fieldsOf } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import type { Filled } from './submit-form.tsx';
import { formSent } from './typed-text.ts';
import { ButtonLink } from './ui/button.tsx';
import { type Submission, unanswered } from './use-submit.ts';

interface SignInAgainProps {
  /** The form that could not be sent, and its name. */
  form: RefObject<HTMLFormElement | null>;
  draft: string;
  of: Submission<Filled>;
  /** What was typed into it. */
  read?: () => readonly FieldState[];
}

/**
 * The way to sign in from a form whose session has ended, and back: what was typed is kept until then. The page is the server's
 * own, as this one still knows who was here.
 */
export function SignInAgain({ form, draft, of, read = () => fieldsOf(form.current!) }: SignInAgainProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to={`/auth?redirect=${encodeURIComponent(pathname + search)}`}
      look="plain"
      reloadDocument
      onClick={({ currentTarget }) => {
        const isKept = user && keepDraft(draft, user.id, read(), unanswered(of));
        // What is kept is not lost by leaving; where nothing can be kept, this page stays open.
        if (isKept) form.current!.dispatchEvent(new Event(formSent, { bubbles: true }));
        else currentTarget.target = '_blank';
      }}
    >
      {words.signIn}
    </ButtonLink>
  );
}
