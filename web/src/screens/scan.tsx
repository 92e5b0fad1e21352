import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { CameraDialog } from '../features/scanning/camera-dialog.tsx';
import { useScan } from '../features/scanning/use-scan.ts';
import { WaitingScans } from '../features/scanning/waiting-scans.tsx';
import { scan as words } from '../messages/en/scan.ts';
import { messages } from '../messages/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { ScanIcon } from '../ui/icons.tsx';
import { Motif } from '../ui/motif.tsx';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import { Sheet } from '../ui/sheet.tsx';
import { CardSkeletons } from '../ui/skeleton.tsx';
import { useOnline } from '../ui/use-online.ts';
import styles from './scan.module.css';
import { ScanResult } from './scan-result.tsx';

const demoDelayMs = 500;

/** Scanning: before it, during it, and what came of it. */
export function ScanScreen() {
  const navigate = useNavigate();
  const openPlace = useCallback((id: number) => void navigate(`/location/${id}`), [navigate]);
  const { state, submit, startDemo, reset } = useScan(openPlace);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const closeCamera = useCallback(() => setCameraOpen(false), []);
  const openCamera = useCallback(() => {
    reset();
    setCameraOpen(true);
  }, [reset]);

  return (
    <div className={page.page}>
      {state.step === 'idle' && <Invitation onStart={openCamera} />}
      {state.step === 'processing' && (
        <section className={page.section} aria-live="polite">
          <h1>{words.processing}</h1>
          <p>{words.processingText}</p>
          <CardSkeletons count={2} label={words.processing} />
        </section>
      )}
      {(state.step === 'error' || (state.step === 'result' && !state.qr)) && (
        <h1 className="visually-hidden">{messages.titles.scan}</h1>
      )}
      {state.step === 'error' && (
        <Notice
          tone="bad"
          actions={
            <>
              <Button onClick={openCamera}>{words.another}</Button>
              <ButtonLink look="plain" to="/explore">
                {messages.place.explore}
              </ButtonLink>
            </>
          }
        >
          <p>{state.words}</p>
        </Notice>
      )}
      {state.step === 'result' && <ScanResult {...state} onAnother={openCamera} />}
      <Sheet open={isCameraOpen} onClose={closeCamera} title={messages.titles.scan} closeLabel={words.close}>
        <CameraDialog
          onContent={(text) => {
            closeCamera();
            void submit(text);
          }}
          onDemo={() => {
            closeCamera();
            setTimeout(() => void startDemo(), demoDelayMs);
          }}
          onCancel={closeCamera}
        />
      </Sheet>
    </div>
  );
}

function Invitation({ onStart }: { onStart: () => void }) {
  const online = useOnline();
  return (
    <>
      {!online && <Notice tone="warn">{words.offline}</Notice>}
      <WaitingScans />
      <div className={styles.hero}>
        <ScanIcon />
        <h1>{messages.titles.scan}</h1>
        <p>{words.lead}</p>
        <Button wide onClick={onStart}>
          {words.start}
        </Button>
      </div>
      <section className={page.section} aria-labelledby="how-to">
        <div className={page.title}>
          <h2 id="how-to">{words.howTo}</h2>
          <Motif />
        </div>
        <ol className={page.steps}>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <ButtonLink look="quiet" to="/dashboard">
        {words.close}
      </ButtonLink>
    </>
  );
}
