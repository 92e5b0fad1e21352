import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { takeDraft } from './device/form-draft.ts';
import { useSession } from './features/session/use-session.ts';
import { fillIn } from './fields-of-form.ts';
import { forms as words } from './messages/en/forms.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { Button } from './ui/button.tsx';
import { hasUnreadable } from './ui/has-unreadable.ts';
import { Notice } from './ui/notice.tsx';
import page from './ui/page.module.css';
import type { Submission } from './use-submit.ts';

/** What stands in a form as it is sent. */
export interface Filled {
  /** Of the field of this name, without spaces around it; empty where there is none. */
  text: (name: string) => string;
  /** Whether a field holds what the browser cannot read. */
  isUnreadable: boolean;
}

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'title'> {
  of: Submission<Filled>;
  /** What its button says, and what while it is being sent. */
  label: string;
  busyLabel: string;
  disabled?: boolean;
  /** What stands above the words of a refusal. */
  failedTitle?: string;
  /** The way out, below its button. */
  leave?: ReactNode;
  /** Its name, where what was typed waits for its writer to sign in again; whoever shows it opens it again then (`draftOf`). */
  draft?: string;
}

/**
 * A form with its button: says above that why it was refused, and leads to the first field at fault, or to a new sign-in and back
 * to what was typed.
 */
export function SubmitForm({
  of: { busy, problem, refusals, needsSignIn, submit },
  label,
  busyLabel,
  disabled,
  failedTitle,
  leave,
  draft,
  children,
  ...rest
}: SubmitFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals) form.current!.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);
  const userId = useSession().user?.id;
  useEffect(() => {
    const typed = draft && userId && takeDraft(draft, userId);
    if (typed) void fillIn(form.current!, typed);
  }, [draft, userId]);
  const signIn = needsSignIn && draft && <SignInAgain form={form} draft={draft} />;
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    void submit({
      text: (name) => String(given.get(name) ?? '').trim(),
      isUnreadable: hasUnreadable(event.currentTarget),
    });
  };
  const button = (
    <Button type="submit" wide disabled={disabled} busy={busy}>
      {busy ? busyLabel : label}
    </Button>
  );
  return (
    <form ref={form} className={page.form} onSubmit={send} noValidate {...rest}>
      {children}
      {problem && (
        <Notice tone="bad" actions={signIn} {...(failedTitle && { title: failedTitle })}>
          {failedTitle || signIn ? <p>{problem}</p> : problem}
          {signIn && <p>{words.typedStays}</p>}
        </Notice>
      )}
      {leave ? (
        <div className={page.actions}>
          {button}
          {leave}
        </div>
      ) : (
        button
      )}
    </form>
  );
}
