import { useRef, useState } from 'react';
import { ApiError, errorCode } from '../../api.ts';
import { ownData as words } from '../../messages/en/own-data.ts';
import { hasNetwork } from '../../network.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useSubmit } from '../../use-submit.ts';

interface EraseSheetProps {
  confirmed: <T>(call: () => Promise<T>) => Promise<T>;
  onErased: () => void;
  onSignInAgain: () => Promise<boolean>;
  onClose: () => void;
}

/** Says what goes and what stays before an account is erased. Whoever signed in long ago does so again first. */
export function EraseSheet({ confirmed, onErased, onSignInAgain, onClose }: EraseSheetProps) {
  const [mustSignIn, setMustSignIn] = useState(false);
  // Whether a try has had no answer: the account may be gone by it.
  const isInDoubt = useRef(false);
  const erasing = useSubmit({
    check: () => (hasNetwork() ? undefined : words.noNetwork),
    send: (_given: undefined, api) =>
      confirmed(() => api('POST /api/users/me/erase', { body: { confirm: 'erase my account' } })),
    done: onErased,
    refused: (failure) => {
      setMustSignIn(errorCode(failure) === 'sign_in_again');
      if (errorCode(failure) === 'offline') {
        isInDoubt.current = true;
        return words.unanswered;
      }
      if (isInDoubt.current && errorCode(failure) === 'unauthenticated') onErased();
      return failure instanceof ApiError ? refusalWords(failure) : undefined;
    },
  });
  const signInAgain = async () => {
    if (!(await onSignInAgain())) erasing.say(refusalWords(undefined, words.unanswered));
  };
  return (
    <Sheet open onClose={onClose} title={words.eraseTitle} closeLabel={words.close} mayClose={() => !erasing.busy}>
      {(close) => (
        <>
          <p>{words.goes}</p>
          <p>{words.stays}</p>
          {erasing.problem && (
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
              {erasing.problem}
            </Notice>
          )}
          <Button wide busy={erasing.busy} onClick={() => void erasing.submit(undefined)}>
            {erasing.busy ? words.erasing : words.eraseNow}
          </Button>
          <Button look="plain" wide onClick={close}>
            {words.keep}
          </Button>
        </>
      )}
    </Sheet>
  );
}
