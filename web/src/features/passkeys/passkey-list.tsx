import { useState } from 'react';
import type { Passkey } from '../../../../contract/passkeys.ts';
import { type Api, ApiError, errorCode } from '../../api.ts';
import { sessions as sessionWords, passkeys as words } from '../../messages/en/security.ts';
import { refusalWords } from '../../refusal-words.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { KeyIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useFocusHandedOn } from '../../ui/use-focus-handed-on.ts';
import { useSubmit } from '../../use-submit.ts';
import { confirmed } from './confirmed.ts';
import { canUsePasskeys, makePasskey } from './webauthn.ts';

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onChange: () => void;
  /** Leaves for a new sign-in; false where that fails. */
  onSignInAgain: () => Promise<boolean>;
}

interface Change {
  act: (api: Api) => Promise<unknown>;
  /** What the passkey is called that it takes away. */
  removes?: string;
}

/** One's passkeys, to add to and remove from. */
export function PasskeyList({ passkeys, onChange, onSignInAgain }: PasskeyListProps) {
  const [mustSignIn, setMustSignIn] = useState(false);
  const { heir, handOn } = useFocusHandedOn<HTMLUListElement & HTMLParagraphElement>(passkeys);
  const change = useSubmit({
    send: ({ act }: Change, api) => act(api),
    done: (_answer, { removes }) => {
      if (removes) {
        announce(words.removed(removes));
        handOn();
      }
      onChange();
    },
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
    const act = async (api: Api) => {
      const options = await confirmed(() => api('POST /api/passkeys/registration-options'));
      await api('POST /api/passkeys', { body: { credential: await makePasskey(options) } });
    };
    void change.submit({ act });
  };
  const remove = ({ id, name }: Passkey) => {
    const act = (api: Api) => confirmed(() => api('DELETE /api/passkeys/{id}', { params: { id } }));
    void change.submit({ act, removes: name || words.unnamed });
  };

  return (
    <>
      {passkeys.length === 0 ? (
        <p ref={heir} tabIndex={-1}>
          {words.none}
        </p>
      ) : (
        <ul ref={heir} role="list" tabIndex={-1} aria-labelledby="passkeys" className={list.rows}>
          {passkeys.map((passkey) => {
            const { id, name, created_at, last_used_at } = passkey;
            return (
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
                  onClick={() => remove(passkey)}
                >
                  {words.remove}
                </Button>
              </li>
            );
          })}
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
