import { useId } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { suggestions as words } from '../../messages/en/in-app.ts';
import button from '../../ui/button.module.css';
import { CloseIcon } from '../../ui/more-icons.tsx';
import styles from './in-app.module.css';
import { Suggestions } from './suggestions.tsx';

/** What is suggested, over the foot of the page one is booking on. */
export function SuggestionPanel({ experience, onHide }: { experience: Experience; onHide: () => void }) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId}>{words.title}</h3>
        <button type="button" className={button.icon} aria-label={words.hide} onClick={onHide}>
          <CloseIcon />
        </button>
      </div>
      <Suggestions experience={experience} />
    </section>
  );
}
