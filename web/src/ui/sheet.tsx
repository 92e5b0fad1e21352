import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import button from './button.module.css';
import { CloseIcon } from './more-icons.tsx';
import styles from './sheet.module.css';
import { useTapBeside } from './use-tap-beside.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Name of the closing button. */
  closeLabel: string;
  /** Asked before its button, Escape or a tap beside it closes it: whoever says no asks whether what was typed may be lost. */
  mayClose?: () => boolean;
  /** The language of its words, where that is not the page's. */
  lang?: string;
  /** What stands in it; given the way to close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A sheet that slides up over the page. The browser's own modal dialog keeps the focus inside, closes on Escape and gives
 * the focus back; a tap beside the sheet closes it too, unless something that was typed would be lost.
 */
export function Sheet({ open, onClose, title, closeLabel, mayClose = () => true, lang, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  // A sheet that is taken away while it is open gives the focus back too.
  useLayoutEffect(() => {
    const shown = dialog.current;
    return () => shown?.close();
  }, []);
  const close = () => dialog.current?.close();
  const closeWhereAllowed = () => {
    if (mayClose()) close();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      lang={lang}
      onClose={onClose}
      // By the key itself: a second Escape closes a dialog whatever is said of it when it tells that it will.
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !mayClose()) event.preventDefault();
      }}
      onCancel={(event) => {
        if (!mayClose()) event.preventDefault();
      }}
      {...useTapBeside(closeWhereAllowed)}
    >
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={button.icon} aria-label={closeLabel} onClick={closeWhereAllowed}>
            <CloseIcon />
          </button>
        </div>
        {open && (typeof children === 'function' ? children(close) : children)}
        <div className="visually-hidden" role="status" data-announcer />
      </div>
    </dialog>
  );
}
