import { useEffect, useState } from 'react';
import { sendWaitingScans } from '../../device/scan-outbox.ts';
import { Status } from '../../ui/status.tsx';
import { useOnDemand } from '../../ui/use-on-demand.ts';
import { isFormOpen, watchForms } from './open-forms.ts';
import { keepWorker, takeUpdate, type WaitingWorker } from './worker.ts';

const loadBar = () => import('./update-bar.tsx').then((module) => module.UpdateBar);

/** Keeps the worker, sends what waits, and says when a new version is ready: never over a form. */
export function DeviceWatch({ worker }: { worker: boolean }) {
  const [waiting, setWaiting] = useState<WaitingWorker>();
  const [isBusy, setBusy] = useState(isFormOpen);
  const [UpdateBar, fetchBar] = useOnDemand(loadBar);
  useEffect(() => watchForms(setBusy), []);
  useEffect(() => keepWorker(worker, setWaiting), [worker]);
  useEffect(() => {
    if (waiting) fetchBar().catch(() => {});
  }, [waiting, fetchBar]);
  useEffect(() => {
    const send = () => void sendWaitingScans();
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, []);
  return (
    <Status>
      {waiting && UpdateBar && !isBusy && <UpdateBar onTake={() => !isFormOpen() && takeUpdate(waiting)} />}
    </Status>
  );
}
