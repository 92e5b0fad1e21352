import { signIn as words } from '../../messages/en/sign-in.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { GoogleIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import type { GoogleProblem, SignInStart } from './google.ts';
import styles from './sign-in-form.module.css';
import { useGoogle } from './use-google.ts';

interface GoogleButtonProps extends SignInStart {
  label?: string;
  look?: ButtonLook;
  /** Where it stands; decides about the words of a failure without a better name. */
  place?: 'page' | 'modal';
}

function wordsOf(problem: GoogleProblem, place: 'page' | 'modal'): string {
  if (typeof problem === 'object') return problem.limited;
  return words.googleErrors[problem === 'other' ? place : problem];
}

/** The way to Google, with its fallback and its failures. */
export function GoogleButton({ label = words.google, look = 'plain', place = 'page', ...begin }: GoogleButtonProps) {
  const { state, start, retry } = useGoogle(begin);
  const busy = state.step === 'starting' || state.step === 'fallback';
  return (
    <div className={styles.google}>
      <Button look={look} wide busy={busy} onClick={() => void start()}>
        <GoogleIcon />
        {busy ? words.leaving : label}
      </Button>
      <Status>{state.step === 'fallback' && <Notice tone="warn">{words.fallback}</Notice>}</Status>
      {state.step === 'failed' && (
        <Notice
          tone="bad"
          intoView
          actions={
            <Button look="plain" onClick={retry}>
              {words.again}
            </Button>
          }
        >
          {wordsOf(state.problem, place)}
        </Notice>
      )}
    </div>
  );
}
