import { type FormEvent, useState } from 'react';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import { browserApi } from '../../api.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface InquiryAnswerSheetProps {
  inquiry: Inquiry;
  onClose: () => void;
  onDone: () => void;
}

/** Closes an inquiry, with what the traveler is told. */
export function InquiryAnswerSheet({ inquiry, onClose, onDone }: InquiryAnswerSheetProps) {
  const [status, setStatus] = useState(inquiry.status === 'open' ? 'resolved' : inquiry.status);
  const [note, setNote] = useState('');
  const [state, setState] = useState<{ saving: boolean; error?: string }>({ saving: false });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setState({ saving: true });
    try {
      const body = { status, note: note.trim() || null };
      await browserApi('PATCH /api/bookings/inquiries/{id}', { params: { id: inquiry.id }, body });
      onDone();
    } catch (error) {
      setState({ saving: false, error: refusalWords(error) });
    }
  };
  return (
    <Sheet open onClose={onClose} title={words.answerTitle} closeLabel={words.close}>
      <form className={page.form} onSubmit={save} noValidate>
        <p>{inquiry.experience_name}</p>
        <Choice legend={words.becomes} options={words.inquiryStatuses} value={status} onChange={setStatus} />
        <TextArea
          label={words.note}
          hint={words.noteHint(inquiry.traveler.email)}
          rows={3}
          maxLength={1_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.saving}>
          {state.saving ? words.saving : words.save}
        </Button>
      </form>
    </Sheet>
  );
}
