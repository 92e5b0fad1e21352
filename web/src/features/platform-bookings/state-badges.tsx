import type { Inquiry } from '../../../../contract/inquiries.ts';
import type { ModeratedReview } from '../../../../contract/reviews.ts';
import { platformBookings as words } from '../../messages/en/platform-bookings.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { ClockIcon, CrossCircleIcon } from '../../ui/more-icons.tsx';

const looks: Record<Inquiry['status'], { tone: Tone; Icon: typeof CheckIcon }> = {
  open: { tone: 'warn', Icon: ClockIcon },
  resolved: { tone: 'ok', Icon: CheckIcon },
  dismissed: { tone: 'plain', Icon: CrossCircleIcon },
};

/** How a missing booking stands. */
export function InquiryBadge({ status }: Pick<Inquiry, 'status'>) {
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon />
      {words.inquiryStatuses[status]}
    </Badge>
  );
}

/** Whether everybody reads a review. */
export function ReviewBadge({ hidden }: Pick<ModeratedReview, 'hidden'>) {
  return (
    <Badge tone={hidden ? 'bad' : 'ok'}>
      {hidden ? <CrossCircleIcon /> : <CheckIcon />}
      {hidden ? words.hidden : words.visible}
    </Badge>
  );
}
