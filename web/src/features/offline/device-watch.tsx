import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { endNow, isSessionToEnd, onSignOutTold } from '../../device/left-offline.ts';
import { sendWaitingScans } from '../../device/scan-outbox.ts';
import { languageSwitch as language } from '../../messages/en/language-switch.ts';
import { menu } from '../../messages/en/menu.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { isWaitingHere } from '../../waits-here.ts';
import { Bar } from './bar.tsx';
import { isFormOpen, watchForms } from './open-forms.ts';
import { keepWorker, takeUpdate, type WaitingWorker } from './worker.ts';

/** What became of a sign-out, and on which page that is to be said, if not on all. */
interface Left {
  what: keyof typeof leftBars;
  on?: string;
}

const leftBars = {
  offline: <Bar title={words.left} text={words.leftText} within />,
  unended: <Bar title={words.left} text={words.unendedText} within />,
  ended: <Bar title={words.ended} text={words.endedText} within />,
  refused: <Bar title={menu.signOutFailed} />,
};

/** Whether the page can be loaded anew with nothing lost. */
const mayLoad = () => !isFormOpen() && !isWaitingHere();

/**
 * Keeps the worker, sends what waits, ends a session that was left without a network, says what became of a sign-out whose menu is
 * closed, and when a new version is ready: never over a form.
 */
export function DeviceWatch({ worker }: { worker: boolean }) {
  const [waiting, setWaiting] = useState<WaitingWorker>();
  const [isBusy, setBusy] = useState(isFormOpen);
  useEffect(() => watchForms(setBusy), []);
  useEffect(() => keepWorker(worker, setWaiting), [worker]);
  const { key } = useLocation();
  const here = useRef(key);
  useEffect(() => {
    here.current = key;
  });
  const [left, setLeft] = useState<Left | null>(() => (isSessionToEnd() ? { what: 'offline' } : null));
  useEffect(() => onSignOutTold((what) => setLeft(what === 'offline' ? { what } : { what, on: here.current })), []);
  useEffect(() => {
    const send = async () => {
      const came = isSessionToEnd() ? await endNow() : 'ended';
      const next: Left =
        came === 'ended' ? { what: came, on: here.current } : { what: came === 'offline' ? came : 'unended' };
      // It may have been ended by another tab.
      setLeft((now) => (now?.what === 'offline' || now?.what === 'unended' ? next : now));
      await sendWaitingScans();
    };
    void send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, []);
  const [isHeldUp, setHeldUp] = useState(false);
  const take = () => {
    setHeldUp(isWaitingHere());
    if (waiting && mayLoad()) takeUpdate(waiting, mayLoad);
  };
  return (
    <Status>
      {left && (left.on ?? key) === key
        ? leftBars[left.what]
        : waiting &&
          !isBusy && (
            <Bar
              title={words.update}
              text={isHeldUp ? language.waits : words.updateText}
              action={<Button onClick={take}>{words.reload}</Button>}
            />
          )}
    </Status>
  );
}
