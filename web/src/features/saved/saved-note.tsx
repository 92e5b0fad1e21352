import { type FormEvent, useRef, useState } from 'react';
import { longestNote } from '../../../../contract/saved-limits.ts';
import { saved as words } from '../../messages/en/saved.ts';
import { messages } from '../../messages/index.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './saved-entry.module.css';

interface SavedNoteProps {
  name: string;
  note: string | null;
  /** Keeps the note; empty clears it. Gives what went wrong, in words; tells what becomes of one that has to wait. */
  onSave: (note: string | null, tell: (problem: string) => void) => Promise<string>;
  onRemove: () => void;
}

/** A traveler's own words about a saved place, and what can be done with the entry. */
export function SavedNote({ name, note, onSave, onRemove }: SavedNoteProps) {
  const [editing, setEditing] = useState(false);
  const [problem, setProblem] = useState('');
  // What could not be saved is there when the note is written on.
  const [unsaved, setUnsaved] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // Back to where it was opened from, which is there again after this.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    close();
    setUnsaved(null);
    const told = (failure: string) => {
      setUnsaved(failure ? text : null);
      setProblem(failure);
    };
    told(await onSave(text || null, told));
  };
  const about = <VisuallyHidden>{messages.experience.about(name)}</VisuallyHidden>;
  if (editing) {
    return (
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <TextArea
          label={words.note}
          hint={words.noteHint}
          name="note"
          rows={4}
          maxLength={longestNote}
          defaultValue={unsaved ?? note ?? ''}
          autoFocus
        />
        <div className={styles.actions}>
          <Button type="submit">{words.saveNote}</Button>
          <Button look="plain" onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.actions}>
        <Button ref={opener} look="quiet" onClick={() => setEditing(true)}>
          <span>
            {note ? words.editNote : words.addNote}
            {about}
          </span>
        </Button>
        <Button look="quiet" onClick={onRemove}>
          <span>
            {words.remove}
            {about}
          </span>
        </Button>
      </div>
    </>
  );
}
