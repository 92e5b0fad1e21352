import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { DraftForm } from '../../draft-form.tsx';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useSubmit } from '../../use-submit.ts';
import { checkReason, ReasonField } from './reason-field.tsx';

interface ModerationSheetProps {
  review: ModeratedReview;
  onClose: () => void;
  onDone: () => void;
}

/** Hides a review or shows it again, with the reason that the audit log keeps. */
export function ModerationSheet({ review, onClose, onDone }: ModerationSheetProps) {
  const moderation = useSubmit({
    check: checkReason,
    send: ({ text }, api) =>
      api('PATCH /api/reviews/{id}', {
        params: { id: review.id },
        body: { hidden: !review.hidden, reason: text('reason'), words_version: review.words_version },
      }),
    done: onDone,
  });
  const verb = review.hidden ? words.show : words.hide;
  return (
    <Sheet open onClose={onClose} title={verb} closeLabel={words.close}>
      <DraftForm of={moderation} draft={`moderation ${review.id}`} label={verb} busyLabel={words.saving}>
        <p>{words.moderateText(review.business_listing_name)}</p>
        {review.words && <p>{review.words}</p>}
        <ReasonField {...moderation.field('reason')} />
      </DraftForm>
    </Sheet>
  );
}
