import type { RefObject } from 'react';
import { useLocation } from 'react-router';
import { keepDraft } from './device/form-draft.ts';
import { useSession } from './features/session/use-session.ts';
import { fieldsOf } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { ButtonLink } from './ui/button.tsx';

interface SignInAgainProps {
  /** The form that could not be sent, and its name. */
  form: RefObject<HTMLFormElement | null>;
  draft: string;
}

/**
 * The way to sign in from a form whose session has ended, and back: what was typed is kept until then. The page is the server's
 * own, as this one still knows who was here.
 */
export function SignInAgain({ form, draft }: SignInAgainProps) {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  return (
    <ButtonLink
      to={`/auth?redirect=${encodeURIComponent(pathname + search)}`}
      look="plain"
      reloadDocument
      onClick={({ currentTarget }) => {
        const isKept = user && keepDraft(draft, user.id, fieldsOf(form.current!));
        // Where nothing can be kept, this page stays open.
        if (!isKept) currentTarget.target = '_blank';
      }}
    >
      {words.signIn}
    </ButtonLink>
  );
}
