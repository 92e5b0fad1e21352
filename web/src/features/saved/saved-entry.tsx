import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SavedItem } from '../../../../contract/saved.ts';
import { saved as words } from '../../messages/en/saved.ts';
import { messages } from '../../messages/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useFocusHandedOn } from '../../ui/use-focus-handed-on.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { changeSaved, noteDraft } from './saved-device.ts';
import styles from './saved-entry.module.css';
import { useIsSaved } from './saved-marks.ts';
import { SavedNote } from './saved-note.tsx';
import { sayMeanwhile, useSaidMeanwhile } from './written-meanwhile.ts';

interface SavedEntryProps {
  item: SavedItem;
  userId: string | null;
  /** The card of the experience. */
  children: ReactNode;
}

/** Whether what was written is kept for later, if not taken yet; else it was refused. */
const isOnItsWay = (problem: string) =>
  ['', words.notKeptOffline, words.notKeptNow, words.notKeptSignedOut, words.waitsForSignIn(true)].includes(problem);

/** A saved place: its card, one's note, and after it was taken off the list the way back. */
export function SavedEntry({ item, userId, children }: SavedEntryProps) {
  const { experience, saved_at } = item;
  const isSaved = useIsSaved(experience.id, true);
  const { heir, handOn } = useFocusHandedOn<HTMLButtonElement>(isSaved);
  // What was written here, until another answer says what is kept.
  const [own, setOwn] = useState({ over: item.note, note: item.note });
  const note = own.over === item.note ? own.note : item.note;
  const meanwhile = useSaidMeanwhile(experience.id);
  const saveNote = async (wanted: string | null, over: string | null, tell: (problem: string) => void) => {
    // At once: the answer may take its time, and what is written on is this.
    const written = { over: item.note, note: wanted };
    setOwn(written);
    const told = (problem: string) => {
      if (!isOnItsWay(problem)) setOwn((now) => (now === written ? own : now));
      tell(problem);
    };
    const problem = await changeSaved(experience, userId, { saved: true, note: wanted, over }, told);
    if (!isOnItsWay(problem)) setOwn((now) => (now === written ? own : now));
    // It is said at the note itself.
    if (problem) sayMeanwhile(experience.id);
    return problem;
  };
  const remove = async () => {
    const refusal = await changeSaved(experience, userId, { saved: false, over: note });
    // It is back in place of the way back, which had the focus.
    if (refusal && document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
  };
  if (!isSaved) {
    const undo = () => {
      handOn();
      void changeSaved(experience, userId, { saved: true, note, savedAt: saved_at });
    };
    return <Removed name={experience.name} onUndo={undo} />;
  }
  return (
    <div className={styles.entry}>
      {!experience.is_active && (
        <div className={styles.gone}>
          <Badge tone="warn">{words.unavailable}</Badge>
          <p>{words.unavailableText}</p>
        </div>
      )}
      {children}
      <div className={styles.own}>
        <p className={styles.when}>{words.savedOn(saved_at)}</p>
        <SavedNote
          draft={noteDraft(experience.id)}
          userId={userId}
          name={experience.name}
          note={note}
          onSave={saveNote}
          remove={heir}
          onRemove={() => void remove()}
        />
        <Status>{meanwhile && <Notice tone="warn">{meanwhile}</Notice>}</Status>
      </div>
    </div>
  );
}

/** That it is gone is said by changeSaved. */
function Removed({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  // The button that was tapped is gone; this one stands where it was.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.removed}>
      <p>{words.removed(name)}</p>
      <Button ref={undo} look="plain" onClick={onUndo}>
        <span>
          {words.undo}
          <VisuallyHidden>{messages.experience.about(name)}</VisuallyHidden>
        </span>
      </Button>
    </div>
  );
}
