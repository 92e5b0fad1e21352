import { useState } from 'react';
import type { Passkey } from '../../../../contract/passkeys.ts';
import { ApiError, browserApi, errorCode } from '../../api.ts';
import { sessions as sessionWords, passkeys as words } from '../../messages/en/security.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { KeyIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { confirmed } from './confirmed.ts';
import { canUsePasskeys, makePasskey } from './webauthn.ts';

type State = { step: 'idle' | 'busy' } | { step: 'failed'; words: string; signIn: boolean };

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onChange: () => void;
  /** Leaves for a new sign-in; false where that fails. */
  onSignInAgain: () => Promise<boolean>;
}

/** One's passkeys, to add to and remove from. */
export function PasskeyList({ passkeys, onChange, onSignInAgain }: PasskeyListProps) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const attempt = async (action: () => Promise<unknown>) => {
    setState({ step: 'busy' });
    try {
      await action();
      setState({ step: 'idle' });
      onChange();
    } catch (error) {
      // The device's own refusals are in its own language and mean that somebody said no.
      const said = error instanceof ApiError ? refusalWords(error) : words.cancelled;
      setState({ step: 'failed', words: said, signIn: errorCode(error) === 'sign_in_again' });
    }
  };
  const signInAgain = async () => {
    if (!(await onSignInAgain())) setState({ step: 'failed', words: sessionWords.failed, signIn: true });
  };
  const add = () =>
    canUsePasskeys()
      ? attempt(async () => {
          const options = await confirmed(() => browserApi('POST /api/passkeys/registration-options'));
          await browserApi('POST /api/passkeys', { body: { credential: await makePasskey(options) } });
        })
      : setState({ step: 'failed', words: words.unsupported, signIn: false });
  const remove = (id: string) =>
    attempt(() => confirmed(() => browserApi('DELETE /api/passkeys/{id}', { params: { id } })));

  return (
    <>
      {passkeys.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul role="list" className={list.rows}>
          {passkeys.map(({ id, name, created_at, last_used_at }) => (
            <li key={id} className={list.row}>
              <KeyIcon />
              <div className={list.words}>
                <p className={list.name}>{name || words.unnamed}</p>
                <p className={list.note}>
                  {words.added(created_at)}
                  {last_used_at && words.used(last_used_at)}
                </p>
              </div>
              <Button
                look="quiet"
                aria-label={words.removeLabel(name || words.unnamed)}
                busy={state.step === 'busy'}
                onClick={() => void remove(id)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {state.step === 'failed' && (
        <Notice
          tone="bad"
          actions={
            state.signIn && (
              <Button look="plain" onClick={() => void signInAgain()}>
                {words.signInAgain}
              </Button>
            )
          }
        >
          {state.words}
        </Notice>
      )}
      <Button look="plain" wide busy={state.step === 'busy'} onClick={() => void add()}>
        <KeyIcon />
        {state.step === 'busy' ? words.adding : words.add}
      </Button>
    </>
  );
}
