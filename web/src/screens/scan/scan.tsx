import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { noteCode } from '../../features/analytics/track.ts';
import { CameraDialog } from '../../features/scanning/camera-dialog.tsx';
import { locateDevice } from '../../features/scanning/describe-device.ts';
import { type ScanState, useScan } from '../../features/scanning/use-scan.ts';
import { WaitingScans } from '../../features/scanning/waiting-scans.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { scan as words } from '../../messages/en/scan.ts';
import { titles } from '../../messages/en/screens.ts';
import { messages } from '../../messages/index.ts';
import { announce } from '../../ui/announce.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ScanIcon } from '../../ui/icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { CardSkeletons } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { useOnline } from '../../use-online.ts';
import styles from './scan.module.css';
import { ScanResult } from './scan-result.tsx';

const demoDelayMs = 500;

/** Scanning: before it, during it, and what came of it. */
export function ScanScreen() {
  const navigate = useNavigate();
  const { user } = useSession();
  const openPlace = useCallback((id: number) => void navigate(`/location/${id}`), [navigate]);
  const { state, submit, startDemo, askAgain, reset } = useScan(user?.id, openPlace);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const [typed, setTyped] = useState('');
  // A code that led somewhere is done with; one that was refused is there to be put right.
  useEffect(() => {
    if (state.step === 'result') setTyped('');
  }, [state]);
  const closeCamera = useCallback(() => setCameraOpen(false), []);
  const openCamera = () => {
    void locateDevice();
    setCameraOpen(true);
  };
  const screen = useRef<HTMLDivElement>(null);
  useFollowed(screen, state);

  return (
    <div ref={screen} className={page.page}>
      {state.step === 'idle' && <Invitation onStart={openCamera} />}
      {state.step === 'processing' && (
        <section className={page.section}>
          <h1>{words.processing}</h1>
          <p>{words.processingText}</p>
          <CardSkeletons count={2} label={words.processing} />
        </section>
      )}
      {(state.step === 'error' || (state.step === 'result' && !state.qr)) && (
        <h1 className="visually-hidden">{titles.scan}</h1>
      )}
      {state.step === 'error' && (
        <Notice
          tone="bad"
          actions={
            <>
              <Button onClick={reset}>{words.another}</Button>
              <ButtonLink look="plain" to="/explore">
                {messages.place.explore}
              </ButtonLink>
            </>
          }
        >
          <p>{state.words}</p>
        </Notice>
      )}
      {state.step === 'result' && <ScanResult {...state} onAgain={askAgain} onAnother={reset} />}
      <ButtonLink look="quiet" to="/dashboard">
        {words.close}
      </ButtonLink>
      <Sheet open={isCameraOpen} onClose={closeCamera} title={titles.scan} closeLabel={words.close}>
        <CameraDialog
          onContent={(text) => {
            closeCamera();
            void submit(text);
          }}
          typed={typed}
          onType={setTyped}
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

/** Who cannot see that the screen has changed is told so, and goes on from its heading. */
function useFollowed(screen: RefObject<HTMLDivElement | null>, state: ScanState): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    const { step } = before.current;
    const hadPlace = before.current.step === 'result' && before.current.qr !== null;
    before.current = state;
    // An answer that was late: the finger, and who reads, are elsewhere by now.
    const isLate = step === 'result' && state.step === 'result';
    if (isLate && (hadPlace || !state.qr)) return;
    if (!isLate) {
      const heading = screen.current!.querySelector('h1')!;
      heading.tabIndex = -1;
      heading.focus();
    }
    if (state.step === 'processing') announce(words.processing);
    if (state.step !== 'result') return;
    announce(words.announced(state.qr?.location_name, state.experiences.length));
    if (state.qr && !state.qr.demo) noteCode(state.qr.qr_code_id);
  }, [screen, state]);
}

function Invitation({ onStart }: { onStart: () => void }) {
  const online = useOnline();
  return (
    <>
      <Status>{!online && <Notice tone="warn">{words.offline}</Notice>}</Status>
      <WaitingScans />
      <div className={styles.hero}>
        <ScanIcon />
        <h1>{titles.scan}</h1>
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
        <ol role="list" className={styles.steps}>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </>
  );
}
