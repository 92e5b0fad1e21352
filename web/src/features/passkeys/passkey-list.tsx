import { useState } from 'react';
import type { Passkey } from '../../../../contract/passkeys.ts';
import { type Api, ApiError, errorCode } from '../../api.ts';
import { sessions as sessionWords, passkeys as words } from '../../messages/en/security.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { KeyIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubmit } from '../../use-submit.ts';
import { confirmed } from './confirmed.ts';
import { canUsePasskeys, makePasskey } from './webauthn.ts';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onChange: () => void;
  /** Leaves for a new sign-in; false where that fails. */
  onSignInAgain: () => Promise<boolean>;
}

/** One's passkeys, to add to and remove from. */
export function PasskeyList({ passkeys, onChange, onSignInAgain }: PasskeyListProps) {
  const [mustSignIn, setMustSignIn] = useState(false);
  const change = useSubmit({
    send: (act: (api: Api) => Promise<unknown>, api) => act(api),
    done: onChange,
    refused: (failure) => {
      setMustSignIn(errorCode(failure) === 'sign_in_again');
      // The device's own refusals are in its own language and mean that somebody said no.
      return failure instanceof ApiError ? refusalWords(failure) : words.cancelled;
    },
  });
  const signInAgain = async () => {
    if (!(await onSignInAgain())) change.say(sessionWords.failed);
  };
  const add = () => {
    setMustSignIn(false);
    if (!canUsePasskeys()) return change.say(words.unsupported);
    void change.submit(async (api) => {
      const options = await confirmed(() => api('POST /api/passkeys/registration-options'));
      await api('POST /api/passkeys', { body: { credential: await makePasskey(options) } });
    });
  };
  const remove = (id: string) =>
    change.submit((api) => confirmed(() => api('DELETE /api/passkeys/{id}', { params: { id } })));

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
                busy={change.busy}
                onClick={() => void remove(id)}
              >
                {words.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {change.problem && (
        <Notice
          tone="bad"
          actions={
            mustSignIn && (
              <Button look="plain" onClick={() => void signInAgain()}>
                {words.signInAgain}
              </Button>
            )
          }
        >
          {change.problem}
        </Notice>
      )}
      <Button look="plain" wide busy={change.busy} onClick={add}>
        <KeyIcon />
        {change.busy ? words.adding : words.add}
      </Button>
    </>
  );
}
