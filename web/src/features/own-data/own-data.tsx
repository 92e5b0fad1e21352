import { useState } from 'react';
import { type Api, ApiError, offlineError } from '../../api.ts';
import { fetchAlive } from '../../fetch-alive.ts';
import { ownData as words } from '../../messages/en/own-data.ts';
import { refusalOf } from '../../refusal-of.ts';
import { refusalWords } from '../../refusal-words.ts';
import { saveBlob } from '../../save-file.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import list from '../../ui/list.module.css';
import { DownloadIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSubmit } from '../../use-submit.ts';
import { EraseSheet } from './erase-sheet.tsx';

interface OwnDataProps {
  /** Asks for the passkey that a file with personal data takes. */
  confirm: (given: undefined, api: Api) => Promise<unknown>;
  /** Makes a call that may ask for a passkey first. */
  confirmed: <T>(call: () => Promise<T>) => Promise<T>;
  /** Called when the account is erased and its session is gone. */
  onErased: () => void;
  /** Leaves for a new sign-in; false where that fails. */
  onSignInAgain: () => Promise<boolean>;
}

/** All that is kept of somebody, to take along or to have erased. */
export function OwnData({ confirm, confirmed, onErased, onSignInAgain }: OwnDataProps) {
  const [isErasing, setErasing] = useState(false);
  const file = useSubmit({
    send: async (given: undefined, api) => {
      await confirm(given, api);
      return await fetchAlive('/api/users/me/data', {}, refusalOf);
    },
    // Whoever looks at another page meanwhile has it all the same, as a browser's own download.
    done: (data) => saveBlob(data, 'my-data.json'),
    // What breaks off on its way is the network's, whatever the browser calls it.
    refused: (failure) => refusalWords(failure instanceof ApiError ? failure : offlineError()),
  });
  return (
    <>
      <Button look="plain" wide busy={file.busy} onClick={() => void file.submit(undefined)}>
        <DownloadIcon />
        {file.busy ? words.downloading : words.download}
      </Button>
      <p className={list.note}>{words.downloadHint}</p>
      {file.problem && <Notice tone="bad">{file.problem}</Notice>}
      <Button look="plain" wide onClick={() => setErasing(true)}>
        {words.erase}
      </Button>
      <ButtonLink to="/privacy" look="quiet" wide>
        {words.more}
      </ButtonLink>
      {isErasing && (
        <EraseSheet
          confirmed={confirmed}
          onErased={onErased}
          onSignInAgain={onSignInAgain}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}
