import { useEffect, useRef, useState } from 'react';
import type { UploadPurpose } from '../../../contract/uploads.ts';
import { ApiError, errorCode, isFinal } from '../api.ts';
import { sizeOf } from '../device/in-words.ts';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { refusalWords } from '../refusal-words.ts';
import { type SentFile, sendUpload } from './send-upload.ts';
import { type UploadFault, type UploadRules, uploadFault } from './upload-check.ts';

export type UploadState =
  | { step: 'empty' }
  /** `file` where another try is of use, `needsSignIn` where nobody is signed in any more. */
  | { step: 'failed'; problem: string; file?: File; needsSignIn?: boolean }
  | { step: 'sending'; name: string; bytes: number; sent: number }
  | { step: 'done'; upload: SentFile };

interface UploadOptions extends UploadRules {
  purpose: UploadPurpose;
  initial: SentFile | null;
  /** Told of the file as soon as the server has it, and null where there is none any more. */
  onUpload: (upload: SentFile | null) => void;
}

/** One file on its way to the server: checked before it is sent, sent at once, and called off or tried again on request. */
export function useUpload({ purpose, initial, onUpload, ...rules }: UploadOptions) {
  const [state, setState] = useState<UploadState>(initial ? { step: 'done', upload: initial } : { step: 'empty' });
  const under = useRef<AbortController>(null);
  useEffect(() => () => under.current?.abort(), []);
  const settle = (next: UploadState) => {
    under.current?.abort();
    under.current = null;
    setState(next);
    onUpload(next.step === 'done' ? next.upload : null);
  };
  const send = async (file: File) => {
    const fault = uploadFault(file, rules);
    if (fault) return settle({ step: 'failed', problem: faultWords(fault, rules.mostBytes) });
    const { name, size: bytes } = file;
    settle({ step: 'sending', name, bytes, sent: 0 });
    const call = new AbortController();
    under.current = call;
    try {
      const onProgress = (sent: number) => call === under.current && setState({ step: 'sending', name, bytes, sent });
      const upload = await sendUpload(purpose, file, { onProgress, signal: call.signal });
      if (call === under.current) settle({ step: 'done', upload });
    } catch (failure) {
      if (call !== under.current) return;
      const needsSignIn = errorCode(failure) === 'unauthenticated';
      const mayBeTaken = !(failure instanceof ApiError && isFinal(failure.status));
      const wayOn = needsSignIn ? { needsSignIn } : mayBeTaken && { file };
      settle({ step: 'failed', problem: refusalWords(failure), ...wayOn });
    }
  };
  return {
    state,
    send,
    remove: () => settle({ step: 'empty' }),
    restore: (upload: SentFile) => settle({ step: 'done', upload }),
  };
}

const faultWords = (fault: UploadFault, mostBytes: number) =>
  fault === 'large' ? words.uploadFaults.large(sizeOf(mostBytes)) : words.uploadFaults[fault];
