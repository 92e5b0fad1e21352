import { useEffect, useState } from 'react';
import { sendWaitingScans } from '../../device/scan-outbox.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import styles from './device-watch.module.css';
import { isFormOpen, watchForms } from './open-forms.ts';
import { keepWorker, takeUpdate, type WaitingWorker } from './worker.ts';

/** Keeps the worker, sends what waits, and says when a new version is ready: never over a form, and it is loaded only when asked for. */
export function DeviceWatch({ worker }: { worker: boolean }) {
  const [waiting, setWaiting] = useState<WaitingWorker>();
  const [isBusy, setBusy] = useState(isFormOpen);
  useEffect(() => watchForms(setBusy), []);
  useEffect(() => keepWorker(worker, setWaiting), [worker]);
  useEffect(() => {
    const send = () => void sendWaitingScans();
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, []);
  if (!waiting || isBusy) return null;
  return (
    <div className={styles.bar} role="status">
      <div>
        <p className={styles.title}>{words.update}</p>
        <p>{words.updateText}</p>
      </div>
      <Button onClick={() => !isFormOpen() && takeUpdate(waiting)}>{words.reload}</Button>
    </div>
  );
}
