import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { signIn as words } from '../../messages/en/sign-in.ts';
import { messages } from '../../messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MailIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSaid } from '../../ui/use-said.ts';
import { GoogleButton } from './google-button.tsx';
import styles from './sign-in-form.module.css';
import { useMagicLink } from './use-magic-link.ts';

interface SignInFormProps {
  /** Path of this site to return to. */
  redirect: string | undefined;
  place: 'page' | 'modal';
  /** What stands above the fields while they are there. */
  children?: ReactNode;
  /** The way out, under everything. */
  leave: ReactNode;
  /** Address of whoever is here. */
  signedInAs: string | undefined;
  /** The way on for whoever is signed in already, or has signed in in another tab meanwhile. */
  onward: ReactNode;
}

/** Both ways to sign in: a link in the mail, or Google. The same on a page of its own and over another. */
export function SignInForm({ redirect, place, children, leave, signedInAs, onward }: SignInFormProps) {
  const link = useMagicLink(redirect);
  const already = signedInAs ? words.already(signedInAs) : null;
  useSaid(already);
  const hadUser = useRef(already !== null);
  const wayOn = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus is gone.
    if (already && !hadUser.current) wayOn.current!.focus();
    hadUser.current = already !== null;
  }, [already]);
  if (already) {
    return (
      <div ref={wayOn} tabIndex={-1} className={styles.form}>
        <Notice tone="ok">{already}</Notice>
        {onward}
      </div>
    );
  }
  if (link.sentTo) {
    return (
      <div className={styles.form}>
        <Status key="said">
          <Sent email={link.sentTo} />
        </Status>
        <Button look="plain" wide onClick={link.startOver}>
          {words.otherEmail}
        </Button>
        {leave}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void link.send();
  };
  return (
    <div className={styles.form}>
      {children}
      <Status key="said">{null}</Status>
      <noscript>
        <p className={styles.script}>{messages.shell.scriptNeeded}</p>
      </noscript>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={words.email}
          hint={words.expiry}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          placeholder={words.emailExample}
          value={link.email}
          readOnly={link.isSending}
          error={link.error}
          onChange={(event) => link.type(event.target.value)}
          onBlur={link.checkLeft}
        />
        {link.limited && (
          <Notice tone="bad" intoView>
            {link.limited}
          </Notice>
        )}
        <Button type="submit" wide disabled={link.email === ''} busy={link.isSending}>
          {link.isSending ? words.sending : words.send}
        </Button>
      </form>
      <p className={styles.or}>{words.or}</p>
      <GoogleButton redirect={redirect} place={place} />
      {leave}
    </div>
  );
}

function Sent({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => heading.current!.focus(), []);
  return (
    <div className={styles.sent}>
      <div className={styles.envelope}>
        <MailIcon />
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {words.sent}
      </h2>
      <p>{words.sentTo(email)}</p>
      <p className={styles.hint}>{words.sentHint}</p>
    </div>
  );
}
