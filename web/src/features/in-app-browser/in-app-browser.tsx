import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { inApp as words } from '../../messages/en/in-app.ts';
import button from '../../ui/button.module.css';
import { Button, ButtonAway } from '../../ui/button.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { Loading } from '../../ui/loading.tsx';
import { CloseIcon } from '../../ui/more-icons.tsx';
import { Vignette } from '../../ui/vignette.tsx';
import styles from './in-app-browser.module.css';
import { PageTools } from './page-tools.tsx';
import { useEmbeddedPage } from './use-embedded-page.ts';

/** What happened to the page or was done with it. */
export type BrowserEvent = 'loaded' | 'error' | 'shared' | 'bookmarked' | 'external';

interface InAppBrowserProps {
  kind: keyof typeof words.kinds;
  /** Of the experience whose page it is. */
  listingId: number;
  name: string;
  /** A page on a host that may be embedded. */
  url: string;
  onEvent: (event: BrowserEvent) => void;
  /** A tap on our own bars, or the focus entering the page. */
  onInteraction: () => void;
  onClose: () => void;
  /** What lies over the foot of the page. */
  children?: ReactNode;
  /** What stands in the bottom bar instead of whose page it is. */
  foot?: ReactNode;
}

/**
 * A page of somebody else, full screen inside the guide, between two bars of ours that say whose it is. It may run its scripts as
 * its own origin, send forms and open windows; it cannot lead this window away, and learns nothing of where it stands.
 */
export function InAppBrowser({
  kind,
  listingId,
  name,
  url,
  onEvent,
  onInteraction,
  onClose,
  ...rest
}: InAppBrowserProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const titleId = useId();
  const { state, loaded } = useEmbeddedPage(url);
  const { hostname } = new URL(url);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each state
  useEffect(() => {
    if (state !== 'loading') onEvent(state === 'loaded' ? 'loaded' : 'error');
  }, [state]);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    return () => shown?.close();
  }, []);
  useEffect(() => {
    // The window loses the focus to the frame within it; that is all that can be known of what is done there.
    const look = () => document.activeElement === frame.current && onInteraction();
    addEventListener('blur', look);
    return () => removeEventListener('blur', look);
  }, [onInteraction]);

  const isAskedFor = state !== 'refused' && state !== 'offline';
  const isFailed = state === 'silent' || !isAskedFor;
  const close = () => dialog.current?.close();
  const external = () => onEvent('external');
  return (
    <dialog ref={dialog} className={styles.browser} aria-labelledby={titleId} onClose={onClose}>
      <header className={styles.bar} onClickCapture={onInteraction}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.name}>
            {name}
          </h2>
          <button type="button" className={`${button.icon} ${button.large}`} aria-label={words.close} onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <PageTools kind={kind} listingId={listingId} name={name} url={url} onEvent={onEvent} />
      </header>
      <div className={styles.page} aria-busy={state === 'loading'}>
        {state === 'loading' && <Loading className={styles.over} words={words.loading(hostname)} />}
        {isFailed && (
          <div className={styles.over}>
            <Vignette />
            <h3>{words.kinds[kind].unavailable}</h3>
            <p role="alert" className={styles.failed}>
              <AlertIcon />
              {words.kinds[kind].failed}
            </p>
            <p>{words.kinds[kind].failedText}</p>
            <ButtonAway href={url} onClick={external} wide>
              {words.open}
            </ButtonAway>
            <Button look="plain" wide onClick={close}>
              {words.back}
            </Button>
          </div>
        )}
        {isAskedFor && (
          <iframe
            ref={frame}
            className={styles.frame}
            hidden={state !== 'loaded'}
            title={words.kinds[kind].frame(name)}
            src={url}
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
            referrerPolicy="no-referrer"
            allow=""
            onLoad={loaded}
          />
        )}
      </div>
      {rest.children}
      <footer className={styles.foot} onClickCapture={onInteraction}>
        {rest.foot || <p className={styles.host}>{words.host(hostname)}</p>}
      </footer>
      <div className="visually-hidden" role="status" data-announcer />
    </dialog>
  );
}
