import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { endNow, isSessionToEnd, onSignOutTold } from '../../device/left-offline.ts';
import { sendWaitingScans } from '../../device/scan-outbox.ts';
import { menu } from '../../messages/en/menu.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { Bar } from './bar.tsx';
import { isFormOpen, watchForms } from './open-forms.ts';
import { keepWorker, takeUpdate, type WaitingWorker } from './worker.ts';

/**
 * Keeps the worker, sends what waits, ends a session that was left without a network, says what became of a sign-out whose menu is
 * closed, and when a new version is ready: never over a form.
 */
export function DeviceWatch({ worker }: { worker: boolean }) {
  const [waiting, setWaiting] = useState<WaitingWorker>();
  const [isBusy, setBusy] = useState(isFormOpen);
  useEffect(() => watchForms(setBusy), []);
  useEffect(() => keepWorker(worker, setWaiting), [worker]);
  const [isLeft, setLeft] = useState(isSessionToEnd);
  const { key } = useLocation();
  /** The page on which a sign-out was refused, where that is still to be said. */
  const [refusedOn, setRefusedOn] = useState<string>();
  useEffect(() => onSignOutTold((what) => (what === 'offline' ? setLeft(true) : setRefusedOn(key))), [key]);
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
  const take = () => waiting && !isFormOpen() && takeUpdate(waiting);
  return (
    <Status>
      {isLeft ? (
        <Bar title={words.left} text={words.leftText} within />
      ) : refusedOn === key ? (
        <Bar title={menu.signOutFailed} />
      ) : (
        waiting &&
        !isBusy && (
          <Bar title={words.update} text={words.updateText} action={<Button onClick={take}>{words.reload}</Button>} />
        )
      )}
    </Status>
  );
}
