import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
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
  children: string;
}

const loadDetails = () => import('./listing-details.tsx').then((module) => module.ListingDetails);

/** What an experience is about: four lines of it, and on demand the rest and its details, where there are any. */
export function CardDescription({
  name,
  language = contentLanguage,
  onOpen,
  detailsOf,
  children,
}: CardDescriptionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [Details, fetchDetails] = useOnDemand(loadDetails);
  const toggle = () => {
    if (!isOpen) onOpen?.();
    setOpen(!isOpen);
    // Its words are there all the same.
    if (!isOpen && detailsOf !== undefined) fetchDetails().catch(console.warn);
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
      {isOpen && Details && detailsOf !== undefined && <Details listingId={detailsOf} />}
      {(isCut || detailsOf !== undefined) && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={toggle}>
          <span>
            {isOpen ? words.readLess : words.readMore}
            <VisuallyHidden>{words.about(name)}</VisuallyHidden>
          </span>
        </button>
      )}
    </div>
  );
}
