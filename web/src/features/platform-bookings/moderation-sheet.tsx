import { type FormEvent, useState } from 'react';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { browserApi } from '../../api.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface ModerationSheetProps {
  review: ModeratedReview;
  onClose: () => void;
  onDone: () => void;
}

/** Hides a review or shows it again, with the reason that the audit log keeps. */
export function ModerationSheet({ review, onClose, onDone }: ModerationSheetProps) {
  const [reason, setReason] = useState('');
  const [state, setState] = useState<{ saving: boolean; error?: string }>({ saving: false });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim().length < 3) return setState({ saving: false, error: words.reasonMissing });
    setState({ saving: true });
    try {
      const body = { hidden: !review.hidden, reason: reason.trim() };
      await browserApi('PATCH /api/reviews/{id}', { params: { id: review.id }, body });
      onDone();
    } catch (error) {
      setState({ saving: false, error: refusalWords(error) });
    }
  };
  const verb = review.hidden ? words.show : words.hide;
  return (
    <Sheet open onClose={onClose} title={verb} closeLabel={words.close}>
      <form className={page.form} onSubmit={save} noValidate>
        <p>{words.moderateText(review.business_listing_name)}</p>
        {review.words && <p>{review.words}</p>}
        <TextArea
          label={words.reason}
          hint={words.reasonHint}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          required
        />
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide busy={state.saving}>
          {state.saving ? words.saving : verb}
        </Button>
      </form>
    </Sheet>
  );
}
