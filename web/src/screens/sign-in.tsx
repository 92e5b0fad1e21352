import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ownPath } from '../../../contract/paths.ts';
import { browserApi, errorCode } from '../api.ts';
import { useSession } from '../features/session/use-session.ts';
import { messages } from '../messages/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { MailIcon } from '../ui/icons.tsx';
import { Motif } from '../ui/motif.tsx';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import styles from './sign-in.module.css';

const words = messages.signIn;

type State = { step: 'entering' | 'sending' | 'sent'; error?: string | null };

/** What is wrong with an address as typed; the server has the last word. */
function problemOf(email: string): string | null {
  if (email === '') return words.errors.empty;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : words.errors.format;
}

/** Sign-in by a link in the mail, returning to where it started. */
export function SignInScreen() {
  const { user } = useSession();
  const redirect = ownPath(useSearchParams()[0].get('redirect'));
  const [email, setEmail] = useState('');
  const [{ step, error }, setState] = useState<State>({ step: 'entering' });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const problem = problemOf(address);
    if (problem) return setState({ step: 'entering', error: problem });
    setState({ step: 'sending' });
    try {
      await browserApi('POST /api/auth/magic-link', { body: { email: address, redirect: redirect ?? undefined } });
      setState({ step: 'sent' });
    } catch (failure) {
      setState({ step: 'entering', error: wordsOf(failure) });
    }
  };
  const checkLeft = () => {
    if (error === undefined && email === '') return;
    setState({ step, error: problemOf(email.trim()) });
  };

  const startOver = () => {
    setEmail('');
    setState({ step: 'entering' });
  };

  if (user) return <SignedIn email={user.email} next={redirect ?? '/'} />;
  if (step === 'sent') return <Sent email={email.trim()} onOther={startOver} />;
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.title}</h1>
        <p className={page.lead}>{words.lead}</p>
        <Motif />
      </div>
      {redirect?.includes('#experience-') && <Notice>{words.toBook}</Notice>}
      <noscript>
        <p className={styles.script}>{messages.shell.scriptNeeded}</p>
      </noscript>
      <form className={page.section} onSubmit={send} noValidate>
        <Field
          label={words.email}
          hint={words.expiry}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          placeholder={words.emailExample}
          value={email}
          error={error}
          onChange={(event) => {
            setEmail(event.target.value);
            setState({ step: 'entering', error: null });
          }}
          onBlur={checkLeft}
        />
        <Button type="submit" wide disabled={email === '' || step === 'sending'}>
          {step === 'sending' ? words.sending : words.send}
        </Button>
      </form>
      <ButtonLink to="/explore" look="quiet" wide>
        {words.browse}
      </ButtonLink>
    </div>
  );
}

function wordsOf(failure: unknown): string {
  const code = errorCode(failure);
  if (code === 'offline') return words.errors.network;
  if (code === 'invalid_email') return words.errors.format;
  return code === 'rate_limited' ? (failure as Error).message : words.errors.failed;
}

function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <div className={page.page}>
      <div className={page.head} role="status">
        <div className={styles.envelope}>
          <MailIcon />
        </div>
        <h1>{words.sent}</h1>
        <p>{words.sentTo(email)}</p>
        <p className={page.lead}>{words.sentHint}</p>
        <Motif />
      </div>
      <div className={page.actions}>
        <Button look="plain" wide onClick={onOther}>
          {words.otherEmail}
        </Button>
        <ButtonLink to="/explore" look="quiet" wide>
          {words.browse}
        </ButtonLink>
      </div>
    </div>
  );
}

function SignedIn({ email, next }: { email: string; next: string }) {
  return (
    <div className={page.page}>
      <h1>{words.title}</h1>
      <Notice tone="ok">{words.already(email)}</Notice>
      <ButtonLink to={next} wide>
        {words.goOn}
      </ButtonLink>
    </div>
  );
}
