import { useLayoutEffect, useRef, useState } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { SearchIcon } from '../ui/more-icons.tsx';
import { useOnDemand } from '../use-on-demand.ts';
import styles from './desk-tools.module.css';

const loadFind = () => import('./find.tsx').then((module) => module.Find);

const takesLetters = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Whether a key asks for it: Ctrl-K or Cmd-K, or / where nothing takes letters. */
const isAsked = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  !altKey && (ctrlKey || metaKey ? key.toLowerCase() === 'k' : key === '/' && !takesLetters(target));

/** Finds anything by its name; what it takes is fetched when it is first wanted. */
export function FindButton() {
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const [Find, fetchIt] = useOnDemand(loadFind);
  const show = () => {
    setOpen(true);
    setFailed(false);
    fetchIt().catch(() => {
      setOpen(false);
      setFailed(true);
    });
  };
  const latest = useRef(show);
  latest.current = show;
  // Before it is painted: whoever sees the button may press the key.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isAsked(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={() => void fetchIt().catch(() => {})}
        onClick={show}
      >
        <span className={styles.find}>
          <SearchIcon />
          {words.find}
        </span>
      </Button>
      <span role="status">{failed && words.findFailed}</span>
      {open && Find && <Find onClose={() => setOpen(false)} />}
    </>
  );
}
