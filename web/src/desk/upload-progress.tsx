import { sizeOf } from '../device/in-words.ts';
import { useSignInWay } from '../draft-form.tsx';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { forms } from '../messages/en/forms.ts';
import { Button } from '../ui/button.tsx';
import { CheckIcon } from '../ui/icons.tsx';
import { Status } from '../ui/status.tsx';
import styles from './form.module.css';
import type { UploadState } from './use-upload.ts';

interface UploadProgressProps {
  state: UploadState;
  onAgain: (file: File) => void;
  /** Calls it off, or takes away what was sent. */
  onRemove: () => void;
}

const charset = /charset=([\w-]+)/;
/** Encodings that a file may have been taken for, besides UTF-8. */
const otherEncodings: Readonly<Record<string, string>> = {
  ...{ 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' },
};

/** How far a file is, and what can be done about it. */
export function UploadProgress({ state, onAgain, onRemove }: UploadProgressProps) {
  const signInWay = useSignInWay();
  const encoding = state.step === 'done' && otherEncodings[charset.exec(state.upload.media_type ?? '')?.[1] ?? ''];
  return (
    <>
      <Status>
        {state.step === 'failed' && state.needsSignIn && <p className={styles.file}>{forms.typedStays}</p>}
        {state.step === 'sending' && (
          <p className={styles.file}>{words.sendingFile(state.name, sizeOf(state.bytes))}</p>
        )}
        {state.step === 'done' && (
          <>
            <p className={styles.file}>
              <CheckIcon />
              {words.sentFile(state.upload.name, sizeOf(state.upload.bytes))}
            </p>
            {encoding && <p>{words.readAs(encoding)}</p>}
          </>
        )}
      </Status>
      {state.step === 'sending' && (
        <progress className={styles.progress} aria-label={words.progress} max={state.bytes} value={state.sent} />
      )}
      <div className={styles.actions}>
        {state.step === 'failed' && state.needsSignIn && signInWay}
        {state.step === 'failed' && state.file && (
          <Button look="plain" onClick={() => onAgain(state.file!)}>
            {words.again}
          </Button>
        )}
        {(state.step === 'sending' || state.step === 'done') && (
          <Button look="plain" onClick={onRemove}>
            {state.step === 'sending' ? words.cancel : words.remove}
          </Button>
        )}
      </div>
    </>
  );
}
