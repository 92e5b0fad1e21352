import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListingFacts } from '../../../../contract/listing-facts-form.ts';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import styles from './card-description.module.css';

const words = messages.experience;

interface CardDescriptionProps {
  name: string;
  /** Where it is not the guide's own. */
  language?: string | undefined;
  /** Told when all of it is asked for. */
  onOpen?: (() => void) | undefined;
  /** The listing whose details follow its words, where it has any. */
  detailsOf?: number | undefined;
  /** What is known of these already. */
  facts?: ListingFacts | undefined;
  children: string;
}

const loadDetails = () => import('./listing-details.tsx').then((module) => module.ListingDetails);

/** What an experience is about: four lines of it, and on demand the rest and its details, where there are any. */
export function CardDescription({
  name,
  language = contentLanguage,
  onOpen,
  detailsOf,
  facts,
  children,
}: CardDescriptionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [Details, fetchDetails] = useOnDemand(loadDetails);
  const [hasFailed, setFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const bring = () => {
    setFailed(false);
    fetchDetails().catch(() => setFailed(true));
  };
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
    if (!isOpen && detailsOf !== undefined) bring();
  };
  useEffect(() => {
    if (isOpen) return;
    const measured = text.current!;
    // Lines round to whole pixels on their own.
    const observer = new ResizeObserver(() => setCut(measured.scrollHeight > measured.clientHeight + 2));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={isOpen ? styles.open : styles.cut} data-details={detailsOf !== undefined || undefined}>
      <p ref={text} className={styles.text} lang={language}>
        {children}
      </p>
      {isOpen && detailsOf !== undefined && (
        <DetailsOrNot
          hasFailed={hasFailed}
          onAgain={() => {
            // The button that was pressed goes.
            button.current!.focus();
            bring();
          }}
        >
          {Details && <Details listingId={detailsOf} known={facts} />}
        </DetailsOrNot>
      )}
      {(isCut || detailsOf !== undefined) && (
        <button ref={button} type="button" className={styles.more} aria-expanded={isOpen} onClick={toggle}>
          <span>
            {isOpen ? words.readLess : words.readMore}
            <VisuallyHidden>{words.about(name)}</VisuallyHidden>
          </span>
        </button>
      )}
    </div>
  );
}

interface DetailsOrNotProps {
  hasFailed: boolean;
  onAgain: () => void;
  /** The details, once they are there. */
  children?: ReactNode;
}

/** Details, or that they are on their way, or that they could not be had. */
export function DetailsOrNot({ hasFailed, onAgain, children }: DetailsOrNotProps) {
  if (!hasFailed) return children || <Loading words={messages.shell.loadingPage} />;
  return (
    <Notice
      tone="bad"
      actions={
        <Button look="plain" onClick={onAgain}>
          {messages.error.retry}
        </Button>
      }
    >
      {words.detailsFailed}
    </Notice>
  );
}
