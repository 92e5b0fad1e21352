import { useState } from 'react';
import type { Inquiry } from '../../../../contract/inquiries.ts';
import { DraftForm } from '../../draft-form.tsx';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import type { Filled } from '../../submit-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';

interface InquiryAnswerSheetProps {
  inquiry: Inquiry;
  onClose: () => void;
  onDone: () => void;
}

/** Closes an inquiry, with what the traveler is told. */
export function InquiryAnswerSheet({ inquiry, onClose, onDone }: InquiryAnswerSheetProps) {
  const [status, setStatus] = useState(inquiry.status === 'open' ? 'resolved' : inquiry.status);
  const answer = useSubmit({
    send: ({ text }: Filled, api) =>
      api('PATCH /api/bookings/inquiries/{id}', {
        params: { id: inquiry.id },
        body: { status, note: text('note') || null },
      }),
    done: onDone,
  });
  return (
    <Sheet open onClose={onClose} title={words.answerTitle} closeLabel={words.close}>
      <DraftForm of={answer} draft={`answer ${inquiry.id}`} label={words.save} busyLabel={words.saving}>
        <p>{inquiry.experience_name}</p>
        <Choice legend={words.becomes} options={words.inquiryStatuses} value={status} onChange={setStatus} />
        <TextArea
          {...answer.field('note')}
          label={words.note}
          hint={words.noteHint(inquiry.traveler.email)}
          rows={3}
          maxLength={1_000}
        />
      </DraftForm>
    </Sheet>
  );
}
