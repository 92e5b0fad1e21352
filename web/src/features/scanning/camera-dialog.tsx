import { type FormEvent, useRef, useState } from 'react';
import { scan as words } from '../../messages/en/scan.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './camera-dialog.module.css';
import { parseScannedContent } from './parse-scanned-content.ts';
import { useCamera } from './use-camera.ts';

interface CameraDialogProps {
  /** What the camera read, or what was typed and may be a code. */
  onContent: (text: string) => void;
  /** What is in the field; it outlives this dialog, so that a code the server refuses need not be typed again. */
  typed: string;
  onType: (typed: string) => void;
  /** Manual entry with an empty field. */
  onDemo: () => void;
  onCancel: () => void;
}

/** The inside of the scanning sheet: the picture of the camera, and the ways around it. */
export function CameraDialog({ onContent, typed, onType, onDemo, onCancel }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, problem, light, start, check, toggleLight } = useCamera(video, onContent);
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return onDemo();
    if (parseScannedContent(typed, location.host).ok) return onContent(typed);
    setError(words.invalid);
    form.current!.querySelector('input')!.focus();
  };
  // The button that is pressed goes away; the picture is what comes of it.
  const press = (act: () => Promise<void>) => {
    video.current!.focus();
    void act();
  };
  const isScanning = state === 'active' || state === 'paused';

  return (
    <div className={styles.dialog}>
      <div className={styles.stage} data-state={state}>
        <video ref={video} className={styles.video} muted playsInline tabIndex={-1} aria-label={words.camera} />
        <div className={styles.frame} aria-hidden="true" />
        <Status>{isScanning && <p className={styles.badge}>{words.scanning}</p>}</Status>
        {light !== 'none' && (
          <button type="button" className={styles.light} aria-pressed={light === 'on'} onClick={toggleLight}>
            {light === 'on' ? words.torchOff : words.torchOn}
          </button>
        )}
      </div>
      {problem ? (
        <Notice
          tone="bad"
          title={words.cameraError}
          actions={
            <Button look="plain" onClick={() => press(check)}>
              {words.checkCamera}
            </Button>
          }
        >
          <p>{words.cameraErrors[problem]}</p>
        </Notice>
      ) : (
        !isScanning && (
          <Button wide onClick={() => press(start)}>
            {words.startScanning}
          </Button>
        )
      )}
      <form ref={form} className={styles.manual} onSubmit={enter} noValidate>
        <Field
          label={words.codeField}
          hint={`${words.codeHint} ${words.demoHint}`}
          value={typed}
          error={error}
          onChange={(event) => {
            setError(null);
            onType(event.target.value);
          }}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          maxLength={64}
        />
        <div className={styles.actions}>
          <Button type="submit" look="plain">
            {words.manual}
          </Button>
          <Button look="quiet" onClick={onCancel}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}
