import { useEffect, useState } from 'react';
import { endNow, isSessionToEnd } from '../../device/left-offline.ts';
import { sendWaitingScans } from '../../device/scan-outbox.ts';
import { Status } from '../../ui/status.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import { isFormOpen, watchForms } from './open-forms.ts';
import { keepWorker, takeUpdate, type WaitingWorker } from './worker.ts';

const loadBar = () => import('./update-bar.tsx').then((module) => module.UpdateBar);
const loadLeftBar = () => import('./left-bar.tsx').then((module) => module.LeftBar);

/** Keeps the worker, sends what waits, ends a session that was left without a network, and says when a new version is ready: never over a form. */
export function DeviceWatch({ worker }: { worker: boolean }) {
  const [waiting, setWaiting] = useState<WaitingWorker>();
  const [isBusy, setBusy] = useState(isFormOpen);
  const [UpdateBar, fetchBar] = useOnDemand(loadBar);
  useEffect(() => watchForms(setBusy), []);
  useEffect(() => keepWorker(worker, setWaiting), [worker]);
  useEffect(() => {
    if (waiting) fetchBar().catch(() => {});
  }, [waiting, fetchBar]);
  const [isLeft, setLeft] = useState(isSessionToEnd);
  const [LeftBar, fetchLeftBar] = useOnDemand(loadLeftBar);
  useEffect(() => {
    if (isLeft) fetchLeftBar().catch(() => {});
  }, [isLeft, fetchLeftBar]);
  useEffect(() => {
    const send = async () => {
      if (isSessionToEnd()) await endNow();
      setLeft(isSessionToEnd());
      await sendWaitingScans();
    };
    void send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, []);
  const update = waiting && UpdateBar && !isBusy && <UpdateBar onTake={() => !isFormOpen() && takeUpdate(waiting)} />;
  return <Status>{isLeft && LeftBar ? <LeftBar /> : update}</Status>;
}
