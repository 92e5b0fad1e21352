import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const looks = { open: 'asks', resolved: 'ok', dismissed: 'over' } as const;

/** How a missing booking stands. */
export function InquiryBadge({ status }: Pick<Inquiry, 'status'>) {
  return <StatusBadge look={looks[status]}>{words.inquiryStatuses[status]}</StatusBadge>;
}

/** Whether everybody reads a review. */
export function ReviewBadge({ hidden }: Pick<ModeratedReview, 'hidden'>) {
  return <StatusBadge look={hidden ? 'refused' : 'ok'}>{hidden ? words.hidden : words.visible}</StatusBadge>;
}
