import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages/index.ts';
import { contentLanguage } from '../../messages/languages.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './card-description.module.css';

const words = messages.experience;

interface CardDescriptionProps {
  name: string;
  /** Where it is not the guide's own. */
  language?: string | undefined;
  children: string;
}

/** What an experience is about: four lines of it, and the rest on demand where there is more. */
export function CardDescription({ name, language = contentLanguage, children }: CardDescriptionProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) return;
    const measured = text.current!;
    // Lines round to whole pixels on their own.
    const observer = new ResizeObserver(() => setCut(measured.scrollHeight > measured.clientHeight + 2));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className={isOpen ? styles.open : styles.cut}>
      <p ref={text} className={styles.text} lang={language}>
        {children}
      </p>
      {isCut && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>
            {isOpen ? words.readLess : words.readMore}
            <VisuallyHidden>{words.about(name)}</VisuallyHidden>
          </span>
        </button>
      )}
    </div>
  );
}
