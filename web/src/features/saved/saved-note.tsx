import { type RefObject, useEffect, useRef, useState } from 'react';
import { longestNote } from '../../../../contract/saved-limits.ts';
import { hasDraft } from '../../device/form-draft.ts';
import { DraftForm, type Typed } from '../../draft-form.tsx';
import { enter } from '../../fields-of-form.ts';
import { saved as words } from '../../messages/en/saved.ts';
import { messages } from '../../messages/index.ts';
import type { Filled } from '../../submit-form.tsx';
import { giveUp } from '../../typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './saved-entry.module.css';

interface SavedNoteProps {
  /** Its name among what was typed and not sent. */
  draft: string;
  /** Who writes it; null for a guest. */
  userId: string | null;
  name: string;
  note: string | null;
  /** Keeps the note, written over another; empty clears it. Gives what went wrong, in words; tells what becomes of one that has to wait. */
  onSave: (note: string | null, over: string | null, tell: (problem: string) => void) => Promise<string>;
  onRemove: () => void;
  /** The button that does so. */
  remove: RefObject<HTMLButtonElement | null>;
}

const noteField = (form: HTMLFormElement) => form.elements.namedItem('note') as HTMLTextAreaElement;

/** A traveler's own words about a saved place, and what can be done with the entry. */
export function SavedNote({ draft, userId, name, note, onSave, onRemove, remove }: SavedNoteProps) {
  const [editing, setEditing] = useState<'asked' | 'found' | false>(false);
  const [problem, setProblem] = useState('');
  // What could not be saved is there when the note is written on.
  const [unsaved, setUnsaved] = useState<string | null>(null);
  // The note that stood here when writing began: of one that comes meanwhile its writer knows nothing.
  const over = useRef(note);
  useEffect(() => {
    if (!editing) over.current = note;
  }, [editing, note]);
  // As the device keeps a note that the server had no room for: its text alone, and what it was begun over.
  const typed: Typed = {
    read: (form) => [noteField(form).value, over.current ?? ''],
    fillIn: async (form, [text, begunOver]) => {
      if (typeof begunOver === 'string') over.current = begunOver || null;
      if (typeof text === 'string') enter(noteField(form), text);
    },
  };
  // What its writer was kept from sending until now.
  useEffect(() => {
    if (userId && hasDraft(draft, userId)) setEditing('found');
  }, [draft, userId]);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // Back to where it was opened from, which is there again after this.
    requestAnimationFrame(() => opener.current?.focus());
  };
  const save = async (text: string) => {
    const begunOver = over.current;
    close();
    setUnsaved(null);
    const told = (failure: string) => {
      setUnsaved(failure ? text : null);
      setProblem(failure);
    };
    told(await onSave(text || null, begunOver, told));
  };
  const writing = useSubmit({
    // The device takes it at once, and says itself what becomes of it.
    send: async ({ text }: Filled) => void save(text('note')),
    done: () => {},
  });
  const about = <VisuallyHidden>{messages.experience.about(name)}</VisuallyHidden>;
  if (editing) {
    return (
      <>
        {/* It may have been written since what is found here was typed. */}
        {editing === 'found' && note && <p className={styles.note}>{note}</p>}
        <DraftForm
          of={writing}
          draft={draft}
          typed={typed}
          keepsUnsent
          className={styles.form}
          label={words.saveNote}
          busyLabel={words.saveNote}
          leave={
            <Button
              look="plain"
              wide
              onClick={({ currentTarget }) => {
                giveUp(currentTarget.form);
                close();
              }}
            >
              {words.cancel}
            </Button>
          }
        >
          <TextArea
            {...writing.field('note')}
            label={words.note}
            hint={words.noteHint}
            rows={4}
            maxLength={longestNote}
            defaultValue={unsaved ?? note ?? ''}
            autoFocus={editing === 'asked'}
          />
        </DraftForm>
      </>
    );
  }
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className={styles.actions}>
        <Button ref={opener} look="quiet" onClick={() => setEditing('asked')}>
          <span>
            {note ? words.editNote : words.addNote}
            {about}
          </span>
        </Button>
        <Button ref={remove} look="quiet" onClick={onRemove}>
          <span>
            {words.remove}
            {about}
          </span>
        </Button>
      </div>
    </>
  );
}
