import { useRevalidator } from 'react-router';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { ApiError } from '../../api.ts';
import { ConfirmSheet } from '../../desk/confirm-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';

interface LeaveSheetProps {
  review: ModeratedReview;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Leaves a review as it is, with all that was reported of it until now. */
export function LeaveSheet({ review, ...asked }: LeaveSheetProps) {
  const { revalidate } = useRevalidator();
  return (
    <ConfirmSheet
      {...asked}
      draft={`leave review ${review.id} ${review.report_count} ${review.words_version}`}
      title={words.leave}
      text={words.leaveText(review.business_listing_name)}
      refused={(failure) => {
        // It was reported again, has other words, or is gone.
        if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
        return undefined;
      }}
      send={async (api) => {
        const body = { reports: review.report_count, words_version: review.words_version };
        await api('POST /api/reviews/{id}/leave', { params: { id: review.id }, body });
        return words.left;
      }}
    />
  );
}
