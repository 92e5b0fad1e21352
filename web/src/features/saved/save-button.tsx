import { useRef, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { importInTime } from '../../import-in-time.ts';
import { messages } from '../../messages/index.ts';
import { HeartIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './save-button.module.css';
import { mark, useIsSaved } from './saved-marks.ts';

const words = messages.experience;

/** The picture between a heart and its problem may fill the rest of the screen. */
const bringIntoView = (problem: Element | null) => problem?.scrollIntoView({ block: 'nearest' });

interface SaveButtonProps {
  experience: Experience;
  /** Whose list it goes to; null for a guest, whose device keeps it. */
  userId: string | null;
  /** Whether it is on the list as far as the server knows. */
  known: boolean;
}

/** The heart of a card. It turns at once; what keeps it is fetched when it is first wanted. */
export function SaveButton({ experience, userId, known }: SaveButtonProps) {
  const saved = useIsSaved(experience.id, known);
  const [problem, setProblem] = useState('');
  const isBusy = useRef(false);
  const toggle = async () => {
    // What it turns back to is what it was before the first tap.
    if (isBusy.current) return;
    isBusy.current = true;
    mark(experience.id, !saved);
    try {
      const { toggleSaved } = await importInTime(() => import('./saved-device.ts'));
      setProblem(await toggleSaved(experience, userId, !saved, setProblem));
    } catch {
      mark(experience.id, saved);
      setProblem(words.saveFailed);
    }
    isBusy.current = false;
  };
  return (
    <>
      <button type="button" className={styles.heart} aria-pressed={saved} onClick={() => void toggle()}>
        <HeartIcon />
        <VisuallyHidden>
          {words.save}
          {words.about(experience.name)}
        </VisuallyHidden>
      </button>
      {problem && (
        <p ref={bringIntoView} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}
