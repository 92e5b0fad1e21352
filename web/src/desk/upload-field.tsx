import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { UploadPurpose } from '../../../contract/uploads.ts';
import { sizeOf } from '../device/in-words.ts';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import field from '../ui/field.module.css';
import { Labelled, type LabelledBy } from '../ui/labelled.tsx';
import styles from './form.module.css';
import type { SentFile } from './send-upload.ts';
import type { UploadRules } from './upload-check.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useOwnFault } from './use-own-fault.ts';
import { useUpload } from './use-upload.ts';

interface UploadFieldProps extends LabelledBy, UploadRules {
  /** Under it the number that the server gave the file is sent. */
  name: string;
  /** What the server takes it for: the last part of the address that it is sent to. */
  purpose: UploadPurpose;
  initial?: SentFile | null | undefined;
  /** Told of each file as it is chosen, before it is sent. */
  onFile?: (file: File) => void;
  onUpload?: (upload: SentFile | null) => void;
  /** Told when it is on its way, and when no more. */
  onSending?: (isSending: boolean) => void;
}

/**
 * A file, dropped or chosen. It is sent at once, so that what is wrong with it is known before the form is sent; the form then
 * names it. A form is not sent while its file is on the way.
 */
export function UploadField(props: UploadFieldProps) {
  const {
    name,
    purpose,
    initial = null,
    onUpload = () => {},
    onFile,
    onSending,
    accept,
    mostBytes,
    required,
    error,
    ...labelled
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const told = (taken: SentFile | null) => {
    // Its form hears of it as of what is typed.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }));
    onUpload(taken);
  };
  const upload = useUpload({ purpose, initial, onUpload: told, accept, mostBytes });
  const { state } = upload;
  const [isOver, setOver] = useState(false);
  const done = state.step === 'done' ? state.upload : null;
  useOwnFault(input, state.step === 'sending' ? words.stillSending : null);
  const isSending = state.step === 'sending';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of each turn alone
  useEffect(() => onSending?.(isSending), [isSending]);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!file) return;
    onFile?.(file);
    void upload.send(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files may be dropped there; by keyboard they are chosen
    <div
      className={styles.upload}
      data-over={isOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Labelled
        {...labelled}
        hint={labelled.hint ?? words.uploadHint(sizeOf(mostBytes))}
        required={required}
        error={state.step === 'failed' ? state.problem : error}
      >
        {(tied) => (
          <input
            ref={input}
            className={field.control}
            {...tied}
            // The browser asks for the file itself, which is sent by then.
            required={required && !done}
            data-field={name}
            type="file"
            accept={accept.join()}
            onChange={({ target }) => {
              take(target.files);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        )}
      </Labelled>
      <UploadProgress
        state={state}
        onAgain={(file) => {
          input.current!.focus();
          void upload.send(file);
        }}
        onRemove={() => {
          input.current!.focus();
          upload.remove();
        }}
      />
      <input type="hidden" name={name} value={done?.id ?? ''} />
      {/* What is on its way is lost with the form. */}
      <input
        type="hidden"
        value={state.step === 'sending' ? state.name : ''}
        onInput={({ currentTarget }) => {
          // A draft may have been kept meanwhile.
          if (state.step !== 'sending') currentTarget.value = '';
        }}
      />
      {/* What a draft of the form keeps of it. */}
      <input
        type="hidden"
        value={done ? JSON.stringify(done) : ''}
        onInput={({ currentTarget: { value } }) => value && upload.restore(JSON.parse(value))}
      />
    </div>
  );
}
