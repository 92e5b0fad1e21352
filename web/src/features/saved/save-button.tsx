import { useRef, useState } from 'react';
import type { Experience } from '../../../../contract/listings.ts';
import { importInTime } from '../../import-in-time.ts';
import { messages } from '../../messages/index.ts';
import { HeartIcon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './save-button.module.css';
import { isMarked, mark, useIsSaved } from './saved-marks.ts';

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
  /** What it was before the taps that still wait for the script. */
  const before = useRef<boolean>(undefined);
  const lastTap = useRef(0);
  const toggle = async () => {
    const wasSaved = isMarked(experience.id, known);
    before.current ??= wasSaved;
    lastTap.current += 1;
    const tap = lastTap.current;
    mark(experience.id, !wasSaved);
    try {
      const { toggleSaved } = await importInTime(() => import('./saved-device.ts'));
      // Of taps that waited together the last one says what is wanted.
      if (tap !== lastTap.current) return;
      before.current = undefined;
      setProblem(await toggleSaved(experience, userId, !wasSaved, setProblem));
    } catch {
      if (tap !== lastTap.current) return;
      if (before.current !== undefined) mark(experience.id, before.current);
      before.current = undefined;
      setProblem(words.saveFailed);
    }
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
