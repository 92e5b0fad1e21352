import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { openCamera } from './browser-camera.ts';
import { type CameraProblem, checkCamera } from './camera-errors.ts';
import { chooseEngine } from './engines/choose-engine.ts';
import { Scanner, type ScannerState } from './scanner.ts';

const recheckDelayMs = 100;

/**
 * The camera of a dialog that is open: looks for one, then waits for `start`. A code is reported once, and the camera stops with it.
 * @param onCode what was read.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => void) {
  const [state, setState] = useState<ScannerState>('inactive');
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  const [light, setLight] = useState<'none' | 'off' | 'on'>('none');
  const scanner = useRef<Scanner | null>(null);
  const report = useRef(onCode);
  report.current = onCode;

  useEffect(() => {
    const created = new Scanner(
      {
        openCamera: (onLost) => openCamera(video.current!, onLost),
        isPageHidden: () => document.hidden,
        watchVisibility: (listener) => {
          document.addEventListener('visibilitychange', listener);
          return () => document.removeEventListener('visibilitychange', listener);
        },
      },
      {
        onCode: (text) => {
          created.stop();
          report.current(text);
        },
        onStateChange: (next) => {
          setState(next);
          setLight((before) => (next !== 'active' || !created.hasFlash ? before : before === 'on' ? 'on' : 'off'));
        },
        onError: setProblem,
      },
    );
    scanner.current = created;
    const stopChoosing = chooseEngine((engine) => created.setEngine(engine));
    return () => {
      stopChoosing();
      created.destroy();
    };
  }, [video]);

  const start = useCallback(async () => {
    setProblem(null);
    await scanner.current?.start();
  }, []);

  /** Looks again for a camera, and starts it if there is one. */
  const check = useCallback(async () => {
    setProblem(null);
    const found = await checkCamera();
    if (found) setProblem(found);
    else setTimeout(() => void start(), recheckDelayMs);
  }, [start]);

  useEffect(() => {
    let gone = false;
    void checkCamera().then((found) => !gone && setProblem(found));
    return () => {
      gone = true;
    };
  }, []);

  const toggleLight = useCallback(async () => {
    setLight((await scanner.current?.setFlash(light !== 'on')) ? 'on' : 'off');
  }, [light]);

  return { state, problem, light, start, check, toggleLight };
}
